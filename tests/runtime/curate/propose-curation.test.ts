import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { decideCuration } from '../../../runtime/curate/decide.js';
import { gatherCuration } from '../../../runtime/curate/gather.js';
import { proposeCuration } from '../../../runtime/curate/propose-curation.js';
import { openRepository } from '../../../runtime/git/open.js';
import { openIndex } from '../../../runtime/open-index.js';
import { recordOf } from '../../../schema/usage/merge-records.js';
import { usageLine, usagePath } from '../../../schema/usage/records.js';
import { buildInto } from '../../helpers/built-case.js';
import { TestRepo, tempFolder } from '../../helpers/git-repo.js';

const temp = tempFolder('skillgraft-curate-');
afterAll(() => temp.dispose());

let count = 0;
let repo: TestRepo;

function skill(name: string, metadata: string): string {
  return `---\nname: ${name}\ndescription: Does ${name}.\nmetadata:\n  author: claude\n${metadata}---\n\nDo it.\n`;
}

/** Records that a skill was read once, on a day, in some version. */
function read(name: string, last: string, digest = `sha256:${'0'.repeat(64)}`): void {
  const record = recordOf(
    { version: null, digest, last, reasons: [] },
    new Map([['0123456789abcdef', [0, 0, 1]]]),
  );
  repo.write(usagePath(`skills/${name}`), `${usageLine(record)}\n`);
}

beforeEach(() => {
  repo = new TestRepo(join(temp.dir, `repo-${++count}`));
  repo
    .write('skills/idle/SKILL.md', skill('idle', ''))
    .write('skills/used/SKILL.md', skill('used', ''))
    .write('skills/old/SKILL.md', skill('old', '  status: stale\n'))
    .write('skills/back/SKILL.md', skill('back', '  status: archived\n'))
    .write('skills/kept/SKILL.md', skill('kept', '  pinned: "true"\n'))
    .write('.gitignore', 'dist/\n');
  repo.commit('add skills', Date.UTC(2024, 0, 1) / 1000);
});

async function curate(day: string, limit = 10, isBuilt = true) {
  if (isBuilt) await buildInto(repo.dir, { embedder: 'none' });
  const index = await openIndex(join(repo.dir, 'dist'));
  const repository = await openRepository(repo.dir);
  const commit = await repository.resolve('main');
  const now = Date.parse(`${day}T12:00:00Z`);
  const input = await gatherCuration(index, { repository, commit, folders: [], agents: ['claude'], now });
  await repository.close();
  const curation = decideCuration(input);
  const author = 'A Person <person@example.invalid>';
  return { curation, ...(await proposeCuration(curation, { repo: repo.dir, index, author }, limit)) };
}

describe('proposals of a run', () => {
  it('proposes each status on a branch of its own, and deletes nothing', async () => {
    read('used', '2024-12-01');
    read('back', '2024-06-01');
    read('kept', '2024-01-02');
    repo.commit('record use');
    const { curation, report, transitions } = await curate('2025-01-01');
    const rows = curation.transitions.map(({ path, action, reason }) => [path, action, reason]);
    expect(rows).toEqual([
      ['skills/back', 'RESTORE', 'It is used again.'],
      ['skills/idle', 'STALE', 'No day of use is known; it was changed on 2024-01-01.'],
      ['skills/old', 'RETIRE', 'No day of use is known; it was changed on 2024-01-01.'],
    ]);
    expect(report?.branch).toMatch(/^skillgraft\/curate_\/report-/);
    const statuses = transitions.map(({ answer, transition }) => {
      const text = repo.git('show', `${answer!.branch}:${transition.path}/SKILL.md`);
      return /status: (\w+)/.exec(text)?.[1];
    });
    expect(statuses).toEqual([undefined, 'stale', 'archived']);
    for (const { answer } of transitions)
      expect(repo.git('diff', '--diff-filter=D', '--name-only', `main...${answer!.branch}`)).toBe('');
    const again = await curate('2025-02-01', 2, false);
    expect(again.transitions.map(({ answer }) => answer?.existed)).toEqual([true, true]);
    expect(again.waiting).toBe(1);
  });

  it('says which change cannot be proposed, and proposes the others', async () => {
    read('used', '2024-01-02');
    repo.commit('record use');
    await curate('2024-01-03');
    repo.write('skills/idle/SKILL.md', `${skill('idle', '')}More.\n`).commit('change it');
    const { transitions } = await curate('2025-01-01', 10, false);
    expect(transitions.map(({ transition, error }) => [transition.path, error?.code])).toEqual([
      ['skills/idle', 'version-conflict'],
      ['skills/old', undefined],
      ['skills/used', undefined],
    ]);
  });

  it('proposes nothing where nothing was ever recorded, or nothing is to do', async () => {
    const { curation, report, transitions } = await curate('2030-01-01');
    expect({ report, transitions }).toEqual({ report: null, transitions: [] });
    expect(curation.notes.join(' ')).toContain('No use was ever recorded');
  });
});
