import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assemble } from '../../build/assemble.js';
import { digestOf } from '../../runtime/files/digest.js';
import { memoryFiles } from '../../runtime/files/memory.js';
import { loadArtifact } from '../../runtime/load.js';
import { openIndex } from '../../runtime/open-index.js';
import { SkillgraftError } from '../../schema/errors.js';
import { FORMAT } from '../../schema/format.js';
import type { Artifact } from '../../schema/index.types.js';
import { tempFolder } from '../helpers/git-repo.js';
import { seededRandom } from '../helpers/random.js';
import { buildInto, codeOf, type TwoVersions, twoVersions } from '../helpers/skills-repo.js';

const temp = tempFolder();
const out = join(temp.dir, 'out');
let two: TwoVersions;
let bytes: Buffer;
beforeAll(async () => {
  two = twoVersions(join(temp.dir, 'repo'));
  await buildInto({ repo: two.repo.dir, out });
  bytes = readFileSync(join(out, 'index.json'));
});
afterAll(() => temp.dispose());

/** The artifact as an object; its digest is that of the file, not of what a test makes of it. */
function parts(): Artifact {
  const { $digest: _, ...rest } = JSON.parse(bytes.toString('latin1'));
  return rest;
}

async function load(index: Uint8Array, others: ReadonlyMap<string, Uint8Array> = new Map()): Promise<string> {
  const opened = loadArtifact(memoryFiles(new Map([...others, ['index.json', index]])));
  try {
    const loaded = await opened;
    for (const name of ['skills', 'lexical', 'lineage', 'vectors'] as const) await loaded.section(name);
    return 'opened';
  } catch (error) {
    if (error instanceof SkillgraftError) return error.code;
    throw error;
  }
}

/** Bits to flip: all of the first `all` bytes, and a sample of the rest. */
function* bitsOf(length: number, all: number, sample: number): Generator<number> {
  for (let bit = 0; bit < Math.min(length, all) * 8; bit += 1) yield bit;
  const random = seededRandom(7);
  for (let i = 0; i < sample; i += 1) yield random.below(length * 8);
}

function flipped(original: Uint8Array, bit: number): Uint8Array {
  const copy = Uint8Array.from(original);
  copy[bit >> 3]! ^= 1 << (bit & 7);
  return copy;
}

