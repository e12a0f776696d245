import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openRepository } from '../../../../runtime/git/open.js';
import { ownerText } from '../../../../runtime/propose/git/lock-owner.js';
import { writeProposal } from '../../../../runtime/propose/git/write-proposal.js';
import type { CommitRequest, WrittenProposal } from '../../../../runtime/propose/types.js';
import { git } from '../../../helpers/git-repo.js';
import { type ChildEnd, type ChildResult, runChild } from './child.js';
import { change, deadOwner, everythingElse, fastFolder, fsck, sampleRepo, sampleRequest } from './fixture.js';

const temp = fastFolder();
afterAll(() => temp.dispose());

const PROCESSES = 6;
const SAVES = 15;

function requestOf(base: string, branch: string, text: string): CommitRequest {
  return sampleRequest(base, { branch, changes: [change('skills/new.md', null, `${text}\n`)] });
}

describe('a process that is killed', () => {
  it('inside any step of a save leaves nothing broken, and the next one lands', async () => {
    const { repo, base } = sampleRepo(join(temp.dir, 'killed'));
    const before = everythingElse(repo.dir);
    const save = (at: number) => requestOf(base, `fix/step-${at}`, `Step ${at}.`);
    const whole = await runChild({ dir: repo.dir, saves: [save(0)] });
    const ends: Promise<ChildEnd>[] = [];
    for (let at = 1; at <= whole.steps!; at++) {
      ends.push(runChild({ dir: repo.dir, saves: [save(at)], killAt: at }));
      if (at % 3 === 0) await Promise.all(ends);
    }
    const signals = (await Promise.all(ends)).map(({ signal }) => signal);
    // The folders of refs are made once only, so that the last ones have no step left to die in.
    expect(new Set(signals.slice(0, -3))).toEqual(new Set(['SIGKILL']));
    expect(signals.length).toBeGreaterThan(20);
    expect(fsck(repo.dir)).toBe('');
    expect(everythingElse(repo.dir)).toEqual(before);
    const repository = await openRepository(repo.dir, { reader: 'isomorphic' });
    for (let at = 1; at <= whole.steps!; at++) {
      const { ref } = await writeProposal(repository, save(at), { lockWaitMs: 0 });
      expect(ref).toBe(`refs/heads/skillgraft/fix/step-${at}`);
      if (at % 5 === 0) expect(repo.git('show', `${ref}:skills/new.md`)).toBe(`Step ${at}.`);
    }
    await repository.close();
    expect(fsck(repo.dir)).toBe('');
    expect(everythingElse(repo.dir)).toEqual(before);
  });
});

describe('many processes on one repository', () => {
  it('lose nothing: names of their own, a name that all want (a dead lock is on it), and the same proposal from all', async () => {
    const { repo, base } = sampleRepo(join(temp.dir, 'many'));
    const before = everythingElse(repo.dir);
    const savesOf = (process: number) =>
      Array.from({ length: SAVES }, (_, i) => {
        if (i % 3 === 0) return requestOf(base, `fix/own-${process}-${i}`, `Own ${process} ${i}.`);
        if (i % 3 === 1) return requestOf(base, 'fix/wanted', `Wanted ${process} ${i}.`);
        return { ...requestOf(base, `fix/same-${i}`, `Same ${i}.`), at: 1_710_000_000 + process };
      });
    const lock = join(repo.dir, '.git/refs/heads/skillgraft/fix/wanted.lock');
    mkdirSync(dirname(lock), { recursive: true });
    writeFileSync(lock, ownerText(deadOwner()));
    const packing = new AbortController();
    const packed = packAllTheTime(repo.dir, packing.signal);
    const children = Array.from({ length: PROCESSES }, (_, process) =>
      runChild({ dir: repo.dir, saves: savesOf(process), lockWaitMs: 10_000 }),
    );
    const results = (await Promise.all(children)).flatMap((end) => end.results);
    packing.abort();
    expect(await packed).toBeGreaterThan(0);

    expect(results.filter((result) => !isWritten(result))).toEqual([]);
    const written = results.filter(isWritten);
    expect(written).toHaveLength(PROCESSES * SAVES);
    const lost = written.filter(({ ref, commit }) => git(repo.dir, ['rev-parse', ref]).trim() !== commit);
    expect(lost).toEqual([]);
    const names = git(repo.dir, ['for-each-ref', '--format=%(refname)', 'refs/heads/skillgraft'])
      .trim()
      .split('\n');
    expect(names.filter((name) => name.includes('/own-'))).toHaveLength(30);
    expect(names.filter((name) => name.includes('/wanted'))).toHaveLength(30);
    expect(names.filter((name) => name.includes('/same-'))).toHaveLength(5);
    expect(written.filter(({ existed }) => existed)).toHaveLength(25);
    expect(fsck(repo.dir)).toBe('');
    expect(repo.git('rev-parse', 'main')).toBe(base);
    expect(withoutPacking(everythingElse(repo.dir))).toEqual(withoutPacking(before));
  });
});

it('processes lose nothing where git itself writes (sha256)', async () => {
  const { repo, base } = sampleRepo(join(temp.dir, 'sha256'), ['--object-format=sha256']);
  const children = Array.from({ length: 4 }, (_, process) => {
    const saves = Array.from({ length: 4 }, (_save, i) =>
      requestOf(base, i % 2 === 0 ? 'fix/wanted' : `fix/own-${process}-${i}`, `Save ${process} ${i}.`),
    );
    return runChild({ dir: repo.dir, saves, reader: 'auto', lockWaitMs: 10_000 });
  });
  const results = (await Promise.all(children)).flatMap((end) => end.results);
  expect(results.filter((result) => !isWritten(result))).toEqual([]);
  const written = results.filter(isWritten);
  expect(new Set(written.map(({ ref }) => ref)).size).toBe(16);
  const commits = repo.git('rev-parse', ...written.map(({ ref }) => ref)).split('\n');
  expect(commits).toEqual(written.map(({ commit }) => commit));
  expect(fsck(repo.dir)).toBe('');
});

function withoutPacking(lines: readonly string[]): string[] {
  return lines.filter((line) => !/\.git\/(?:packed-refs|refs\/heads\/main)$/.test(line));
}

/** Has git pack refs as long as the others write; gives how often. */
async function packAllTheTime(dir: string, signal: AbortSignal): Promise<number> {
  let times = 0;
  while (!signal.aborted) {
    execFileSync('git', ['pack-refs', '--all', '--prune'], { cwd: dir, stdio: 'ignore' });
    times++;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return times;
}

function isWritten(result: ChildResult): result is WrittenProposal {
  return 'ref' in result;
}
