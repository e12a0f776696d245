import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Embedder } from '../../../runtime/embed/embedder.js';
import { skillgraft } from '../../helpers/cli.js';
import { skillText, tempFolder } from '../../helpers/git-repo.js';
import { buildInto } from '../../helpers/skills-repo.js';

const temp = tempFolder();
const repo = join(temp.dir, 'repo');
afterAll(() => temp.dispose());

/** A model that is nowhere, of the kind that transformers.js loads. */
const absent: Embedder = {
  fingerprint: {
    id: 'absent-model',
    revision: '1-q8',
    dims: 2,
    pooling: 'mean',
    prefix: '',
    normalised: true,
    recipe: 'description-v1',
  },
  embed: (texts) => texts.map(() => ({ vector: Float32Array.of(1, 0), coverage: 1 })),
};

beforeAll(async () => {
  mkdirSync(join(repo, 'skills/trim-wick'), { recursive: true });
  writeFileSync(join(repo, 'skills/trim-wick/SKILL.md'), skillText('trim-wick'));
  await buildInto({ repo, out: join(repo, 'absent'), embedder: absent });
  await buildInto({ repo, out: join(repo, 'packaged') });
});

/** What a search says beside its results; it always finds the skill. */
function noticesOf(index: string, env: Record<string, string> = {}): string[] {
  const { status, stdout, stderr } = skillgraft(['search', 'wick', '--index', index, '--json'], {
    cwd: repo,
    env,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const answer = JSON.parse(stdout) as {
    readonly results: readonly { readonly name: string }[];
    readonly notices: readonly { readonly code: string; readonly message: string }[];
  };
  expect(answer.results.map(({ name }) => name)).toEqual(['trim-wick']);
  expect(answer.notices.every(({ code }) => code === 'embedder-missing')).toBe(true);
  return answer.notices.map(({ message }) => message);
}

describe('the embedder of a search', () => {
  it('is the packaged model where the index was built with it, whatever the settings name', () => {
    for (const kind of ['static', 'transformers', 'none'])
      expect(noticesOf('packaged', { SKILLGRAFT_EMBEDDER: kind }), kind).toEqual([]);
  });

  it('is none, with the reason, where the model is not there', () => {
    expect(noticesOf('absent')).toEqual([expect.stringMatching(/absent-model.*Set `embedder` to/)]);
    const transformers = { SKILLGRAFT_EMBEDDER: 'transformers' };
    expect(noticesOf('absent', transformers)).toEqual([
      expect.stringMatching(/absent-model is not there.*`embedder-path`/),
    ]);
    expect(noticesOf('absent', { ...transformers, SKILLGRAFT_EMBEDDER_PATH: 'models' })).toEqual([
      expect.stringContaining(join(repo, 'models/absent-model')),
    ]);
    // A revision that is named needs no files to tell it: only then is the package asked for.
    expect(noticesOf('absent', { ...transformers, SKILLGRAFT_EMBEDDER_REVISION: '1' })).toEqual([
      expect.stringContaining('npm install @huggingface/transformers'),
    ]);
  });

  it('is downloaded only by a name that the settings give', () => {
    const env = { SKILLGRAFT_EMBEDDER: 'transformers', SKILLGRAFT_EMBEDDER_DOWNLOAD: 'yes' };
    expect(noticesOf('absent', env)).toEqual([expect.stringContaining('is not there')]);
    expect(noticesOf('absent', { ...env, SKILLGRAFT_EMBEDDER_MODEL: 'absent-model' })).toEqual([
      expect.stringContaining('`embedder-revision`'),
    ]);
  });

  it('is none where the settings say so, and no word of it', () => {
    expect(noticesOf('absent', { SKILLGRAFT_EMBEDDER: 'none' })).toEqual([]);
  });

  it('is told once by a command for people, beside its results', () => {
    const { stdout, stderr } = skillgraft(['search', 'wick', '--index', 'absent'], { cwd: repo });
    expect(stdout).toContain('trim-wick');
    expect(stderr.match(/Searches go by words alone/g)).toHaveLength(1);
  });
});
