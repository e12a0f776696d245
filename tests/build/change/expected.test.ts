import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { compareCommits } from '../../../build/change/compare-commits.js';
import { makeDocument } from '../../../build/change/report/make-document.js';
import { LONGEST_MARKDOWN, markdownReport } from '../../../build/change/report/markdown.js';
import { BuildMemo } from '../../../build/memo.js';
import { git, tempFolder } from '../../helpers/git-repo.js';
import { sharedPath } from '../../helpers/shared.js';

const EXPECTED = fileURLToPath(new URL('expected/', import.meta.url));
/** So that a person can read and judge them. */
const READABLE = 8000;

/** Merges and other commits of real histories, each with the first parent: `<bundle> <commit>`. */
const CHANGES = [
  'mattpocock+skills f986f5c1',
  'mattpocock+skills eb2906a8',
  'mattpocock+skills ad5382c3',
  'mattpocock+skills 4705b9d8',
  'obra+superpowers 1a8cda7b',
  'github+awesome-copilot b15ddf11',
  'github+awesome-copilot f0c98dd5',
  'github+awesome-copilot 6ee4410e',
  'github+awesome-copilot 6bb5d8c8',
  'github+awesome-copilot a0adc16e',
  'github+awesome-copilot 2ccb0594',
  'github+awesome-copilot d3513743',
  'terrylica+cc-skills 452f4cc3',
];

const bundles = sharedPath('repos');
const temp = tempFolder();
afterAll(() => temp.dispose());

function cloneOf(bundle: string): string {
  const dir = join(temp.dir, bundle);
  if (!existsSync(dir)) git(temp.dir, ['clone', '-q', '--bare', join(bundles!, `${bundle}.bundle`), dir]);
  return dir;
}

describe.skipIf(bundles === null)('reports of real changes', () => {
  const memos = new Map<string, BuildMemo>();

  it.each(CHANGES)('%s', async (change) => {
    const [bundle = '', commit = ''] = change.split(' ');
    const memo = memos.get(bundle) ?? new BuildMemo();
    memos.set(bundle, memo);
    const report = await compareCommits({
      repo: cloneOf(bundle),
      base: `${commit}~1`,
      head: commit,
      exact: true,
      memo,
    });
    const document = makeDocument(report);
    expect(markdownReport(document).length).toBeLessThanOrEqual(LONGEST_MARKDOWN);
    await expect(markdownReport(document, READABLE)).toMatchFileSnapshot(
      join(EXPECTED, `${change.replace(' ', '-')}.md`),
    );
  });

  it('has no expectation that nothing is held to', () => {
    const names = CHANGES.map((change) => `${change.replace(' ', '-')}.md`);
    expect(readdirSync(EXPECTED).sort()).toEqual([...names].sort());
    for (const name of names)
      expect(readFileSync(join(EXPECTED, name), 'utf8').length).toBeLessThanOrEqual(READABLE);
  });
});
