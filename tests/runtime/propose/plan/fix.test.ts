import { describe, expect, it } from 'vitest';
import { baseOf, plan, refusal, textsOf } from './plan-base.js';

const FILE = 'skills/git-commit/SKILL.md';
const SKILL = `---
name: git-commit
# who may use it
description: 'Writes commits.'   # short
tags: [git, vcs]
x-unknown: { a: 1 }
metadata:
  version: "3"
  ttl_days: 30
---

# Git commit (v3)

Intro.

## Steps

1. Stage.

### Amend

Amend it.

## Lessons

- Keep it short.
- Use the imperative.

## See also

None.
`;

const fix = (parameters: object, text = SKILL) =>
  plan(baseOf({ [FILE]: text }), { action: 'FIX', name: 'git-commit', ...parameters });
const textOf = (parameters: object, text = SKILL): string => textsOf(fix(parameters, text))[FILE]!;

describe('FIX of front matter', () => {
  it('changes the description and the version, and nothing else', () => {
    expect(textOf({ description: "It's: new" })).toBe(
      SKILL.replace("'Writes commits.'", "'It''s: new'").replace('version: "3"', 'version: "4"'),
    );
  });

  it('sets keys where they stand, new ones in metadata, and takes repo away for global', () => {
    const text = SKILL.replace('metadata:', 'repo: web\nmetadata:');
    const out = textOf(
      {
        tags: ['git', 'commit'],
        ttlDays: 60,
        skillType: 'workflow',
        displayName: 'Commit',
        repoName: 'Global',
      },
      text,
    );
    expect(out).toBe(
      SKILL.replace('[git, vcs]', '[git, commit]')
        .replace('version: "3"', 'version: "4"')
        .replace('ttl_days: 30\n', 'ttl_days: 60\n  display-name: Commit\n  skill-type: WORKFLOW\n'),
    );
  });

  it('keeps a byte order mark, CRLF, and a version that is no whole number', () => {
    const text = `\ufeff${SKILL.replace('"3"', '1.10')}`.replaceAll('\n', '\r\n');
    expect(textOf({ description: 'New.' }, text)).toBe(text.replace("'Writes commits.'", "'New.'"));
  });

  it('keeps a version without quotes as a number, at the top and in metadata', () => {
    const inner = SKILL.replace('"3"', '3');
    expect(textOf({ description: 'New.' }, inner)).toContain('  version: 4\n');
    const top = SKILL.replace('  version: "3"\n', '').replace('tags:', 'version: 9\ntags:');
    expect(textOf({ description: 'New.' }, top)).toContain('\nversion: 10\n');
  });

  it('puts a key at the top level where metadata is no map', () => {
    const text = '---\nname: git-commit\ndescription: D.\nmetadata: text\n---\n\nBody.\n';
    expect(textOf({ tags: ['a', 'b'] }, text)).toBe(text.replace('text\n', 'text\ntags: a, b\n'));
  });

  it('puts a value in quotes that no reader takes without them, and says so', () => {
    const text = SKILL.replace('x-unknown: { a: 1 }', 'title: one: two');
    const one = fix({ description: 'New.' }, text);
    expect(textsOf(one)[FILE]).toContain('\ntitle: "one: two"\n');
    expect(one.notes).toEqual(['Put in quotes, which YAML needs there: title.']);
    // The body alone leaves it as it is.
    expect(textsOf(fix({ lesson: 'New.' }, text.replace(/\n {2}version.*/u, '')))[FILE]).toContain(
      '\ntitle: one: two\n',
    );
  });

  it('drops version marks that a text has twice', () => {
    expect(textOf({ description: 'Writes commits. (v2) (v3)' })).toContain(
      "description: 'Writes commits. (v3)' ",
    );
  });

  it('refuses what changes nothing, and says what was there already', () => {
    expect(
      refusal(() => fix({ description: ' Writes commits. ', tags: ['git', 'vcs'], ttlDays: 30 })),
    ).toMatchObject({
      code: 'nothing-to-change',
    });
    const found = refusal(() => fix({ lesson: '**keep** it  short', body: SKILL.split('---\n\n')[1]! }));
    expect(found.code).toBe('nothing-to-change');
    expect(found.message).toContain('The lesson is in the list already.');
  });

  it('refuses an edit that would end up behind the front matter, or be no plain YAML', () => {
    const marked = '---\nname: git-commit\ndescription: D.\n...\n---\n\nBody.\n';
    expect(refusal(() => fix({ tags: ['a'] }, marked)).code).toBe('frontmatter-unreadable');
    expect(textOf({ description: 'New.' }, marked)).toBe(marked.replace('D.', 'New.'));
    const flow = '---\n{ name: git-commit, description: D. }\n---\n\nBody.\n';
    expect(refusal(() => fix({ tags: ['a'] }, flow)).code).toBe('frontmatter-unreadable');
  });

  it('refuses a file that cannot be read, with its line', () => {
    const found = refusal(() =>
      fix({ description: 'New.' }, '---\nname: git-commit\nname: again\n---\n\nBody.\n'),
    );
    expect(found.code).toBe('skill-unreadable');
    expect(found.message).toContain(`${FILE}:3:1`);
  });
});

