import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIndex } from '../../../build/build-index.js';
import { discover } from '../../../build/discover.js';
import { commitSnapshot } from '../../../build/git/snapshot.js';
import { readLinks } from '../../../build/links.js';
import { publishArtifact } from '../../../build/publish-artifact.js';
import { readSkills } from '../../../build/read.js';
import { type BuiltUsage, readUsage } from '../../../build/usage/read-usage.js';
import { openRepository } from '../../../runtime/git/open.js';
import { recordOf } from '../../../schema/usage/merge-records.js';
import { usageText } from '../../../schema/usage/records.js';
import type { UsageRecord } from '../../../schema/usage/types.js';
import { skillText, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { lineageOf } from '../../helpers/lineage.js';

const temp = tempFolder('skillgraft-read-usage-');
afterAll(() => temp.dispose());

const digestOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

function record(
  query: string,
  digest: string,
  version: number | null,
  counts: [number, number, number],
): UsageRecord {
  return recordOf({ query, digest, version, last: '2026-01-31' }, new Map([['aaaaaaaa', counts]]));
}
const text = (...records: UsageRecord[]) => usageText({ records, broken: [] });

/** What the stage gives at a commit. */
async function usageAt(repo: TestRepo, ref: string): Promise<BuiltUsage> {
  const repository = await openRepository(repo.dir);
  try {
    const snapshot = await commitSnapshot(repository, await repository.resolve(ref));
    const { skills } = discover(snapshot.entries, await readLinks(snapshot), {});
    const read = await readSkills(skills, snapshot, { profile: 'lenient' }, () => undefined);
    return await readUsage(snapshot, read.skills, await lineageOf(repo.dir, { ref }));
  } finally {
    await repository.close();
  }
}

const rows = ({ records }: BuiltUsage, path: string) =>
  records.get(path)?.map(({ query, version, successes }) => [query, version, successes]);

describe('the records of a repository', () => {
  let repo: TestRepo;
  const first = skillText('old', 'One step, and another one, and a third one.');
  const second = skillText('new', 'One step, and another one, and a third one.');
  beforeAll(() => {
    repo = new TestRepo(join(temp.dir, 'repo'));
    repo.write('skills/old/SKILL.md', first).write('skills/b/SKILL.md', skillText('b')).commit('add');
    repo.git('mv', 'skills/old', 'skills/new');
    repo.write('skills/new/SKILL.md', second);
    repo
      .write('usage/skills/old.jsonl', text(record('q', digestOf(first), 1, [2, 0, 0])))
      .write(
        'usage/skills/new.jsonl',
        text(
          record('q', digestOf(first), 1, [3, 0, 0]),
          record('r', digestOf(second), 7, [1, 0, 0]),
          record('s', digestOf('never'), 9, [1, 0, 0]),
        ),
      )
      .write('usage/skills/b.jsonl', `oops\n${text(record('ü', digestOf('x'), null, [1, 0, 0]))}[]\r\n`)
      .write('usage/skills/gone.jsonl', text(record('q', digestOf('x'), 1, [1, 0, 0])))
      .write('usage/skills/b/notes.txt', 'no records\n')
      .commit('use');
  });

  it('are those of the folders that a skill has and had, each counted once', async () => {
    const usage = await usageAt(repo, 'HEAD');
    expect([...usage.records.keys()]).toEqual(['skills/b', 'skills/new']);
    expect(rows(usage, 'skills/new')).toEqual([
      ['q', 1, 3],
      ['r', 2, 1],
      ['s', null, 1],
    ]);
  });

  it('leave a finding for each line that is none, for what is no skill and for what never was', async () => {
    const usage = await usageAt(repo, 'HEAD');
    expect(rows(usage, 'skills/b')).toEqual([['ü', null, 1]]);
    expect(usage.findings.map(({ path, line, code, args }) => [path, line, code, args])).toEqual([
      ['usage/skills/gone.jsonl', 1, 'usage-skill-unknown', { skill: 'skills/gone' }],
      ['usage/skills/b.jsonl', 1, 'usage-line-broken', { problem: 'not-json' }],
      ['usage/skills/b.jsonl', 3, 'usage-line-broken', { problem: 'not-an-object' }],
      ['usage/skills/new.jsonl', 1, 'usage-version-unknown', { records: 1, latest: 2 }],
    ]);
  });

  it('are the same for an incremental build', async () => {
    const full = await buildIndex({ repo: repo.dir, embedder: 'none' });
    const earlier = await buildIndex({ repo: repo.dir, embedder: 'none', ref: 'HEAD~1' });
    const previous = join(temp.dir, 'previous');
    await publishArtifact(earlier, previous);
    const next = await buildIndex({ repo: repo.dir, embedder: 'none', out: previous });
    expect(Buffer.from(next.index).equals(Buffer.from(full.index))).toBe(true);
    expect(full.findings.map(({ code }) => code)).toContain('usage-line-broken');
    for (const one of [full, earlier, next]) await one.close();
  });

  it('are many or no text at all without hiding others', async () => {
    const ofC = text(record('q', digestOf('x'), null, [1, 0, 0]));
    const odd = new TestRepo(join(temp.dir, 'odd'));
    odd
      .write('skills/a/SKILL.md', skillText('a'))
      .write('skills/b/SKILL.md', skillText('b'))
      .write('skills/c/SKILL.md', skillText('c'))
      .write('usage/skills/a.jsonl', 'x\n'.repeat(30))
      .write('usage/skills/b.jsonl', Uint8Array.from([0xff, 0xfe, 0x28, 0]))
      .write('usage/skills/e.jsonl', Buffer.concat([Buffer.from([0xc3, 0x28, 10]), Buffer.from(ofC)]))
      .write('skills/e/SKILL.md', skillText('e'))
      .link('usage/skills/d.jsonl', 'a.jsonl')
      .write('usage/skills/c.jsonl', ofC)
      .commit('odd');
    const usage = await usageAt(odd, 'HEAD');
    expect([...usage.records.keys()]).toEqual(['skills/c', 'skills/e']);
    const ofA = usage.findings.filter(({ path }) => path === 'usage/skills/a.jsonl');
    expect(ofA).toHaveLength(21);
    expect(ofA.at(-1)!.args).toEqual({ problem: 'more', more: 10 });
    const others = usage.findings.filter(({ path }) => path !== 'usage/skills/a.jsonl');
    expect(others).toMatchObject([
      { code: 'usage-unread', args: { reason: 'utf-16' } },
      { code: 'usage-line-broken', line: 1, args: { problem: 'not-text' } },
    ]);
  });
});
