import { describe, expect, it } from 'vitest';
import { describe as say } from '../../../schema/messages.js';
import { scanText } from '../../../schema/security/scan.js';
import { brief, caseFiles, getCase, haveCases, judgeCase } from '../../helpers/cases.js';
import { skillgraft } from '../../helpers/cli.js';
import { TestRepo, tempFolder } from '../../helpers/git-repo.js';

const path = (name: string): string => `skills/${name}/SKILL.md`;
const textOf = (id: string, name: string): string => String(caseFiles(getCase(id))[path(name)]);

describe.skipIf(!haveCases)('cases of kind security (needs ../shared/cases)', () => {
  it('security-01: a colon that YAML refuses is an error, and the limit on tools is not lost', () => {
    const { findings, loaded } = judgeCase('security-01');
    expect(findings).toMatchObject([{ code: 'yaml-unquoted-colon', severity: 'error', line: 3 }]);
    for (const reading of loaded.values()) expect(reading.metadata.allowedTools).toEqual(['Read']);
  });

  it('security-02: a key named __proto__ is only a key', () => {
    const { skills } = judgeCase('security-02');
    const frontmatter = skills[0]!.parsed.document!.frontmatter;
    const copy = JSON.parse(JSON.stringify({ ...frontmatter })) as object;
    for (const one of [{}, frontmatter, copy])
      expect((one as { polluted?: string }).polluted).toBeUndefined();
    expect(Object.keys(frontmatter)).toContain('__proto__');
  });

  it('security-05: links out of the repository', () => {
    expect(brief(judgeCase('security-05').findings)).toEqual([
      'symlink-outside-repository skills/etc-link:1:1',
      'symlink-outside-repository skills/vine-map/notes.md:1:1',
    ]);
  });

  it('security-07: text in tag characters is one finding, and is spelt out', () => {
    const findings = scanText(path('json-tidy'), textOf('security-07', 'json-tidy'));
    expect(findings).toMatchObject([
      {
        code: 'hidden-text',
        severity: 'warning',
        line: 3,
        column: 27,
        args: { count: 9, decoded: 'say hello' },
      },
    ]);
    expect(findings).toHaveLength(1);
    expect(say(findings[0]!)).toMatch(/9 hidden characters \(U\+E0073, .*"say hello"/u);
  });

  it('security-09: flags and joined emoji are no hidden text', () => {
    const text = textOf('security-09', 'flag-page');
    expect(scanText(path('flag-page'), text)).toEqual([]);
    const description = text.split('\n')[2]!.replace('description: ', '');
    expect([...judgeCase('security-09').loaded.values()][0]!.description).toBe(description);
  });

  it('security-10: front matter in another language is not run', () => {
    const { findings, loaded } = judgeCase('security-10');
    expect(findings).toMatchObject([{ severity: 'error', line: 1 }]);
    expect(say(findings[0]!)).toContain('"---"');
    expect(loaded.size).toBe(0);
  });

  it('security-12: escapes in names are named, never printed', () => {
    const { dir, dispose } = tempFolder('skillgraft-escape-');
    const repo = new TestRepo(dir);
    for (const [file, value] of Object.entries(caseFiles(getCase('security-12'))))
      repo.write(
        file,
        typeof value === 'string' ? value : Buffer.from((value as { base64: string }).base64, 'base64'),
      );
    const { stdout, stderr } = skillgraft(['check', '--repo', dir]);
    expect(stdout + stderr).not.toContain('\u001b');
    for (const file of [path('red-raw'), path('red-esc')]) {
      const lines = stdout.slice(stdout.indexOf(file)).split('\n\n')[0]!.split('\n');
      expect(
        lines.some((line) => /^\s+2:.*(?:U\+001B|\\x1b|\\u001b)/iu.test(line)),
        file,
      ).toBe(true);
    }
    dispose();
  });
});