describe('FIX of the body', () => {
  it('keeps the sections that a new body lacks at their places, and the lessons of the list', () => {
    const body =
      '# Git commit\n\nNew intro.\n\n## Steps\n\nNew steps.\n\n## More\n\nMore.\n\n## Lessons learned\n\n- Use the imperative.\n- Sign it.\n';
    const one = fix({ body });
    expect(textsOf(one)[FILE]!.split('---\n\n')[1]).toBe(`# Git commit

New intro.

## Steps

New steps.

### Amend

Amend it.

## More

More.

## Lessons learned

- Use the imperative.
- Keep it short.
- Sign it.

## See also

None.
`);
    expect(one.notes).toEqual([
      'Kept sections that the new body does not have: "Amend", "See also".',
      'Kept 1 lesson of the old list.',
    ]);
  });

  it('drops them where that is asked for', () => {
    const one = fix({ body: '# Git commit\n\nNew.\n\n## Lessons\n\n- Sign it.\n', replaceSections: true });
    expect(textsOf(one)[FILE]!.split('---\n\n')[1]).toBe(
      '# Git commit\n\nNew.\n\n## Lessons\n\n- Sign it.\n',
    );
    expect(one.notes).toEqual([
      'Dropped sections that the new body does not have: "Steps", "Amend", "See also".',
    ]);
  });

  it('keeps the title of a body that comes without one', () => {
    const body = textsOf(fix({ body: 'New intro.\n\n## Steps\n\nNew.\n' }))[FILE]!.split('---\n\n')[1]!;
    expect(body.startsWith('# Git commit (v4)\n\nNew intro.\n\n## Steps\n\nNew.\n\n### Amend\n')).toBe(true);
  });

  it('raises the version mark of the title with the version, and makes two marks one', () => {
    expect(textOf({ body: '# Git commit (v2) (v3)\n\nNew.\n' })).toContain('# Git commit (v4)\n');
    expect(textOf({ body: '# Git commit (v7)\n\nNew.\n' })).toContain('# Git commit (v7)\n');
  });

  it('takes a section with another number or version mark for the same one', () => {
    const text = SKILL.replace('## See also', '## 4. What is new (v2)');
    const one = textOf({ body: '# Git commit\n\n## 5. What is new (v3)\n\nThis.\n' }, text);
    expect(one).not.toContain('(v2)');
    expect(one).toContain('## Steps');
  });

  it('keeps lists of versions, of which no one is the other', () => {
    const text = SKILL.replace('## See also', '## Version 1\n\nOne.\n\n## Version 2');
    const one = textOf({ body: '# Git commit\n\n## Version 3\n\nThree.\n' }, text);
    for (const title of ['Version 1', 'Version 2', 'Version 3']) expect(one).toContain(`## ${title}\n`);
  });

  it('does not take a section of the same title elsewhere for one that is lacking', () => {
    const text = SKILL.replace('## See also', '## Other\n\n### Amend\n\nOther.\n\n## See also');
    const one = textOf(
      { body: '# Git commit\n\n## Steps\n\nNew.\n\n## Other\n\n### Amend\n\nNew other.\n' },
      text,
    );
    expect(one).toContain('Amend it.');
    expect(one).not.toContain('\nOther.\n');
  });

  it('does not take one of several sections of a title for one that moved', () => {
    const text = SKILL.replace('## See also', '## Other\n\n### Amend\n\nOther.\n\n## See also');
    const one = textOf(
      { body: '# Git commit\n\n## Steps\n\nNew.\n\n## Third\n\n### Amend\n\nThird.\n' },
      text,
    );
    for (const kept of ['Amend it.', 'Other.', 'Third.']) expect(one).toContain(`\n${kept}\n`);
  });

  it('takes a section that moved for the same one, and leaves no empty heading behind', () => {
    const text = SKILL.replace('## See also', '## Details\n\n### Hooks\n\nOld hooks.\n\n## See also');
    const one = textOf({ body: '# Git commit\n\n## Hooks\n\nNew hooks.\n' }, text);
    expect(one).not.toMatch(/Old hooks|Details/u);
  });

  it('keeps line ends, also those of kept sections in a file that mixes them', () => {
    const text = SKILL.replaceAll('\n', '\r\n').replace('Amend it.\r\n', 'Amend it.\n');
    const one = textOf({ body: '# Git commit\n\nNew.\n' }, text);
    expect(one).toContain('New.\r\n');
    expect(one).toContain('Amend it.\n');
    expect(one.replace('Amend it.\n', '').replaceAll('\r\n', '')).not.toContain('\n');
  });

  it('refuses a body that would swallow what comes behind it', () => {
    expect(refusal(() => fix({ body: '# Git commit\n\n```sh\nls\n' })).code).toBe('body-unclosed');
  });
});