describe('an index whose bytes changed', () => {
  it('opens as it is', async () => {
    expect(await load(bytes)).toBe('opened');
  });

  it('is refused for every flipped bit', async () => {
    const ends = new Map<string, number>();
    for (const bit of bitsOf(bytes.length, 2048, 4000)) {
      const end = await load(flipped(bytes, bit));
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
    expect([...ends.keys()].sort()).toEqual(['artifact-broken', 'artifact-version']);
    // The version is one digit; only its flips may speak of a version.
    expect(ends.get('artifact-version')).toBeLessThanOrEqual(8);
  });

  it('is refused for every length that it is cut to', async () => {
    const lengths = new Set<number>();
    for (let at = 0; at < 400; at += 1) lengths.add(at).add(bytes.length - 1 - at);
    for (let at = 0; at < bytes.length; at += 37) lengths.add(at);
    for (const length of lengths)
      expect(await load(bytes.subarray(0, length)), `${length}`).toBe('artifact-broken');
  });

  it.each([
    '',
    'null',
    '[]',
    '5',
    '{}',
    '"x"',
    '{"format":null}',
    `{"format":{"name":"skillgraft-index","version":${FORMAT.version}}}`,
    '\ufeff{}',
    '\0',
  ])('is refused where the file is %j', async (text) =>
    expect(await load(Buffer.from(text))).toBe('artifact-broken'),
  );

  it.each([
    ['hello', 'is not a Skillgraft index'],
    ['[]', 'is not a Skillgraft index'],
    ['{"name":"skillgraft","version":"1.0.0"}', 'is not a Skillgraft index'],
    ['{"$digest":"sha', 'the file is cut short'],
  ])('says what %j is', async (text, why) => {
    await expect(loadArtifact(memoryFiles(new Map([['index.json', Buffer.from(text)]])))).rejects.toThrow(
      why,
    );
    await expect(openIndex({} as never)).rejects.toThrow('The object given is not a Skillgraft index.');
  });

  it('is refused where bytes follow it', async () => {
    expect(await load(Buffer.concat([bytes, Buffer.from('\n')]))).toBe('artifact-broken');
    expect(await load(Buffer.concat([bytes, bytes]))).toBe('artifact-broken');
  });
});

describe('a sidecar', () => {
  it('is read like a section in place, and refused for every change', async () => {
    const { index, files } = assemble(parts(), 100);
    const sidecars = [...files.keys()].filter((name) => name !== 'index.json');
    expect(sidecars.map((name) => name.replace(/-.*/, '')).sort()).toEqual([
      'lexical',
      'lineage',
      'skills',
      'vectors',
    ]);
    const contents = new Map(
      await Promise.all(sidecars.map(async (name) => [name, await files.get(name)!.read()] as const)),
    );
    expect(await load(index, contents)).toBe('opened');
    for (const [name, content] of contents) {
      const changed = [...bitsOf(content.length, 40, 300)].map((bit) => flipped(content, bit));
      const cut = [0, 1, content.length >> 1, content.length - 1].map((length) =>
        content.subarray(0, length),
      );
      for (const other of [...changed, ...cut, Buffer.concat([content, content])]) {
        expect(await load(index, new Map([...contents, [name, other]]))).toBe('artifact-broken');
      }
      const without = new Map([...contents].filter(([key]) => key !== name));
      expect(await load(index, without)).toBe('artifact-file-missing');
    }
  });

  it('on disk serves skills; bytes that a killed write put aside are found', async () => {
    const folder = join(temp.dir, 'sidecars');
    const { files } = assemble(parts(), 100);
    mkdirSync(join(folder, '.previous'), { recursive: true });
    for (const [name, file] of files) writeFileSync(join(folder, name), await file.read());
    const index = await openIndex(folder);
    expect((await index.search('kept')).results[0]?.name).toBe('kept');
    const name = readdirSync(folder).find((one) => one.startsWith('lexical-'))!;
    const good = readFileSync(join(folder, name));
    writeFileSync(join(folder, name), 'other');
    expect(await codeOf(openIndex(folder))).toBe('artifact-broken');
    writeFileSync(join(folder, '.previous', name), good);
    expect((await (await openIndex(folder)).search('kept')).results[0]?.name).toBe('kept');
    rmSync(join(folder, name));
    expect((await (await openIndex(folder)).search('kept')).results[0]?.name).toBe('kept');
  });

  it('that lies outside of the folder is not read', async () => {
    for (const $file of ['../secret.json', '/etc/passwd', 'a/../../secret.json']) {
      const folder = join(temp.dir, 'outside');
      mkdirSync(folder, { recursive: true });
      const secret = JSON.stringify(parts().lexical);
      writeFileSync(join(temp.dir, 'secret.json'), secret);
      const sidecar = { $file, digest: digestOf(Buffer.from(secret)), size: secret.length };
      writeFileSync(join(folder, 'index.json'), assemble({ ...parts(), lexical: sidecar }).index);
      expect(await codeOf(openIndex(folder))).toBe('artifact-broken');
    }
  });
});

describe('another build of the format', () => {
  it.each([0, 1, 3, 99, '2', null, 1.5])('is refused: version %j', async (version) => {
    const code = Number.isInteger(version) ? 'artifact-version' : 'artifact-broken';
    const ours = `"version":${FORMAT.version}}`;
    const text = bytes.toString('latin1').replace(ours, `"version":${JSON.stringify(version)}}`);
    expect(await load(Buffer.from(text))).toBe(code);
    const whole = { ...parts(), format: { name: 'skillgraft-index', version } } as Artifact;
    expect(await codeOf(openIndex(whole))).toBe(code);
  });

  it('is refused: another analyzer, with what would happen else', async () => {
    const lexical = { ...(parts().lexical as object), analyzer: { name: 'skillgraft', version: 99 } };
    const { index } = assemble({ ...parts(), lexical } as Artifact);
    expect(await load(index)).toBe('artifact-analyzer');
    await expect(openIndex({ ...parts(), lexical } as Artifact)).rejects.toThrow('analyzer');
  });
});

describe('an object', () => {
  it('that is an artifact is opened and searched', async () => {
    const index = await openIndex(parts());
    expect((await index.search('kept')).results[0]?.name).toBe('kept');
    expect(await codeOf(index.get('kept'))).toBe('artifact-file-missing');
    const content = readFileSync(join(out, 'skills/kept/SKILL.md'));
    const whole = await openIndex(parts(), { files: new Map([['skills/kept/SKILL.md', content]]) });
    expect((await whole.get('kept')).body).toContain('Do the step.');
  });

  it.each([null, [], {}, { format: null }, { format: {} }, { format: { ...FORMAT } }])(
    'that is none is refused: %j',
    async (value) => expect(await codeOf(openIndex(value as never))).toBe('artifact-broken'),
  );

  it('that lacks a part, or has one of another type, is refused', async () => {
    const keys = ['source', 'generator', 'skills', 'failed', 'findings', 'lexical', 'lineage', 'vectors'];
    for (const key of keys) {
      for (const value of [
        undefined,
        // An index without an embedder has no vectors.
        ...(key === 'vectors' ? [] : [null]),
        5,
        'text',
        key === 'skills' || key === 'failed' ? {} : [],
        [null],
        [{}],
      ]) {
        if (key === 'failed' && Array.isArray(value)) continue;
        const broken = { ...parts(), [key]: value } as never;
        expect(await codeOf(openIndex(broken)), `${key} ${JSON.stringify(value)}`).toBe('artifact-broken');
      }
    }
  });

  it('that is a number or another text is a path that is not there', async () => {
    for (const value of [5, true, undefined, '', 'no such folder', 'C:\\no\\such', 'x:y']) {
      if (value !== '') expect(await codeOf(openIndex(value as never))).toBe('artifact-file-missing');
    }
  });
});

describe('a location', () => {
  it('may be a folder, the file, or a file: address', async () => {
    const file = join(out, 'index.json');
    for (const place of [out, `${out}/`, file, pathToFileURL(out), pathToFileURL(file).href]) {
      expect((await openIndex(place)).skills).toHaveLength(3);
    }
  });

  it('that is wrong is told with a hint', async () => {
    expect(await codeOf(openIndex(join(out, 'index.json/below')))).toBe('artifact-file-missing');
    const missing = openIndex(join(temp.dir, 'none'));
    await expect(openIndex('/no-such-index')).rejects.toThrow(/[\\/]no-such-index\.$/);
    await expect(missing).rejects.toMatchObject({ hint: expect.stringContaining('skillgraft build') });
    for (const place of ['ftp://x/index.json', 'http://', 'file:///%zz', 'https://:x/', 'data://x']) {
      expect(await codeOf(openIndex(place)), place).toBe('artifact-location');
    }
    mkdirSync(join(temp.dir, 'odd/index.json'), { recursive: true });
    expect(await codeOf(openIndex(join(temp.dir, 'odd')))).toBe('artifact-unreadable');
  });
});
