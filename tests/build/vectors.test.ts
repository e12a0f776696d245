import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildVectors, type EmbeddableText } from '../../build/embed.js';
import type { BuildOptions } from '../../build/options.js';
import type { Embedder } from '../../runtime/embed/embedder.js';
import { loadPackagedModel } from '../../runtime/embed/model-folder.js';
import type { VectorSection } from '../../schema/embedding.js';
import type { Artifact } from '../../schema/index.types.js';
import { skillgraft } from '../helpers/cli.js';
import { skillText, TestRepo, tempFolder } from '../helpers/git-repo.js';
import { codeOf, withBuild } from '../helpers/skills-repo.js';
import { loadTransformers, MODELS } from '../helpers/transformers.js';

const temp = tempFolder();
afterAll(() => temp.dispose());
let count = 0;

function place(): string {
  count += 1;
  return join(temp.dir, `p${count}`);
}

/** A folder of skills without git, each with its text. */
function folder(files: Readonly<Record<string, string>>): string {
  const dir = place();
  mkdirSync(dir);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(dir, path, '..'), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  return dir;
}

async function artifactOf(options: BuildOptions): Promise<Artifact> {
  return withBuild(options, async ({ index }) => JSON.parse(Buffer.from(index).toString('latin1')));
}

async function vectorsOf(options: BuildOptions): Promise<VectorSection> {
  return (await artifactOf(options)).vectors as VectorSection;
}

const commits = `---
name: git-commits
description: Writes commit messages. Not for release notes, use write-release-notes.
---

# Types

Use feat for features.

\`\`\`sh
git commit
\`\`\`
`;
const embedded: EmbeddableText = {
  name: 'git-commits',
  description: 'Writes commit messages.',
  headings: ['Types'],
  body: '# Types\n\nUse feat for features.\n',
};

describe('the vectors of an artifact', () => {
  it('are of the own text, the headings, and the prose of SKILL.md alone', async () => {
    const alone = await vectorsOf({ repo: folder({ 'skills/git-commits/SKILL.md': commits }) });
    expect(alone).toEqual(await buildVectors([embedded], loadPackagedModel()));
    const files = { 'skills/git-commits/SKILL.md': commits, 'skills/git-commits/more.md': '# Kubernetes\n' };
    expect(await vectorsOf({ repo: folder(files) })).toEqual(alone);
    const other = await buildVectors([{ ...embedded, body: 'git commit' }], loadPackagedModel());
    expect(other).not.toEqual(alone);
  });

  it('are of the first code points of a long body, wherever its bytes are cut', async () => {
    // Long unknown words are one token each: the limit cuts before the model does.
    for (const letters of ['\u{1d4b3}', '\u{1d4b3}a', '\u00df\u{1d4b3}', '\u00df']) {
      const line = (word: string): string => `${letters.repeat(18 / [...letters].length)} ${word}\n`;
      const words = line('git').repeat(90) + line('bread').repeat(60) + line('cloud').repeat(300);
      const text = skillText('long', words);
      const expected = await buildVectors(
        [{ name: 'long', description: 'Does long.', headings: [], body: words }],
        loadPackagedModel(),
      );
      expect(await vectorsOf({ repo: folder({ 'skills/long/SKILL.md': text }) })).toEqual(expected);
    }
  });

  it.each([0, 1, 2, 5])('are as many as the skills: %i', async (skills) => {
    const names = Array.from({ length: skills }, (_, i) => `skill-${'abcde'[i]}`);
    const files = names.map((name) => [`skills/${name}/SKILL.md`, skillText(name)] as const);
    const vectors = await vectorsOf({ repo: folder({ 'README.md': '', ...Object.fromEntries(files) }) });
    expect(vectors).toMatchObject({ documents: skills, dims: 256, bits: 7 });
    expect(Buffer.from(vectors.vectors, 'base64')).toHaveLength(skills * 224);
  });
});

/** A model of two dimensions, for what comes of a model that is given. */
const tiny: Embedder = {
  fingerprint: {
    id: 'tiny',
    revision: '1',
    dims: 2,
    pooling: 'mean',
    prefix: '',
    normalised: true,
    recipe: 'description-v1',
  },
  embed: (texts) =>
    texts.map((text) => ({ vector: Float32Array.of(text.includes('e') ? 1 : 0, 0), coverage: 1 })),
};

