import { describe, expect, it } from 'vitest';
import { describe as say } from '../../../schema/messages.js';
import { brief, caseFiles, getCase, haveCases, judge, judgeCase, memoryTree } from '../../helpers/cases.js';

const path = (name: string): string => `skills/${name}/SKILL.md`;

describe.skipIf(!haveCases)('cases of kind links (needs ../shared/cases)', () => {
  const on = (code: string) => ({ rules: { enable: new Set([code]) } });

  it('links-02: a file that nothing links to, by option', () => {
    expect(judgeCase('links-02').findings).toEqual([]);
    expect(judgeCase('links-02', on('file-orphaned')).findings).toMatchObject([
      { code: 'file-orphaned', args: { file: 'skills/orphan-ref/refs/unused.md' } },
    ]);
    expect(judgeCase('links-02', on('file-orphaned')).findings).toHaveLength(1);
  });

  it('links-03, links-04: out of the folder, and to a folder, by option', () => {
    expect(judgeCase('links-03').findings).toEqual([]);
    expect(judgeCase('links-03', on('link-outside-skill')).findings).toMatchObject([
      { line: 6, args: { target: 'skills/shared/tips.md' } },
    ]);
    expect(judgeCase('links-04').findings).toEqual([]);
    expect(judgeCase('links-04', on('link-to-folder')).findings).toMatchObject([
      { code: 'link-to-folder', line: 6 },
    ]);
  });

  it('links-05: a missing file, but no web address and no code', () => {
    expect(brief(judgeCase('links-05').findings)).toEqual(['link-missing skills/gone-link/SKILL.md:6:12']);
    expect(judgeCase('links-05').findings[0]!.args.target).toBe('refs/plan.md');
  });

  it('links-06: out of the repository', () => {
    const { findings } = judgeCase('links-06');
    expect(brief(findings)).toEqual(['link-outside-repository skills/far-link/SKILL.md:6:13']);
    expect(say(findings[0]!)).not.toMatch(/exist/u);
  });

  it('links-07: anchors', () => {
    const { findings } = judgeCase('links-07');
    expect(findings).toMatchObject([
      { code: 'link-anchor', severity: 'warning', line: 6, args: { anchor: 'no-such-part' } },
    ]);
    expect(findings).toHaveLength(1);
  });
});

describe.skipIf(!haveCases)('cases of kind windows (needs ../shared/cases)', () => {
  it('windows-02: a link committed as a regular file', () => {
    expect(brief(judgeCase('windows-02').findings)).toEqual([
      'link-pointer skills/pine-wax/SKILL.md:1:1',
      'skill-outside-roots src/SKILL.md:1:1',
    ]);
    expect(judgeCase('windows-02').loaded.size).toBe(0);
  });

  it('windows-04: the missing name is one error, and the folder stands in', () => {
    const { findings, loaded } = judgeCase('windows-04');
    expect(findings).toMatchObject([
      { code: 'name-missing', severity: 'error', path: path('pine-nail'), args: { folder: 'pine-nail' } },
    ]);
    expect(findings).toHaveLength(1);
    expect(loaded.get(path('pine-nail'))?.name).toBe('pine-nail');
  });

  it('windows-05: a copy is the same skill until it drifts', () => {
    const both = ['skills/pack/pine-glue/SKILL.md', path('pine-glue')];
    const c = getCase('windows-05');
    const first = judge(caseFiles(c, 1));
    expect(first.findings).toMatchObject([{ code: 'skill-copy', severity: 'info', args: { paths: both } }]);
    expect(new Set(memoryTree(caseFiles(c, 1)).entries.map((one) => one.oid)).size).toBe(1);
    const second = judge(caseFiles(c, 2));
    expect(second.findings).toMatchObject([{ code: 'name-duplicate', args: { paths: both } }]);
    expect(say(second.findings[0]!)).toContain('contents differ');
  });
});
