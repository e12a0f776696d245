import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import type { RawObject } from './cat-file.js';

/** A loose object is never inflated to more than this; git keeps larger files in packs too, where it can. */
const LIMIT = 0x3fffffff;

/**
 * Reads a loose object: new commits lie loose, and zlib is several times faster here than isomorphic-git. Null where
 * it is not loose; throws where its bytes do not give its id.
 */
export async function readLoose(commonDir: string, oid: string): Promise<RawObject | null> {
  const path = join(commonDir, 'objects', oid.slice(0, 2), oid.slice(2));
  const deflated = await readFile(path).catch(() => null);
  if (deflated === null) return null;
  const whole = inflateSync(deflated, { maxOutputLength: LIMIT });
  if (createHash('sha1').update(whole).digest('hex') !== oid) throw new Error(`object ${oid} is damaged`);
  const end = whole.indexOf(0);
  return {
    type: whole.toString('latin1', 0, whole.indexOf(0x20)),
    data: new Uint8Array(whole.subarray(end + 1)),
  };
}
