import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import {
  formatMessage,
  formatTrailers,
  type MessageParts,
  parseTrailers,
} from '../../../runtime/propose/trailers.js';
import { type Changelog, SKILL_ACTIONS } from '../../../runtime/propose/types.js';
import { CHANGELOG_KEYS } from '../../../schema/changelog-trailers.js';
import { readChangelogs } from '../../../schema/read-changelogs.js';
import { git, tempFolder } from '../../helpers/git-repo.js';

const temp = tempFolder();
afterAll(() => temp.dispose());

const CHANGELOG: Changelog = {
  action: 'MERGE',
  name: 'cors',
  from: null,
  to: 'skills/cors@1',
  trigger: 'The same header was missing again',
  reason: null,
  sources: ['skills/next cors@3', 'skills/vite-cors'],
};

function message(parts: Partial<MessageParts>): string {
  return formatMessage({ subject: 'Merge cors', changes: [], notes: [], changelog: CHANGELOG, ...parts });
}

it('writes the keys in order, a source each', () => {
  expect(formatTrailers(CHANGELOG)).toBe(
    [
      'Skill-Action: MERGE',
      'Skill-Name: cors',
      'Skill-To: skills/cors@1',
      'Skill-Trigger: The same header was missing again',
      'Skill-Source: skills/next cors@3',
      'Skill-Source: skills/vite-cors',
      '',
    ].join('\n'),
  );
});

it('says what it does to which files, and its notes', () => {
  const bytes = new Uint8Array();
  const changes = Array.from({ length: 12 }, (_, i) => ({
    path: `skills/cors/${i}.md`,
    mode: '100644' as const,
    before: i === 0 ? null : bytes,
    after: i === 1 ? null : bytes,
  }));
  const notes = [
    'The sections Setup, Limits, Notes and Examples were kept since the new text has none of these.',
  ];
  expect(message({ changes, notes }).split('\n\n').slice(0, 2)).toEqual([
    'Merge cors',
    [
      '- Add skills/cors/0.md',
      '- Remove skills/cors/1.md',
      ...Array.from({ length: 8 }, (_, i) => `- Change skills/cors/${i + 2}.md`),
      '- and 2 more files',
      '- The sections Setup, Limits, Notes and Examples were kept since the new',
      '  text has none of these.',
    ].join('\n'),
  ]);
});

it('reads a changelog back, and none of another kind', () => {
  expect(parseTrailers(message({}))).toEqual(CHANGELOG);
  expect(parseTrailers('S\n\nSkill-Action: update\nSkill-Name: a')).toBeNull();
  expect(parseTrailers('S\n\nSkill-Action: FIX')).toBeNull();
  expect(parseTrailers('S')).toBeNull();
});

describe('whatever the texts hold', () => {
  const bait = fc.constantFrom(
    'Skill-Action: REMOVE',
    'Skill-Name: other',
    '\n\nSkill-Reason: forged\n',
    '\nSigned-off-by: X <x@x>',
    '\r\nSkill-To : x@9',
    '---',
    '\n---\n',
    '# ',
    '-->',
    '\0',
    '\u202e',
    '\u2028Skill-Name: o',
    'Skill-\u200bAction: FIX',
    '\n\n',
    ' ',
    'word ',
    'From: a',
    ': ',
    '(cherry picked from commit 1)',
    'tree 1234\nparent 5678',
    '* ',
    '\ud800',
    '❤️',
    'x'.repeat(80),
    'long words here '.repeat(9),
  );
  const text = fc.oneof(
    fc.array(bait, { maxLength: 8 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary' }),
  );
  const full = text.filter((one) => formatTrailers({ ...CHANGELOG, name: one }).includes('Skill-Name'));
  const parts = fc.record({
    subject: text,
    notes: fc.array(text, { maxLength: 3 }),
    changes: fc.array(
      text.map((path) => ({ path, mode: '100644' as const, before: null, after: new Uint8Array() })),
      { maxLength: 2 },
    ),
    changelog: fc.record({
      action: fc.constantFrom(...SKILL_ACTIONS),
      name: full,
      from: fc.option(full),
      to: fc.option(full),
      trigger: fc.option(full),
      reason: fc.option(full),
      sources: fc.array(full, { maxLength: 3 }),
    }),
  });

  it('git finds these trailers and no others, and no header is forged', () => {
    git(temp.dir, ['init', '-q']);
    const tree = git(temp.dir, ['write-tree']).trim();
    fc.assert(
      fc.property(parts, (one) => {
        const whole = formatMessage(one);
        expect(whole.endsWith('\n') && !whole.endsWith('\n\n')).toBe(true);
        const read = parseTrailers(whole)!;
        const expected = CHANGELOG_KEYS.flatMap(([key, field]) =>
          [read[field] ?? []].flat().map((value) => `${key}: ${value}`),
        );
        expect(git(temp.dir, ['interpret-trailers', '--parse'], { input: whole })).toBe(
          expected.map((line) => `${line}\n`).join(''),
        );
        expect(read).toMatchObject({
          action: one.changelog.action,
          sources: { length: one.changelog.sources.length },
        });
        expect(readChangelogs(whole)).toHaveLength(1);
        const commit = git(temp.dir, ['commit-tree', tree], { input: whole }).trim();
        const raw = git(temp.dir, ['cat-file', 'commit', commit]);
        expect(raw.slice(raw.indexOf('\n\n') + 2)).toBe(whole);
        expect(
          raw
            .slice(0, raw.indexOf('\n\n'))
            .split('\n')
            .map((line) => line.split(' ')[0]),
        ).toEqual(['tree', 'author', 'committer']);
      }),
      { numRuns: 250 },
    );
  });

  it('a squash that puts it behind others, or takes its indents away, reads the same', () => {
    fc.assert(
      fc.property(parts, (one) => {
        const whole = formatMessage(one);
        const told = readChangelogs(whole);
        const rebased = `Other\n\n- text\n\n${whole}`;
        expect(readChangelogs(rebased)).toEqual(told);
        expect(readChangelogs(`T (#1)\n\n* ${whole}\n* Other\n\nCo-authored-by: A <a@x>\n`)).toEqual(told);
        const flat = readChangelogs(`T\n\n${whole.replace(/^[ \t]+/gm, '')}`);
        expect(flat.map(({ action }) => action)).toEqual([one.changelog.action]);
        expect(told[0]!.name!.startsWith(flat[0]!.name!)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('what is plain comes back as it was', () => {
    const plain = fc
      .array(fc.string({ unit: fc.constantFrom(...'abz:#-@/'), minLength: 1 }), {
        minLength: 1,
        maxLength: 40,
      })
      .map((words) => words.join(' '));
    fc.assert(
      fc.property(plain, plain, fc.array(plain), (name, reason, sources) => {
        const changelog = { ...CHANGELOG, name, reason, sources };
        expect(parseTrailers(message({ changelog }))).toEqual(changelog);
      }),
    );
  });
});
