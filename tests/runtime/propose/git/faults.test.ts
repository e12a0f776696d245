import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openRepository } from '../../../../runtime/git/open.js';
import type { Repository } from '../../../../runtime/git/repository.js';
import { rebaseProposal } from '../../../../runtime/propose/git/rebase-proposal.js';
import { writeProposal } from '../../../../runtime/propose/git/write-proposal.js';
import type { CommitRequest } from '../../../../runtime/propose/types.js';
import type { SkillgraftError } from '../../../../schema/errors.js';
import { skillText } from '../../../helpers/git-repo.js';
import { type Fault, FaultyFs } from './faulty-fs.js';
import { change, everythingElse, fastFolder, fsck, sampleRepo, sampleRequest } from './fixture.js';

const temp = fastFolder();
afterAll(() => temp.dispose());

const FAULTS: readonly (readonly [fault: Fault, code: string])[] = [
  ['dead', 'EIO'],
  ['before', 'ENOSPC'],
  ['after', 'EIO'],
];
const KINDS = ['close', 'link', 'mkdir', 'open', 'rename', 'sync', 'unlink', 'write'];

describe.each(FAULTS)('a step that fails (%s, %s)', (fault, code) => {
  it('leaves a save undone or done, never broken, and the next try lands', async () => {
    const { repo, base } = sampleRepo(join(temp.dir, `save-${fault}`));
    const before = everythingElse(repo.dir);
    const repository = await openRepository(repo.dir, { reader: 'isomorphic' });
    const save = (at: number, faulty: FaultyFs) =>
      writeProposal(repository, requestOf(base, at), { fs: faulty.fs, lockWaitMs: 300 });
    const { steps, codes, count } = await failEachStep(fault, code, save);
    expect([...steps].sort()).toEqual(KINDS);
    expect([...codes].filter((one) => one !== 'landed')).toEqual([
      code === 'ENOSPC' ? 'disk-full' : 'write-failed',
    ]);
    expect(fsck(repo.dir)).toBe('');
    expect(everythingElse(repo.dir)).toEqual(before);
    for (let at = 1; at <= count; at++) {
      const { ref } = await save(at, new FaultyFs(0));
      expect(ref).toBe(`refs/heads/skillgraft/fix/step-${at}`);
    }
    expect(fsck(repo.dir)).toBe('');
    expect(everythingElse(repo.dir)).toEqual(before);
    expect(repo.git('for-each-ref', '--format=%(refname)', 'refs/heads/skillgraft').split('\n')).toHaveLength(
      count,
    );
    for (let at = 1; at <= count; at += 10) {
      const path = `refs/heads/skillgraft/fix/step-${at}:skills/new.md`;
      expect(repo.git('show', path)).toBe(`Step ${at}.`);
    }
    await repository.close();
  });
});

it('a move that dies (every second step is tried) leaves a proposal where it was, or moved', async () => {
  const { repo, base } = sampleRepo(join(temp.dir, 'rebase'));
  const repository = await openRepository(repo.dir, { reader: 'isomorphic' });
  const onto = repo.write('skills/b/SKILL.md', skillText('b', 'Changed.')).commit('second');
  const old = new Map<number, string>();
  const move = async (at: number, faulty: FaultyFs) => {
    const request = requestOf(base, at);
    if (!old.has(at)) old.set(at, (await writeProposal(repository, request)).commit);
    return rebaseProposal(repository, request.branch, onto, { fs: faulty.fs, lockWaitMs: 300 });
  };
  const { count } = await failEachStep('dead', 'EIO', move, 2);
  expect(fsck(repo.dir)).toBe('');
  for (let at = 1; at <= count; at += 2) {
    const { ref, commit, existed } = await move(at, new FaultyFs(0));
    expect(existed || commit !== old.get(at)).toBe(true);
    expect(await parentOf(repository, commit)).toBe(onto);
    expect(await repository.resolve(ref)).toBe(commit);
  }
  expect(fsck(repo.dir)).toBe('');
  await repository.close();
});

/** Does a job again and again, the nth step failing the nth time, until there are no more steps. */
async function failEachStep(
  fault: Fault,
  code: string,
  job: (at: number, faulty: FaultyFs) => Promise<unknown>,
  stride = 1,
): Promise<{ steps: Set<string>; codes: Set<string>; count: number }> {
  const steps = new Set<string>();
  const codes = new Set<string>();
  for (let at = 1; ; at += stride) {
    const faulty = new FaultyFs(at, fault, code);
    const outcome = await job(at, faulty).then(
      () => 'landed',
      (error: SkillgraftError) => error.code,
    );
    if (faulty.steps.length < at) return { steps, codes, count: at };
    steps.add(faulty.steps[at - 1]!);
    codes.add(outcome);
  }
}

function requestOf(base: string, at: number): CommitRequest {
  return sampleRequest(base, {
    branch: `fix/step-${at}`,
    changes: [change('skills/new.md', null, `Step ${at}.\n`)],
  });
}

async function parentOf(repository: Repository, commit: string): Promise<string | undefined> {
  return (await repository.commit(commit)).parents[0];
}
