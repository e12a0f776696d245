import { describe, expect, it } from 'vitest';
import { kinds } from '../../../../schema/messages.js';
import { parseSkill } from '../../../../schema/skill/parse.js';
import type { RepositoryFiles } from '../../../../schema/skill/rule.js';
import { rules } from '../../../../schema/skill/rules/index.js';
import { unknownKey } from '../../../../schema/skill/rules/unknown-key.js';
import { validateSkill } from '../../../../schema/skill/validate.js';

const FILE = 'skills/a/SKILL.md';

interface Given {
  readonly head?: string;
  readonly body?: string;
  readonly files?: RepositoryFiles;
  readonly enable?: string;
}

/** Findings of one rule, as `severity line:column`. */
function found(
  code: string,
  {
    head = 'name: a\ndescription: Sorts letters by date. Use when mail is filed.',
    body = 'Do it.',
    files,
    enable,
  }: Given,
): string[] {
  const { document } = parseSkill(Buffer.from(`---\n${head}\n---\n\n${body}\n`), FILE);
  const all = validateSkill({
    path: FILE,
    folderName: 'a',
    document: document!,
    ...(files === undefined ? {} : { files }),
    ...(enable === undefined ? {} : { options: { enable: new Set([enable]) } }),
  });
  return all.flatMap((one) => (one.code === code ? [`${one.severity} ${one.line}:${one.column}`] : []));
}

function tree(...paths: string[]): RepositoryFiles {
  const files = new Set(['skills/a/SKILL.md', ...paths]);
  return {
    kindOf: (path) =>
      files.has(path) ? 'file' : [...files].some((one) => one.startsWith(`${path}/`)) ? 'folder' : undefined,
    likeOf: (path) => [...files].find((one) => one.toLowerCase() === path.toLowerCase()),
  };
}

const described = (text: string): Given => ({
  head: `name: sort-letters\ndescription: ${JSON.stringify(text)}`,
});
const allowed = (tools: string): Given => ({
  head: `name: a\ndescription: Sorts letters.\nallowed-tools: ${tools}`,
});

describe('rules on front matter', () => {
  it.each<[string, Given, string[]]>([
    ['allowed-tools-wide', allowed('Bash'), ['info 4:16']],
    ['allowed-tools-wide', allowed('Bash(*)'), ['info 4:16']],
    ['allowed-tools-wide', allowed('[Read, "Bash(:*)"]'), ['info 4:16']],
    ['allowed-tools-wide', allowed('"*"'), ['warning 4:16']],
    ['allowed-tools-wide', allowed('Bash(rm:*) Read'), ['warning 4:16']],
    ['allowed-tools-wide', allowed('Bash(sudo *)'), ['warning 4:16']],
    ['allowed-tools-wide', allowed('Read, Grep, Bash(git status:*), mcp__search__*'), []],
    ['allowed-tools-wide', allowed('Bash(rm dist/app.js)'), []],
    ['hooks-at-load', { head: 'name: a\ndescription: Sorts letters.\nhooks:\n  Stop: []' }, ['warning 4:1']],
    ['hooks-at-load', { head: 'name: a\ndescription: Sorts letters.\nhooks:' }, []],
    ['name-mixed-script', { head: 'name: g\u0456t-commit\ndescription: Sorts letters.' }, ['error 2:7']],
    [
      'name-mixed-script',
      { head: 'name: \u0440\u043e\u0447\u0442\u0430-mail\ndescription: Sorts letters.' },
      [],
    ],
    ['name-mixed-script', { head: 'name: \u56fe\u8868-chart\ndescription: Sorts letters.' }, []],
    ['description-vague', described('Helps with documents'), ['info 3:14']],
    ['description-vague', described('A skill for various tasks'), ['info 3:14']],
    ['description-vague', described('Sort letters skill'), ['info 3:14']],
    [
      'description-vague',
      described('I can help you sort the letters of a whole year by date.'),
      ['info 3:14'],
    ],
    ['description-vague', described('Files.'), ['info 3:14']],
    ['description-vague', described('Does a.'), []],
    ['description-vague', described('Sorts paper mail by date.'), []],
    ['description-vague', described('I/O profiling of slow disks.'), []],
    ['description-vague', described('\u5c06\u4fe1\u4ef6\u6309\u65e5\u671f\u6392\u5e8f'), []],
    [
      'description-vague',
      described(
        'Helps with filing: sorts letters by date, and sets reminders for those that want an answer.',
      ),
      [],
    ],
    [
      'description-no-occasion',
      { ...described('Sorts letters by date.'), enable: 'description-no-occasion' },
      ['info 3:14'],
    ],
    [
      'description-no-occasion',
      { ...described('Sorts letters. Use when mail is filed.'), enable: 'description-no-occasion' },
      [],
    ],
    ['description-no-occasion', described('Sorts letters by date.'), []],
    [
      'host-listing-cut',
      { head: `name: a\ndescription: ${'d'.repeat(1000)}\nwhen_to_use: ${'w'.repeat(535)}` },
      [],
    ],
    [
      'host-listing-cut',
      { head: `name: a\ndescription: ${'d'.repeat(1000)}\nwhen_to_use: ${'w'.repeat(536)}` },
      ['warning 4:14'],
    ],
  ])('%s %#', (code, given, expected) => {
    expect(found(code, given)).toEqual(expected);
  });
});

describe('rules on what a text refers to', () => {
  const files = tree('skills/a/scripts/run.sh', 'skills/a/references/Guide.md', 'scripts/root.sh');
  it.each<[string, string, string[]]>([
    ['reference-missing', 'Run `scripts/ru.sh` on it.', ['warning 6:6']],
    ['reference-missing', 'Run `$CLAUDE_SKILL_DIR/scripts/ru.sh` on it.', ['warning 6:6']],
    ['reference-missing', 'Read `references/guide.txt`, twice: `references/guide.txt`.', []],
    ['reference-missing', 'Read `references/limits.md`, twice: `references/limits.md`.', ['warning 6:7']],
    ['reference-missing', 'Run `scripts/run.sh`, `scripts/root.sh`, or `assets/logo.svg`.', []],
    ['reference-missing', 'Create `scripts/ru.sh`, such as `references/x.md`.', []],
    ['link-case', 'Read [it](references/guide.md#part).', ['warning 6:11']],
    ['link-missing', 'Read [it](references/guide.md#part).', []],
    ['link-case', 'Read [it](references/Guide.md).', []],
    ['link-missing', 'Read [it](references/gone.md).', ['warning 6:11']],
  ])('%s: %s', (code, body, expected) => {
    expect(found(code, { body, files })).toEqual(expected);
  });

  it('has no finding where the files are not known', () => {
    expect(found('reference-missing', { body: 'Run `scripts/ru.sh` on it.' })).toEqual([]);
  });
});

it('every rule has a page, a tag and a code of its own', () => {
  for (const { code, page, tags } of rules) {
    expect(page?.why, code).toMatch(/\.$/u);
    expect(page?.wrong, code).not.toBe(page?.right);
    expect(tags?.length, code).toBeGreaterThan(0);
  }
  const codes = kinds.map((kind) => kind.code);
  expect(new Set(codes).size).toBe(codes.length);
});

it('leaves keys that a host acts on where they are', () => {
  const advice = (key: string) => unknownKey.wording({ key, profile: 'spec' });
  expect(advice('team')).toContain('Move it into metadata');
  expect(advice('disable-model-invocation')).toContain('keep it there');
  expect(advice('hooks')).not.toContain('Move it');
});