describe('FIX with a lesson', () => {
  const withLesson = (list: string, lesson: string): string => {
    const head = '---\nname: git-commit\ndescription: D.\n---\n# T\n\n';
    return textOf({ lesson }, head + list).slice(head.length);
  };

  it('adds it behind the last one, in the form of the list', () => {
    expect(withLesson('## Lessons\n\n* One.\n* Two.\n  More.\n\nBye.\n', 'Three.\nMore of it.')).toBe(
      '## Lessons\n\n* One.\n* Two.\n  More.\n* Three.\n  More of it.\n\nBye.\n',
    );
    expect(withLesson('## 经验\n\n1. 一。\n2. 二。\n\n## End', '- three')).toBe(
      '## 经验\n\n1. 一。\n2. 二。\n3. three\n\n## End',
    );
    expect(withLesson('Lessons learned\n---\n\n- One.\n\n- Two.\n', 'Three.')).toBe(
      'Lessons learned\n---\n\n- One.\n\n- Two.\n\n- Three.\n',
    );
  });

  it('makes the list, at the end or under its heading', () => {
    expect(withLesson('Text.', 'One.')).toBe('Text.\n\n## Lessons\n\n- One.\n');
    expect(withLesson('## Lessons\n\n## End\n', 'One.')).toBe('## Lessons\n\n- One.\n\n## End\n');
    expect(withLesson('## Key lessons 💡\n\nSome.\n', 'One.')).toBe('## Key lessons 💡\n\nSome.\n\n- One.\n');
  });

  it('closes a code block that the body leaves open', () => {
    expect(withLesson('````md\n```\nx\n', 'One.')).toBe('````md\n```\nx\n````\n\n## Lessons\n\n- One.\n');
  });

  it('does not take a heading in a list, a quote or code for one of lessons', () => {
    const list = '- # Lessons\n\n> ## Lessons\n\n```\n## Lessons\n```\n';
    expect(withLesson(list, 'One.')).toBe(`${list}\n## Lessons\n\n- One.\n`);
  });

  it('works in a file without a body or an end of line', () => {
    const text = '---\r\nname: git-commit\r\ndescription: D.\r\n---';
    expect(textOf({ lesson: 'One.' }, text)).toBe(`${text}\r\n\r\n## Lessons\r\n\r\n- One.\r\n`);
  });
});

