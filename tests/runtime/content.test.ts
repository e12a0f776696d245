import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { assemble } from '../../build/assemble.js';
import { digestOf } from '../../runtime/files/digest.js';
import { openIndex } from '../../runtime/open-index.js';
import type { Artifact, SkillEntry } from '../../schema/index.types.js';
import { tempFolder } from '../helpers/git-repo.js';
import { buildInto, codeOf, twoVersions } from '../helpers/skills-repo.js';

const temp = tempFolder();
const out = join(temp.dir, 'deep/out');
const { repo } = twoVersions(join(temp.dir, 'repo'));
beforeEach(async () => {
  rmSync(out, { recursive: true, force: true });
  await buildInto({ repo: repo.dir, out });
});
afterAll(() => temp.dispose());

/** Writes the index again with another URI for the first file of `kept`; its digest is that of `bytes`. */
function pointTo(uri: string, bytes: Uint8Array): void {
  const { $digest: _, ...parts } = JSON.parse(readFileSync(join(out, 'index.json'), 'latin1')) as Artifact;
  const kept = (parts.skills as SkillEntry[]).find(({ name }) => name === 'kept')!;
  kept.resources = [{ uri, digest: digestOf(bytes), size: bytes.length }, ...kept.resources];
  writeFileSync(join(out, 'index.json'), assemble(parts).index);
}

describe('a file of the artifact', () => {
  it('is refused for every flipped bit, and other skills are served', async () => {
    const index = await openIndex(out);
    const file = join(out, 'skills/kept/SKILL.md');
    const good = readFileSync(file);
    for (let bit = 0; bit < good.length * 8; bit += 1) {
      const bad = Buffer.from(good);
      bad[bit >> 3]! ^= 1 << (bit & 7);
      writeFileSync(file, bad);
      expect(await codeOf(index.get('kept'))).toBe('file-changed');
    }
    expect((await index.get('changed')).body).toContain('Two.');
    expect((await index.search('kept')).results[0]?.name).toBe('kept');
    writeFileSync(file, good);
    expect((await index.get('kept')).body).toContain('Do the step.');
  });

  it('that is gone, cut short or a folder is told', async () => {
    const index = await openIndex(out);
    const file = join(out, 'skills/kept/SKILL.md');
    writeFileSync(file, readFileSync(file).subarray(0, 20));
    expect(await codeOf(index.get('kept'))).toBe('file-changed');
    rmSync(file);
    expect(await codeOf(index.get('kept'))).toBe('artifact-file-missing');
    mkdirSync(file);
    expect(await codeOf(index.get('kept'))).toBe('artifact-unreadable');
  });

  it('is taken from what a killed write put aside, only with the right digest', async () => {
    const index = await openIndex(out);
    const file = join(out, 'skills/kept/SKILL.md');
    const aside = join(out, '.previous/skills/kept/SKILL.md');
    mkdirSync(dirname(aside), { recursive: true });
    writeFileSync(aside, readFileSync(file));
    writeFileSync(file, 'other');
    expect((await index.get('kept')).body).toContain('Do the step.');
    writeFileSync(aside, 'also other');
    expect(await codeOf(index.get('kept'))).toBe('file-changed');
  });
});

describe('a URI that leads out of the folder', () => {
  const secret = Buffer.from('---\nname: secret\ndescription: Secret.\n---\n\nsecret\n');

  it.each([
    'skill://../../secret.md',
    'skill://%2e%2e/%2e%2e/secret.md',
    'skill://..%2f..%2fsecret.md',
    'skill://kept/../../../secret.md',
    'skill:///secret.md',
    'skill://a%00b',
    'skill://./kept/SKILL.md',
  ])('reads nothing: %s', async (uri) => {
    writeFileSync(join(temp.dir, 'deep/secret.md'), secret);
    writeFileSync(join(temp.dir, 'secret.md'), secret);
    pointTo(uri, secret);
    const index = await openIndex(out);
    expect(await codeOf(index.get('kept'))).toBe('artifact-broken');
    expect((await index.get('changed')).body).toContain('Two.');
  });

  it('reads nothing where it is malformed, and is told as that', async () => {
    pointTo('skill://kept/%zz', secret);
    const index = await openIndex(out);
    expect(await codeOf(index.get('kept'))).toBe('artifact-broken');
    expect((await index.search('kept')).results[0]?.name).toBe('kept');
  });
});
