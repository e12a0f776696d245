import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../schema/codec.js';
import type { Artifact, SkillEntry } from '../../schema/index.types.js';
import { caseFiles, getCase, haveCases } from '../helpers/cases.js';
import { CLI } from '../helpers/cli.js';
import { git, skillText, TestRepo, tempFolder } from '../helpers/git-repo.js';
import { seededRandom } from '../helpers/random.js';
import { buildInto, listing } from '../helpers/skills-repo.js';

const temp = tempFolder();
let repo: TestRepo;
/** Folder of the artifact that all others must equal, and what is in it. */
let expected: Record<string, string>;
let count = 0;

const FILES: Readonly<Record<string, string>> = {
  'skills/alpha/SKILL.md': skillText(
    'alpha',
    '# İstanbul ve IRMAK\n\nTitle Iı İi. See [notes](references/notes.md).',
  ),
  'skills/alpha/references/notes.md': '# Notes\n\nSome words about İ and ß and ﬁ.\n',
  'skills/alpha/run.sh': '#!/bin/sh\necho\n',
  'skills/Zeta/SKILL.md': skillText('zeta', 'Upper case folder.'),
  'skills/émile/SKILL.md': skillText('emile', 'É comes behind Z by code unit.'),
  'skills/日本/SKILL.md': skillText('nihon', '日本語の説明です。'),
  'skills/a b/SKILL.md': skillText('a-b', 'A blank. For other things -> alpha.'),
  'skills/broken/SKILL.md': '---\nname: [\n---\n\nNot YAML.\n',
  'skills/dated/SKILL.md':
    '---\nname: dated\ndescription: Has dates.\ncreated: 2024-01-01\nttl-days: 30\n---\n\nBody.\n',
  'skillgraft.json': '{"profile":"spec"}\n',
  'README.md': 'Nothing.\n',
};

function place(): string {
  count += 1;
  return join(temp.dir, `p${count}`);
}

beforeAll(async () => {
  repo = new TestRepo(join(temp.dir, 'repo'));
  for (const [path, text] of Object.entries(FILES)) repo.write(path, text);
  chmodSync(join(repo.dir, 'skills/alpha/run.sh'), 0o755);
  repo.commit('add all');
  repo.git('mv', 'skills/Zeta', 'skills/Eta');
  repo.commit('rename');
  repo.git('mv', 'skills/Eta', 'skills/Zeta');
  repo.commit('and back');
  const out = place();
  await buildInto({ repo: repo.dir, out });
  expected = listing(out);
});
afterAll(() => temp.dispose());

interface Run {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  readonly umask?: string;
}

/** Runs the compiled command in a shell of its own and gives what lies in `out` after it. */
function runCli(args: readonly string[], out: string, run: Run = {}): Record<string, string> {
  const env = { PATH: process.env.PATH ?? '', HOME: temp.dir, ...run.env };
  const command = `umask ${run.umask ?? '022'}; exec "$0" "$@"`;
  const child = spawnSync('sh', ['-c', command, process.execPath, CLI, 'build', '--out', out, ...args], {
    cwd: run.cwd ?? temp.dir,
    env,
    encoding: 'utf8',
  });
  // 1: the broken skill is reported.
  expect([0, 1], child.stderr).toContain(child.status);
  return listing(out);
}