describe('FIX of files', () => {
  const base = baseOf(
    {
      [FILE]: SKILL,
      'skills/git-commit/scripts/run.sh': 'old\n',
      'skills/git-commit/a.md': 'a\n',
      'skills/git-commit/inner/SKILL.md': '---\nname: inner\ndescription: D.\n---\n\nBody.\n',
    },
    { executable: ['skills/git-commit/scripts/run.sh'], links: ['skills/git-commit/link.md'] },
  );
  const files = (named: object) => plan(base, { action: 'FIX', name: 'git-commit', files: named });

  it('writes, adds and takes away; modes stay, and what is the same is no change', () => {
    const one = files({ 'scripts/run.sh': 'new\n', 'b/c.md': 'c\r\n', 'a.md': null });
    expect(
      one.changes.map(({ path, mode, after: bytes }) => [path, mode, bytes && Buffer.from(bytes).toString()]),
    ).toEqual([
      [FILE, '100644', SKILL.replace('version: "3"', 'version: "4"')],
      ['skills/git-commit/a.md', '100644', null],
      ['skills/git-commit/b/c.md', '100644', 'c\r\n'],
      ['skills/git-commit/scripts/run.sh', '100755', 'new\n'],
    ]);
    expect(refusal(() => files({ 'a.md': 'a\n' })).code).toBe('nothing-to-change');
  });

  it('refuses links, other skills inside, a folder as a file, other case, and files that are not there', () => {
    for (const text of ['x', null]) {
      expect(refusal(() => files({ 'link.md': text })).message).toContain('link.md is a link or a submodule');
    }
    expect(refusal(() => files({ 'inner/x.md': 'x' })).message).toContain('skills/git-commit/inner');
    expect(refusal(() => files({ scripts: 'x' })).code).toBe('path-collision');
    expect(refusal(() => files({ 'a.md/x': 'x' })).code).toBe('path-collision');
    expect(refusal(() => files({ 'Scripts/x.sh': 'x' })).message).toContain(
      'skills/git-commit/scripts is there',
    );
    expect(refusal(() => files({ 'no.md': null })).code).toBe('proposal-invalid');
    expect(refusal(() => files({ 'x.md': 'x', 'X.md': 'y' })).code).toBe('path-collision');
    // Another spelling of a file that goes at the same time is no collision.
    expect(files({ 'A.md': 'x', 'a.md': null }).changes.length).toBe(3);
  });

  it('leaves the rest of the repository alone where the skill is its root', () => {
    const root = baseOf({ 'SKILL.md': SKILL, 'package.json': '{}', 'scripts/x.sh': 'x' });
    const one = (named: object) => plan(root, { action: 'FIX', name: 'git-commit', files: named });
    expect(refusal(() => one({ 'package.json': '[]' })).message).toContain("not the skill's");
    expect(refusal(() => one({ 'scripts-2/x': 'x' })).code).toBe('proposal-invalid');
    expect(one({ 'scripts/x.sh': 'y' }).changes.map(({ path }) => path)).toEqual([
      'SKILL.md',
      'scripts/x.sh',
    ]);
  });
});

describe('what a FIX says', () => {
  it('names versions, reason and trigger; a change of other files alone makes no version', () => {
    const one = fix({ description: 'New.', reason: 'It was\nwrong', trigger: 'a failed run' });
    expect(one.subject).toBe('Fix git-commit: It was wrong');
    expect(one.changelog).toEqual({
      action: 'FIX',
      name: 'git-commit',
      from: 'skills/git-commit@2',
      to: 'skills/git-commit@3',
      trigger: 'a failed run',
      reason: 'It was wrong',
      sources: [],
    });
    const text = SKILL.replace(/ {2}version.*\n/u, '');
    expect(fix({ files: { 'a.md': 'a' } }, text).changelog.to).toBe('skills/git-commit@2');
  });

  it('keeps the subject within 72 code points', () => {
    const { subject } = fix({ description: 'New.', reason: '🦘'.repeat(300) });
    expect([...subject].length).toBe(72);
    expect(subject.isWellFormed()).toBe(true);
  });
});

describe('base_version', () => {
  const at = (baseVersion: unknown) => fix({ description: 'New.', baseVersion });

  it('takes the version that is there, by number and by commit', () => {
    for (const word of [2, '2', 'v2', '2'.repeat(40), '2222222', 'c'.repeat(12)])
      expect(at(word).notes).toEqual([]);
  });

  it('refuses another one, naming both', () => {
    const found = refusal(() => at('1'));
    expect(found.code).toBe('version-conflict');
    expect(found.message).toContain(`version 2 (commit ${'2'.repeat(40)})`);
    expect(found.message).toContain(`version 1 (commit ${'1'.repeat(40)})`);
    expect(refusal(() => at('1111111')).message).toContain(`version 1 (commit ${'1'.repeat(40)})`);
    expect(refusal(() => at('abcdef0')).message).toContain('commit abcdef0');
    expect(refusal(() => at('3')).code).toBe('version-conflict');
  });
});