describe('the embedder of a build', () => {
  const repo = folder({ 'skills/one/SKILL.md': skillText('one') });

  it('may be none or one of the caller, and is one of the settings', async () => {
    const packaged = await artifactOf({ repo });
    expect(await artifactOf({ repo, embedder: 'static' })).toEqual(packaged);
    const none = await artifactOf({ repo, embedder: 'none' });
    expect(none.vectors).toBeNull();
    const given = await artifactOf({ repo, embedder: tiny });
    expect(given.vectors).toMatchObject({ model: tiny.fingerprint, dims: 2, documents: 1 });
    const configs = [packaged, none, given].map(({ source }) => source.config);
    expect(new Set(configs).size).toBe(3);
  });

  it('comes from the commit, else from flags and the environment, which win', async () => {
    const committed = new TestRepo(place());
    committed.write('skills/one/SKILL.md', skillText('one')).write('skillgraft.json', '{"embedder": "none"}');
    committed.commit('add');
    const { dir } = committed;
    expect((await artifactOf({ repo: dir })).vectors).toBeNull();
    expect((await artifactOf({ repo: dir, embedder: 'static' })).vectors).not.toBeNull();
    const build = (args: readonly string[], env: Record<string, string> = {}): unknown => {
      const out = place();
      for (const check of [[], ['--check']]) {
        const line = ['build', '--repo', dir, '--out', out, ...args, ...check];
        const { status, stdout, stderr } = skillgraft(line, { cwd: temp.dir, env });
        expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: '' });
      }
      return (JSON.parse(readFileSync(join(out, 'index.json'), 'latin1')) as Artifact).vectors;
    };
    expect(build([])).toBeNull();
    expect(build(['--embedder', 'static'])).not.toBeNull();
    expect(build([], { SKILLGRAFT_EMBEDDER: 'static' })).not.toBeNull();
  });

  it('is said to be missing before anything is built', async () => {
    const wish = { repo, embedder: 'transformers' } as const;
    expect(await codeOf(artifactOf(wish))).toBe('model-unnamed');
    expect(await codeOf(artifactOf({ ...wish, transformers: { model: '../x' } }))).toBe('model-name');
    expect(await codeOf(artifactOf({ ...wish, transformers: { model: 'x' } }))).toBe('model-missing');
    const away = { model: 'x', path: temp.dir };
    expect(await codeOf(artifactOf({ ...wish, transformers: away }))).toBe('model-missing');
    const loaded = { ...away, download: true };
    expect(await codeOf(artifactOf({ ...wish, transformers: loaded }))).toBe('model-revision-missing');
    const named = { model: 'x', revision: '1' };
    expect(await codeOf(artifactOf({ ...wish, transformers: named }))).toBe('transformers-missing');
  });

  it('is not asked for by a check of the skills, and is by a build', () => {
    const dir = folder({
      'skills/one/SKILL.md': skillText('one'),
      'skillgraft.json': '{"embedder": "transformers", "embedder-model": "x", "embedder-revision": "1"}',
    });
    expect(skillgraft(['check', '--repo', dir], { cwd: temp.dir }).status).toBe(0);
    const { status, stderr } = skillgraft(['build', '--repo', dir, '--out', place()], { cwd: temp.dir });
    expect(status).toBe(2);
    expect(stderr).toContain('npm install @huggingface/transformers');
  });
});

describe.skipIf(loadTransformers === null || MODELS === null)('a build with transformers.js', () => {
  it('embeds with the model that the commit names, the same bytes each time', async () => {
    const dir = folder({
      'skills/git-commits/SKILL.md': commits,
      'skills/long/SKILL.md': skillText('long').replace('Does long.', 'Bakes bread. '.repeat(1000)),
      'skillgraft.json':
        '{"embedder": "transformers", "embedder-model": "all-MiniLM-L6-v2", "embedder-path": "models"}',
    });
    cpSync(join(MODELS!, 'all-MiniLM-L6-v2'), join(dir, 'models/all-MiniLM-L6-v2'), { recursive: true });
    const options = { repo: dir, transformers: { load: loadTransformers! } };
    const artifact = await artifactOf(options);
    expect(artifact.vectors).toMatchObject({ dims: 384, documents: 2 });
    expect(artifact.vectors).toHaveProperty('model.id', 'all-MiniLM-L6-v2');
    expect((artifact.vectors as VectorSection).model.revision).toMatch(/^[0-9a-f]{32}-q8$/);
    expect(await artifactOf(options)).toEqual(artifact);
    // Where the model lies is the machine's, and no part of the settings.
    const moved = { ...options, transformers: { ...options.transformers, path: MODELS! } };
    expect(await artifactOf(moved)).toEqual(artifact);
  });
});
