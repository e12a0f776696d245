import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildIndex, publishArtifact } from '../../build/index.js';
import { openIndex } from '../../runtime/index.js';
import { corpusFolder } from '../helpers/corpus-folder.js';
import { against, inTurn } from './measure.js';
import type { BenchRow } from './row.js';

const RUNS = 9;

/** Opening an artifact against reading its files and JSON.parse alone. */
export async function benchOpen(): Promise<BenchRow[]> {
  return [...(await openRows(1_000)), ...(await openRows(10_000))];
}

async function openRows(count: number): Promise<BenchRow[]> {
  const folder = corpusFolder(count);
  if (folder === null) return [];
  try {
    const out = join(folder.dir, 'dist');
    const result = await buildIndex({ repo: folder.dir, out });
    await publishArtifact(result, out);
    const parse = (isRead: (file: string) => boolean) => () =>
      jsonFiles(out)
        .filter(isRead)
        .map((file) => JSON.parse(readFileSync(file, 'utf8')) as unknown);
    // The vectors are read by the first search.
    const isOpened = (file: string): boolean => !basename(file).startsWith('vectors-');
    const open = await inTurn(RUNS, () => openIndex(out), parse(isOpened));
    const first = await inTurn(
      RUNS,
      async () => (await openIndex(out)).search('deploy a container'),
      parse(() => true),
    );
    const name = `${result.skills.length} skills`;
    const peer = 'reading and JSON.parse';
    return [
      against(`openIndex, ${name}`, open.ours, peer, open.peer, { limit: 2 }),
      against(`openIndex and a first search, ${name}`, first.ours, peer, first.peer),
    ];
  } finally {
    folder.dispose();
  }
}

function jsonFiles(out: string): string[] {
  return readdirSync(out)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(out, name));
}
