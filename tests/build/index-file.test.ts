import { readFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assemble } from '../../build/assemble.js';
import { packageRoot } from '../../runtime/package-info.js';
import { canonicalJson } from '../../schema/codec.js';
import type { VectorSection } from '../../schema/embedding.js';
import type { Artifact, SkillEntry } from '../../schema/index.types.js';
import { skillText, TestRepo, tempFolder } from '../helpers/git-repo.js';
import { buildInto } from '../helpers/skills-repo.js';

const temp = tempFolder();
beforeAll(async () => {
  const repo = new TestRepo(join(temp.dir, 'repo'));
  for (const name of ['alpha', 'Zeta', 'émile', '日本'])
    repo.write(`skills/${name}/SKILL.md`, skillText(name));
  repo.write('skills/broken/SKILL.md', '---\nname: [\n---\n').write('skills/alpha/notes.md', '# Notes İ\n');
  repo.commit('add all');
  await buildInto({ repo: repo.dir, out: join(temp.dir, 'p1') });
});
afterAll(() => temp.dispose());

describe('index.json', () => {
  const read = (): string => readFileSync(join(temp.dir, 'p1/index.json'), 'latin1');

  it('holds no path, name or clock of the machine', () => {
    const text = read();
    const now = new Date().toISOString().slice(0, 10);
    for (const word of [
      temp.dir,
      '/tmp',
      process.cwd(),
      hostname(),
      process.version,
      now,
      String(new Date().getFullYear()),
    ]) {
      expect(text, word).not.toContain(word);
    }
    if (userInfo().username.length > 4) expect(text).not.toContain(userInfo().username);
    expect(text).not.toMatch(/"(?:mtime|built|host|cwd)/);
  });

  it('is canonical: ASCII, sorted keys, one line feed at the end; assembled again it is the same', () => {
    const text = read();
    expect(text).toMatch(/^[\x20-\x7e]*\n$/);
    const value = JSON.parse(text) as Artifact;
    expect(`${canonicalJson(value)}\n`).toBe(text);
    const { $digest: _, ...parts } = value;
    expect(Buffer.from(assemble(parts).index).toString('latin1')).toBe(text);
    const paths = (value.skills as SkillEntry[]).map(({ path }) => path);
    expect(paths).toEqual([...paths].sort());
    expect(paths).toContain('skills/Zeta');
  });

  it('leaves out vectors of more than 256 KiB, which no reader needs before a search', () => {
    const { $digest: _, format: _format, ...parts } = JSON.parse(read()) as Artifact;
    const sidecars = (size: number): string[] => {
      const vectors = { ...(parts.vectors as VectorSection), vectors: 'A'.repeat(size) };
      return [...assemble({ ...parts, vectors }).files.keys()].map((name) => name.replace(/-.*/, ''));
    };
    expect(sidecars(200 * 1024)).toEqual(['index.json']);
    expect(sidecars(256 * 1024)).toEqual(['vectors', 'index.json']);
  });

  it('is what its schema says', () => {
    const schema = JSON.parse(readFileSync(new URL('schema/index.schema.json', packageRoot()), 'utf8'));
    const ajv = new Ajv({ allErrors: true });
    ajv.addKeyword('tsType');
    const validate = ajv.compile(schema);
    const value = JSON.parse(read()) as Artifact;
    expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
    const { $digest: _, ...parts } = value;
    const split = JSON.parse(Buffer.from(assemble(parts, 100).index).toString('latin1')) as Artifact;
    expect(split.skills).toHaveProperty('$file');
    expect(split.vectors).toHaveProperty('$file');
    expect(validate(split), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...value, more: 1 })).toBe(false);
    expect(validate({ ...value, skills: [{}] })).toBe(false);
    const vectors = value.vectors as VectorSection;
    expect(vectors).toMatchObject({ dims: 256, documents: 4, model: { id: 'skillgraft-static-en' } });
    expect(validate({ ...value, vectors: null })).toBe(true);
    const { vectors: _vectors, ...without } = value;
    expect(validate(without)).toBe(false);
    for (const wrong of [
      { ...vectors, bits: 8 },
      { ...vectors, scale: 0 },
      { ...vectors, dims: 0 },
      { ...vectors, more: 1 },
      { ...vectors, model: { ...vectors.model, more: 1 } },
      { ...vectors, model: { id: 'x' } },
    ]) {
      expect(validate({ ...value, vectors: wrong }), JSON.stringify(wrong)).toBe(false);
    }
  });
});