describe('the same commit gives the same folder, byte for byte', () => {
  it.each<[string, Run]>([
    ['in another time zone', { env: { TZ: 'Asia/Kolkata' } }],
    ['in a Turkish locale', { env: { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' } }],
    ['in the C locale', { env: { LANG: 'C', LC_ALL: 'C' } }],
    ['with umask 077', { umask: '077' }],
    [
      'with a small stack of settings for git',
      {
        env: {
          GIT_CONFIG_COUNT: '2',
          GIT_CONFIG_KEY_0: 'core.quotePath',
          GIT_CONFIG_VALUE_0: 'true',
          GIT_CONFIG_KEY_1: 'log.showSignature',
          GIT_CONFIG_VALUE_1: 'true',
        },
      },
    ],
  ])('%s', (_, run) => {
    const out = place();
    expect(runCli(['--repo', repo.dir], out, run)).toEqual(expected);
  });

  it('by a path, a relative path, from a subfolder, and from that folder itself', () => {
    const below = join(repo.dir, 'skills/alpha');
    for (const [cwd, args] of [
      [temp.dir, ['--repo', relative(temp.dir, repo.dir)]],
      [temp.dir, ['--repo', `${repo.dir}/`]],
      [repo.dir, []],
      [below, []],
      [temp.dir, ['--repo', below]],
    ] as const) {
      expect(runCli(args, place(), { cwd })).toEqual(expected);
    }
  });

  it('in a clone, a bare clone and a clone with CRLF line ends', async () => {
    const clones = { plain: [], bare: ['--bare'], crlf: ['-c', 'core.autocrlf=true', '-c', 'core.eol=crlf'] };
    for (const options of Object.values(clones)) {
      const clone = place();
      git(temp.dir, ['clone', '-q', ...options, repo.dir, clone]);
      const out = place();
      await buildInto({ repo: clone, out });
      expect(listing(out)).toEqual(expected);
      if (options.length === 4)
        expect(readFileSync(join(clone, 'skills/alpha/SKILL.md'), 'utf8')).toContain('\r\n');
    }
  });

  it('packed, and with a work tree that is changed, emptied or elsewhere', async () => {
    const clone = place();
    git(temp.dir, ['clone', '-q', repo.dir, clone]);
    git(clone, ['repack', '-adq']);
    writeFileSync(join(clone, 'skills/alpha/SKILL.md'), 'changed');
    rmSync(join(clone, 'skills/dated'), { recursive: true });
    mkdirSync(join(clone, 'skills/new'));
    writeFileSync(join(clone, 'skills/new/SKILL.md'), skillText('new'));
    const linked = place();
    git(clone, ['worktree', 'add', '-q', '--detach', linked, 'HEAD']);
    for (const dir of [clone, linked]) {
      const out = place();
      await buildInto({ repo: dir, out });
      expect(listing(out)).toEqual(expected);
    }
  });

  it('with both git readers, with and without the artifact of a commit before', async () => {
    for (const reader of ['native', 'isomorphic'] as const) {
      for (const before of ['HEAD~2', 'HEAD~1', 'HEAD', null]) {
        for (const incremental of [true, false]) {
          const out = place();
          if (before !== null) await buildInto({ repo: repo.dir, reader, ref: before, out });
          await buildInto({ repo: repo.dir, reader, incremental, out });
          expect(listing(out), `${reader} after ${before}`).toEqual(expected);
        }
      }
    }
  });

  it('into a folder inside the repository, ignored, untracked or committed', async () => {
    const clone = place();
    git(temp.dir, ['clone', '-q', repo.dir, clone]);
    const out = join(clone, 'dist');
    for (let i = 0; i < 2; i += 1) {
      await buildInto({ repo: clone, out });
      expect(listing(out)).toEqual(expected);
    }
  });
});

describe('the same files give the same folder, byte for byte', () => {
  /** Writes the files in an order and with times of its own. */
  function scatter(dir: string, files: Readonly<Record<string, unknown>>, seed: number): void {
    const random = seededRandom(seed);
    const left = Object.entries(files);
    while (left.length > 0) {
      const [[path, text]] = left.splice(random.below(left.length), 1) as [[string, string]];
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), text);
      const time = random.below(2_000_000_000);
      utimesSync(join(dir, path), time, time);
    }
  }

  it('in whatever order and at whatever time they were made, as a folder and as a work tree', async () => {
    for (const inGit of [false, true]) {
      const seen = new Set<string>();
      for (let seed = 1; seed <= 4; seed += 1) {
        const dir = place();
        if (inGit) new TestRepo(dir);
        scatter(dir, FILES, seed);
        const out = place();
        await buildInto({ repo: dir, out, ...(inGit ? { workTree: true } : {}) });
        seen.add(canonicalJson(listing(out)));
        const within = join(dir, 'dist');
        for (let i = 0; i < 2; i += 1)
          await buildInto({ repo: dir, out: within, ...(inGit ? { workTree: true } : {}) });
        seen.add(canonicalJson(listing(within)));
      }
      expect(seen.size).toBe(1);
    }
  });

  it('whatever reader lists the work tree', async () => {
    const dir = place();
    cpSync(repo.dir, dir, { recursive: true });
    const lists = [];
    for (const reader of ['native', 'isomorphic'] as const) {
      const out = place();
      await buildInto({ repo: dir, workTree: true, reader, out });
      lists.push(listing(out));
    }
    expect(lists[0]).toEqual(lists[1]);
  });

  it.skipIf(!haveCases)('case determinism-01', async () => {
    const files = caseFiles(getCase('determinism-01'));
    const entries = Object.entries(files);
    const indexes = new Set<string>();
    for (const order of [entries, [...entries].reverse()]) {
      for (const inGit of [false, true]) {
        const dir = place();
        if (inGit) new TestRepo(dir);
        for (const [path, text] of order) scatter(dir, { [path]: text }, indexes.size + 1);
        const out = place();
        await buildInto({ repo: dir, out, ...(inGit ? { workTree: true } : {}) });
        const index = JSON.parse(readFileSync(join(out, 'index.json'), 'utf8')) as Artifact;
        expect((index.skills as SkillEntry[]).map(({ name }) => name)).toEqual([
          'a-first',
          'b-second',
          'c-third',
        ]);
        indexes.add(`${inGit} ${readFileSync(join(out, 'index.json'), 'utf8')}`);
      }
    }
    expect(indexes.size).toBe(2);
  });
});
