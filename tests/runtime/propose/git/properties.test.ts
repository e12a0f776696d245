import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRepository } from '../../../../runtime/git/open.js';
import type { Repository } from '../../../../runtime/git/repository.js';
import { writeProposal } from '../../../../runtime/propose/git/write-proposal.js';
import type { CommitRequest, FileChange } from '../../../../runtime/propose/types.js';
import { SkillgraftError } from '../../../../schema/errors.js';
import { git, type TestRepo } from '../../../helpers/git-repo.js';
import { bytes, fastFolder, fsck, sampleRepo, sampleRequest } from './fixture.js';

const temp = fastFolder();
let repo: TestRepo;
let base: string;
let repository: Repository;
let repos = 0;

beforeEach(async () => {
  ({ repo, base } = sampleRepo(join(temp.dir, `repo-${repos++}`)));
  repository = await openRepository(repo.dir, { reader: 'isomorphic' });
});
afterEach(async () => {
  await repository.close();
  expect(fsck(repo.dir)).toBe('');
});
afterAll(() => temp.dispose());

const HOSTILE = [
  ...[
    '\n',
    '\r',
    '\0',
    '\x1b',
    '\x7f',
    '\u0085',
    '\u2028',
    '\u202e',
    '\u2066',
    '\u200c',
    '\ufeff',
    '\ud800',
    '\\',
    '<',
    '>',
    ' ',
  ],
  ...[
    '\nparent ',
    '\n\n',
    '-->',
    'Skill-Action: REMOVE',
    'author ',
    '> 0 +0000\n',
    '..',
    '.',
    '/',
    '.git',
    '.GIT',
    'git~1',
  ],
  ...[
    '.gitmodules',
    '.gitattributes',
    'GITMOD~1',
    '::$INDEX_ALLOCATION',
    'con',
    '-rf',
    '.lock',
    '@{',
    '~',
    '^',
    ':',
    'é',
    'e\u0301',
    '技',
  ],
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 5 })
  .map((parts) => parts.join(''));
const sound = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const either = fc.oneof(hostile, sound);

/** Lands, or is refused in words; gives the commit. `git fsck --strict` looks at all of them at the end. */
async function landsOrRefused(other: Partial<CommitRequest>): Promise<string | null> {
  try {
    return (await writeProposal(repository, sampleRequest(base, other))).commit;
  } catch (error) {
    expect(error).toBeInstanceOf(SkillgraftError);
    return null;
  }
}

async function rawCommit(commit: string): Promise<string> {
  return Buffer.from((await repository.rawObject(commit)).data).toString();
}

/** Each save under its own name, as there are many. */
let saves = 0;
const branch = () => `property/p${saves++}`;

