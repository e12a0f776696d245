import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CheckedFinding } from '../../../build/check/types.js';
import { check } from '../../../build/commands/check.js';
import { githubFormat } from '../../../build/report/check-github.js';
import { mostTelling } from '../../../build/report/most-telling.js';
import { rankOf } from '../../../build/report/rank.js';
import { stepSummary } from '../../../build/report/step-summary.js';
import { createStyle } from '../../../runtime/cli/style.js';
import type { Severity } from '../../../schema/diagnostic.js';
import { TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { runHere } from '../../helpers/here.js';

let folder: ReturnType<typeof tempFolder>;
let repo: TestRepo;
beforeEach(() => {
  folder = tempFolder('skillgraft-github-');
  repo = new TestRepo(join(folder.dir, 'r'));
});
afterEach(() => folder.dispose());

const github = (env: Record<string, string> = {}, ...args: string[]) =>
  runHere(check, ['--repo', 'r', '--format', 'github', ...args], { cwd: folder.dir, env });
const skill = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: Formats Go sources with gofmt. Use when .go files were changed.\n---\n\n${body}\n`;
const one = (
  code: string,
  path: string,
  severity: Severity,
  args: Record<string, string> = {},
): CheckedFinding => ({
  finding: { code, severity, path, line: 1, column: 1, args },
  fingerprint: `${code}${path}`,
  line: 'text',
});
const report = (findings: CheckedFinding[]) => ({
  files: 1,
  loaded: 1,
  failed: 0,
  commit: null,
  notes: [],
  findings,
});
const render = (findings: CheckedFinding[]): string[] =>
  githubFormat
    .render(report(findings), { style: createStyle(false), all: false, prefix: '' })
    .trimEnd()
    .split('\n');

describe('check --format github', () => {
  it.each([
    ['a plain file', (text: string) => text],
    ['a CRLF file', (text: string) => text.replaceAll('\n', '\r\n')],
    ['a file with a byte order mark', (text: string) => `\ufeff${text}`],
  ])('has line and columns right in %s, behind emoji', async (_, form) => {
    repo.write('skills/a/SKILL.md', form(skill('a', 'Text.\n\n😀é [gone](gone.md) tail'))).commit('one');
    const { stdout } = await github();
    // 😀 is two UTF-16 units; the link's address stands behind `😀é [gone](`.
    expect(stdout).toContain(
      '::warning file=skills/a/SKILL.md,line=8,col=12,endColumn=25,title=link-missing::',
    );
  });

  it('escapes what a path holds, and lets no text begin a command', async () => {
    repo.write('skills/a,b%25: c/SKILL.md', skill('x', '[a](%0A::error::b)')).commit('one');
    const { stdout } = await github();
    expect(stdout).toContain('file=skills/a%2Cb%2525%3A c/SKILL.md,');
    for (const line of stdout.trimEnd().split('\n').slice(0, -1))
      expect(line).toMatch(/^::(?:error|warning|notice) /u);
  });

  it('starts paths at the workspace of the job', async () => {
    repo.write('skills/a/SKILL.md', skill('a', '[x](x.md)')).commit('one');
    expect((await github({ GITHUB_WORKSPACE: folder.dir })).stdout).toContain('file=r/skills/a/SKILL.md,');
    expect((await github({ GITHUB_WORKSPACE: repo.dir })).stdout).toContain('file=skills/a/SKILL.md,');
  });

  it('appends the job summary, keeps what stood in it, and stays below its limit', async () => {
    const file = join(folder.dir, 'summary.md');
    writeFileSync(file, '# Before\n');
    repo.write('skills/a/SKILL.md', skill('a', '[x|<b>@team</b>](x.md)')).commit('one');
    await github({ GITHUB_STEP_SUMMARY: file });
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/^# Before\n### Skillgraft: 1 warning\n/u);
    expect(text).toContain('`link-missing`');
    writeFileSync(file, 'x'.repeat(1024 * 1024 - 10));
    await github({ GITHUB_STEP_SUMMARY: file });
    expect(readFileSync(file, 'utf8')).toHaveLength(1024 * 1024 - 10);
  });

  it('shows a waived security finding as a notice', () => {
    const waived = {
      ...one('hidden-text', 'a', 'warning', { count: '1' }),
      waived: { reason: 'a test', line: 3 },
    };
    const lines = render([
      waived,
      { ...one('link-missing', 'a', 'error'), waived: { reason: 'so', line: 1 } },
    ]);
    expect(lines[0]).toMatch(/^::notice file=a,.*title=waived%3A hidden-text::.* Waived: a test$/u);
    expect(lines.at(-1)).toBe('1 finding. 2 waived.');
    expect(lines).toHaveLength(2);
  });
});

describe('what GitHub does not show', () => {
  it('is what says least: ten of a kind, security first, other files and codes before repeats', () => {
    const many = Array.from({ length: 30 }, (_, i) =>
      one('link-missing', 'skills/a/SKILL.md', 'error', { target: `${i}` }),
    );
    const rest = [
      one('yaml-syntax', 'skills/b/SKILL.md', 'error'),
      one('link-missing', 'skills/c/SKILL.md', 'error'),
      one('secret-found', 'skills/a/SKILL.md', 'error'),
    ];
    const lines = render([...many, ...rest, one('body-empty', 'skills/d/SKILL.md', 'warning')]);
    const titles = lines
      .slice(0, -1)
      .map((line) => /file=([^,]+),.*title=([^:]+)/u.exec(line)!.slice(1).join(' '));
    expect(titles).toHaveLength(11);
    expect(titles.slice(0, 4).sort()).toEqual([
      'skills/a/SKILL.md link-missing',
      'skills/a/SKILL.md secret-found',
      'skills/b/SKILL.md yaml-syntax',
      'skills/c/SKILL.md link-missing',
    ]);
    expect(titles[0]).toBe('skills/a/SKILL.md secret-found');
    expect(titles.at(-1)).toBe('skills/d/SKILL.md body-empty');
    expect(lines.at(-1)).toMatch(/^11 findings are shown as annotations, 23 more are not/u);
  });

  it('is nothing where there is room', () => {
    const all = [one('a-b', 'x', 'info'), one('a-b', 'y', 'error')];
    expect(mostTelling(all, 10, ({ finding }) => rankOf(finding))).toEqual([all[1], all[0]]);
  });
});

describe('stepSummary', () => {
  it('shows texts as nothing but text', () => {
    const hostile = one('link-missing', 'skills/<img src=x>|@team/SKILL.md', 'error', {
      target: '`|</table>@you #1',
    });
    const text = stepSummary(report([hostile]), 10_000);
    for (const raw of ['<img', '</table>', '@team', '@you', '#1', '`|']) expect(text).not.toContain(raw);
    expect(text.split('\n').filter((line) => line.startsWith('| error'))).toHaveLength(1);
  });

  it('cuts whole lines, the least severe last, and says how many', () => {
    const all = [
      ...Array.from({ length: 500 }, (_, i) => one('link-missing', `skills/s${i}/SKILL.md`, 'warning')),
      one('yaml-syntax', 'skills/z/SKILL.md', 'error'),
    ];
    const text = stepSummary(report(all), 5000);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(5000);
    expect(text).toContain('yaml-syntax');
    expect(text).toMatch(/\d+ more lines did not fit\./u);
  });
});
