import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { compiledSchema } from '../../../build/tools/compiled-schema.js';
import { hashBytes } from '../../../runtime/edge/hash-bytes.js';
import { createHash as createHashAtEdge } from '../../../runtime/edge/instead/node-crypto.js';
import { posix as posixAtEdge } from '../../../runtime/edge/instead/node-path.js';
import frontmatterSchema from '../../../schema/frontmatter.schema.json' with { type: 'json' };
import { SHAPE_OPTIONS } from '../../../schema/skill/shape.js';
import { workerText } from '../../helpers/edge-worker.js';
import { seededRandom } from '../../helpers/random.js';

describe('the bundle of the worker', () => {
  it('is one module without imports, of nothing that Node alone has', async () => {
    const text = await workerText();
    const found = [
      /\bnode:(?!null\b)\w+/g,
      /\bimport\s*[{*"'(].{20}/g,
      /(?<![`'"])\brequire\s*\(.{20}/g,
      /\bprocess\.\w+/g,
    ];
    expect(found.flatMap((pattern) => [...text.matchAll(pattern)].map(String))).toEqual([]);
  });

  it('stays below 3 MB compressed, the model in it', async () => {
    expect(gzipSync(await workerText(), { level: 9 }).length).toBeLessThan(3_000_000);
  });
});

describe('what stands in for modules of Node', () => {
  it.each(['sha1', 'sha256'] as const)('%s: the digests are those of Node', (algorithm) => {
    const random = seededRandom(7);
    for (const length of [0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 1000, 100_000]) {
      const bytes = Uint8Array.from({ length }, () => random.below(256));
      const expected = createHash(algorithm).update(bytes).digest('hex');
      expect(Buffer.from(hashBytes(algorithm, bytes)).toString('hex')).toBe(expected);
      const half = length >> 1;
      const parts = createHashAtEdge(algorithm).update(bytes.subarray(0, half)).update(bytes.subarray(half));
      expect(parts.digest('hex')).toBe(expected);
    }
    expect(createHashAtEdge(algorithm).update('naïve 文').digest('hex')).toBe(
      createHash(algorithm).update('naïve 文').digest('hex'),
    );
  });

  it.each(['', '/', 'a', 'a/b', '/a', '/a/b/', 'a//b', 'a/b//', './a', '../a/b', '/a//', 'a\nb/c\nd'])(
    'paths: the parts of %j are those of Node',
    (path) => {
      expect(posixAtEdge.basename(path)).toBe(posix.basename(path));
      expect(posixAtEdge.dirname(path)).toBe(posix.dirname(path));
    },
  );

  it('front matter: the compiled validator finds what the one at run time finds', () => {
    const module = { exports: {} as { (value: unknown): boolean; errors: unknown } };
    new Function('module', 'require', compiledSchema())(module, createRequire(import.meta.url));
    const validate = new Ajv2020(SHAPE_OPTIONS).compile(frontmatterSchema);
    for (const value of [
      { name: 'a', description: 'b' },
      { name: 1, description: 'x'.repeat(1025), 'ttl-days': 0, tags: [1], status: 'gone' },
      { name: '😀'.repeat(65), metadata: { kind: 'law', requires: { bins: 'x' } }, pinned: 'maybe' },
      { version: '1.0', compatibility: 'y'.repeat(501), requires: 3, 'allowed-tools': {} },
    ]) {
      expect([module.exports(value), module.exports.errors]).toEqual([validate(value), validate.errors]);
    }
  });
});
