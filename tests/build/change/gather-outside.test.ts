import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compareCommits } from '../../../build/change/compare-commits.js';
import { failuresIn } from '../../../build/change/failures.js';
import { makeDocument } from '../../../build/change/report/make-document.js';
import { markdownReport } from '../../../build/change/report/markdown.js';
import { TestRepo, tempFolder } from '../../helpers/git-repo.js';

const temp = tempFolder();
afterAll(() => temp.dispose());

const skill = (name: string, body = 'Text.') =>
  `---\nname: ${name}\ndescription: Does the paper work that ${name} files hold.\n---\n\n${body}\n`;

describe('skills outside of the roots', () => {
  it('are told where hosts read them, however they come there', async () => {
    const repo = new TestRepo(join(temp.dir, 'repo'));
    repo
      .write('skillgraft.json', '{"roots": ["skills"], "rules": {"skill-outside-roots": "off"}}')
      .write('skills/mine/SKILL.md', skill('mine'))
      .write('.agents/skills/same/SKILL.md', skill('same'))
      .write('.github/skills/other/SKILL.md', skill('other'))
      .write('.github/skills/other/run.sh', 'true\n');
    const base = repo.commit('base');
    repo
      .write('.claude/skills/fresh/SKILL.md', skill('fresh'))
      .write('.github/skills/other/run.sh', 'false\n')
      .write('packages/a/.claude/skills/deep/SKILL.md', skill('deep'))
      .write('docs/example/SKILL.md', skill('example'))
      .write('hidden/linked/SKILL.md', skill('linked'))
      .link('.claude/skills/mine', '../../skills/mine')
      .link('.gemini/skills', '../hidden');
    const report = await compareCommits({ repo: repo.dir, base, head: repo.commit('head') });
    expect(report.outside).toEqual([
      { path: '.claude/skills/fresh/SKILL.md', change: 'added' },
      { path: '.gemini/skills/linked/SKILL.md', change: 'added' },
      { path: '.github/skills/other/SKILL.md', change: 'changed' },
      { path: 'packages/a/.claude/skills/deep/SKILL.md', change: 'added' },
    ]);
    expect(failuresIn(report, ['security'])).toEqual([{ name: 'security', count: 4 }]);
    expect(markdownReport(makeDocument(report))).toContain(
      'New skill <code>.claude/skills/fresh/SKILL.md</code>, outside of the roots, but hosts read it',
    );
  });

  it('are those of the roots where no others are set', async () => {
    const repo = new TestRepo(join(temp.dir, 'preset'));
    repo.write('skills/mine/SKILL.md', skill('mine'));
    const base = repo.commit('base');
    repo.write('.claude/skills/fresh/SKILL.md', skill('fresh'));
    const report = await compareCommits({ repo: repo.dir, base, head: repo.commit('head') });
    expect(report.skills).toMatchObject([{ kind: 'added', path: '.claude/skills/fresh' }]);
    expect(report.outside).toEqual([]);
  });
});