describe('whatever the texts are, git is content or the request is refused', () => {
  it('authors: the header says what was given, and has no line more', async () => {
    let landed = 0;
    const check = async (name: string, email: string) => {
      const commit = await landsOrRefused({ branch: branch(), author: { name, email } });
      if (commit === null) return;
      landed++;
      const [, parent, author, committer, ...rest] = (await rawCommit(commit)).split('\n');
      expect([parent, author]).toEqual([`parent ${base}`, `author ${name} <${email}> 1710000000 +0000`]);
      expect([committer, rest[0]]).toEqual([`committer ${name} <${email}> 1710000000 +0000`, '']);
    };
    await fc.assert(fc.asyncProperty(either, either, check), { numRuns: 70 });
    expect(landed).toBeGreaterThan(10);
  });

  it('messages: they come back as they were', async () => {
    let landed = 0;
    const check = async (message: string) => {
      const commit = await landsOrRefused({ branch: branch(), message });
      if (commit === null) return;
      landed++;
      const raw = await rawCommit(commit);
      expect(raw.slice(raw.indexOf('\n\n') + 2)).toBe(message);
      expect(raw.slice(0, raw.indexOf('\n\n')).split('\n')).toHaveLength(4);
    };
    await fc.assert(fc.asyncProperty(either, check), { numRuns: 50 });
    expect(landed).toBeGreaterThan(10);
  });

  it('paths: the tree has them as they were, and all that was there', async () => {
    let landed = 0;
    const path = fc.array(either, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
    const check = async (one: string, other: string) => {
      const changes = [one, other].map(
        (name): FileChange => ({ path: name, mode: '100644', before: null, after: bytes('x\n') }),
      );
      const commit = await landsOrRefused({ branch: branch(), changes });
      if (commit === null) return;
      landed++;
      const names = (id: string) =>
        git(repo.dir, ['ls-tree', '-r', '-z', '--name-only', id]).split('\0').slice(0, -1);
      expect(names(commit).sort()).toEqual([...names(base), one, other].sort());
    };
    await fc.assert(fc.asyncProperty(path, path, check), { numRuns: 70 });
    expect(landed).toBeGreaterThan(5);
  });

  it('branches: the ref is below the prefix', async () => {
    const check = async (name: string) => {
      await landsOrRefused({ branch: name, message: `Branch ${saves++}\n` });
    };
    await fc.assert(fc.asyncProperty(fc.oneof(hostile, fc.stringMatching(/^[a-z0-9./_-]{1,9}$/)), check), {
      numRuns: 60,
    });
    const refs = repo.git('for-each-ref', '--format=%(refname)').split('\n');
    expect(refs.filter((ref) => !/^refs\/heads\/(?:main|skillgraft\/[a-z0-9._/-]+)$/.test(ref))).toEqual([]);
    expect(repo.git('rev-parse', 'main')).toBe(base);
  });
});

describe('trees', () => {
  const name = fc.constantFrom('a', 'b', 'a.b', 'a-b', 'ab');
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
  const text = fc.constantFrom('1\n', '2\n');
  const files = fc.dictionary(path, text, { maxKeys: 8 }).map(withoutClashes);

  it('are those that git makes of the same files', async () => {
    const samples = fc.sample(fc.tuple(files, files), 40).filter(([a, b]) => changesOf(a, b).length > 0);
    expect(samples.length).toBeGreaterThan(20);
    const commits = commitFiles(repo, samples.flat());
    const trees = repo.git('rev-parse', ...commits.map((commit) => `${commit}^{tree}`)).split('\n');
    for (const [i, [before, after]] of samples.entries()) {
      const changes = changesOf(before, after);
      const request = sampleRequest(commits[2 * i]!, { branch: branch(), changes });
      const { commit } = await writeProposal(repository, request);
      expect((await repository.commit(commit)).tree).toBe(trees[2 * i + 1]);
    }
  });
});

type Files = ReadonlyMap<string, string>;

/** A path cannot be a file and a folder. */
function withoutClashes(files: Record<string, string>): Files {
  const paths = Object.keys(files).sort();
  const kept = paths.filter((path) => !paths.some((other) => other.startsWith(`${path}/`)));
  return new Map(kept.map((path) => [path, files[path]!]));
}

function changesOf(before: Files, after: Files): FileChange[] {
  const side = (files: Files, path: string) => {
    const text = files.get(path);
    return text === undefined ? null : bytes(text);
  };
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => ({ path, mode: '100644', before: side(before, path), after: side(after, path) }));
}

/** A commit of each of these sets of files, made by git. */
function commitFiles(target: TestRepo, sets: readonly Files[]): string[] {
  const commits = sets.map((files, i) => {
    const lines = [...files].map(([path, text]) => `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`);
    const head = `reset refs/heads/set-${i}\ncommit refs/heads/set-${i}\ncommitter x <x@y> 0 +0000\ndata 1\nx\n`;
    return `${head}${lines.join('')}`;
  });
  git(target.dir, ['fast-import', '--quiet'], { input: commits.join('') });
  return target.git('rev-parse', ...sets.map((_, i) => `refs/heads/set-${i}`)).split('\n');
}
