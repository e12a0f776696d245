import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildResult, buildIndex } from '../../build/build-index.js';
import type { BuildOptions } from '../../build/options.js';
import { publishArtifact } from '../../build/publish-artifact.js';
import type { WriteResult } from '../../build/write.js';
import type { WriteFs } from '../../build/write-fs.js';
import { openIndex } from '../../runtime/open-index.js';
import { SkillgraftError } from '../../schema/errors.js';
import { skillText, TestRepo, tempFolder } from './git-repo.js';

/** A repository of two commits: the second one changes, adds and removes skills, and swaps a file and a folder. */
export interface TwoVersions {
  readonly repo: TestRepo;
  readonly v1: string;
  readonly v2: string;
}

export function twoVersions(dir: string): TwoVersions {
  const repo = new TestRepo(dir);
  repo
    .write('skills/kept/SKILL.md', skillText('kept'))
    .write('skills/changed/SKILL.md', skillText('changed', 'One.'))
    .write('skills/changed/ref', 'a file\n')
    .write('skills/changed/dir/note.md', 'in a folder\n')
    .write('skills/removed/SKILL.md', skillText('removed'))
    .write('skills/removed/deep/er/note.md', 'deep\n');
  const v1 = repo.commit('first');
  repo.git('rm', '-rq', 'skills/removed', 'skills/changed/ref', 'skills/changed/dir');
  repo
    .write('skills/changed/SKILL.md', skillText('changed', 'Two.'))
    .write('skills/changed/ref/note.md', 'in a folder now\n')
    .write('skills/changed/dir', 'a file now\n')
    .write('skills/added/SKILL.md', skillText('added'));
  return { repo, v1, v2: repo.commit('second') };
}

/** Builds and hands the result on; closes it at the end. */
export async function withBuild<T>(
  options: BuildOptions,
  use: (result: BuildResult) => Promise<T>,
): Promise<T> {
  const result = await buildIndex(options);
  try {
    return await use(result);
  } finally {
    await result.close();
  }
}

/** Builds and writes into `options.out`. */
export async function buildInto(options: BuildOptions & { out: string }, fs?: WriteFs): Promise<WriteResult> {
  return withBuild(options, (result) => publishArtifact(result, options.out, fs));
}

/** Every file and folder below `dir` (folders end in a slash) with a digest of its bytes, sorted. */
export function listing(dir: string): Record<string, string> {
  const names = readdirSync(dir, { recursive: true }).map(String).sort();
  return Object.fromEntries(
    names.map((name) => {
      if (lstatSync(join(dir, name)).isDirectory()) return [`${name}/`, ''];
      return [
        name,
        createHash('sha256')
          .update(readFileSync(join(dir, name)))
          .digest('hex'),
      ];
    }),
  );
}

/** The commit that an index at `path` is of, after every file of every skill was read from it with its digest checked. */
export async function servedWhole(path: string): Promise<string | undefined> {
  const index = await openIndex(path);
  for (const skill of index.skills) {
    const content = await index.get(skill.path);
    for (const file of content.files) await index.file(skill.path, file.path);
  }
  return index.artifact.source.commit;
}

/** The code of the SkillgraftError that a promise rejects with; fails the test for every other outcome. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    if (!(error instanceof SkillgraftError)) throw error;
    if (error.hint === '') throw new Error('an error without a hint');
    return error.code;
  }
  throw new Error('it did not reject');
}

/** What a file system does from one call on. */
export interface Fault {
  /** 1 is the first call. */
  readonly at: number;
  readonly code: string;
  /** True: that call and all later ones fail, as if the process had been killed. */
  readonly forGood?: boolean;
  /** True: a write that fails has written half of its bytes. */
  readonly short?: boolean;
}

/** Wraps a file system so that it fails; `calls` counts what was asked for. */
export function faultyFs(
  fs: WriteFs,
  fault: Fault | null,
): { readonly fs: WriteFs; readonly calls: () => number } {
  let calls = 0;
  const wrapped = Object.fromEntries(
    Object.entries(fs).map(([name, call]) => [
      name,
      async (...args: unknown[]): Promise<unknown> => {
        calls += 1;
        const run = call as (...args: unknown[]) => Promise<unknown>;
        const fails = fault !== null && (calls === fault.at || (fault.forGood === true && calls > fault.at));
        if (!fails) return run(...args);
        if (name === 'writeFile' && fault.short === true && calls === fault.at) {
          const bytes = args[1] as Uint8Array;
          await run(args[0], bytes.subarray(0, bytes.length >> 1), false);
        }
        throw Object.assign(new Error(`${fault.code}: injected into ${name}`), { code: fault.code });
      },
    ]),
  );
  return { fs: wrapped as unknown as WriteFs, calls: () => calls };
}

/** For the tests of one file: a repository of two versions, fresh places in its temporary folder, and builds into them. */
export function publishFixture() {
  const temp = tempFolder();
  const two = twoVersions(join(temp.dir, 'repo'));
  let count = 0;
  return {
    temp,
    two,
    fresh: (): string => {
      count += 1;
      return join(temp.dir, `place-${count}`);
    },
    build: (out: string, ref = two.v2): Promise<unknown> => buildInto({ repo: two.repo.dir, ref, out }),
  };
}
