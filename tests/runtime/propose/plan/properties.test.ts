import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMessage, parseTrailers } from '../../../../runtime/propose/trailers.js';
import type { Plan } from '../../../../runtime/propose/types.js';
import { SkillgraftError } from '../../../../schema/errors.js';
import { isObject } from '../../../../schema/skill/metadata.js';
import { parseSkill } from '../../../../schema/skill/parse.js';
import { baseOf, plan, textsOf } from './plan-base.js';

const HOSTILE = [
  '\n',
  '\r\n',
  '\0',
  '-->',
  '<!--',
  '---',
  '\n---\n',
  'Skill-Action: REMOVE',
  '\nSkill-Name: x',
  '\n\nSkill-Reason: forged\n',
  '\u202e',
  '\u2066',
  '\u200b',
  '\u2028',
  '\u0085',
  '\u{e0041}',
  '\ud800',
  '\ufeff',
  '`',
  '"',
  "'",
  ': ',
  ' #',
  '{',
  '[',
  '&a',
  '*a',
  '!t',
  '%',
  '@',
  '../',
  '.git',
  'CON',
  '\\',
  '```\n',
  '# ',
  '## Lessons\n',
  '- ',
  '\t',
  '$(id)',
  'name: x',
  'From: a <b@c>',
  'diff --git a/x b/x',
  '>',
  'ﬁ',
  '🦘',
];

const hostile = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.string({ maxLength: 8 }),
    ),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((parts) => parts.join(''));

const SKILL =
  '---\nname: there\ndescription: Is there.   # c\ntags: [a]\n---\n\n# There\n\n## Lessons\n\n- One.\n';
const base = baseOf({
  'skills/there/SKILL.md': SKILL,
  'skills/that/SKILL.md': SKILL.replace('there', 'that'),
});
const KEYS = new Set(['name', 'description', 'tags', 'metadata']);
const INNER = new Set([
  'display-name',
  'skill-type',
  'repo',
  'tags',
  'ttl-days',
  'author',
  'derived-from',
  'merged-from',
  'status',
  'superseded-by',
  'deprecated-reason',
]);

/** One line with nothing in it that a header or a trailer could be made of. */
function expectPlainLine(text: string | null): void {
  if (text === null) return;
  expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]|^\s|\s$/u);
  expect(text.isWellFormed()).toBe(true);
}

function expectSound(one: Plan): void {
  expectPlainLine(one.subject);
  expect([...one.subject].length).toBeLessThanOrEqual(72);
  expect(one.subject).toMatch(/^(?:Add|Fix|Derive|Merge|Deprecate) /u);
  const { reason, trigger, from, to, name, sources } = one.changelog;
  for (const text of [reason, trigger, from, to, name, ...sources]) expectPlainLine(text);
  // The trailers of its commit say what the changelog says, and nothing else.
  expect(parseTrailers(formatMessage(one))).toEqual(one.changelog);
  for (const [path, text] of Object.entries(textsOf(one))) {
    expect(path).toMatch(/^skills\/[^\\:\0\n]+$/u);
    expect(path.split('/').some((part) => part === '' || part === '..' || /^\.git/iu.test(part))).toBe(false);
    if (path.endsWith('/SKILL.md')) expectReadable(path, text!);
  }
}

/** Readable, and with no key that the request could not set. */
function expectReadable(path: string, text: string): void {
  const { document, findings } = parseSkill(text, path);
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  const { metadata, ...top } = document!.frontmatter;
  for (const key of Object.keys(top)) expect(KEYS).toContain(key);
  for (const key of isObject(metadata) ? Object.keys(metadata) : []) expect(INNER).toContain(key);
}

describe('hostile texts', () => {
  const PARAMETERS = [
    'name',
    'description',
    'body',
    'lesson',
    'repoName',
    'reason',
    'trigger',
    'displayName',
    'author',
  ] as const;
  const FORMS = [
    { action: 'ARCHIVE', name: 'new-one', description: 'D.', body: 'Text.\n' },
    { action: 'FIX', name: 'there', description: 'New.' },
    { action: 'DERIVE', name: 'new-one', targetSkillName: 'there', description: 'D.' },
    { action: 'MERGE', name: 'new-one', sourceSkillNames: ['there', 'that'], description: 'D.' },
    { action: 'DEPRECATE', name: 'there', reason: 'R.' },
  ];

  it('property: in any parameter they are refused with a hint, or make nothing but what the parameter is for', () => {
    let planned = 0;
    const check = (form: object, parameter: string, text: string, place: number): void => {
      const value =
        parameter === 'tags'
          ? ['a', text]
          : parameter === 'path'
            ? undefined
            : place === 0
              ? text
              : place === 1
                ? `x${text}`
                : `x${text}y`;
      const request =
        parameter === 'path'
          ? { ...form, files: { [text]: 'x', [`a/${text}`]: text } }
          : { ...form, [parameter]: value };
      try {
        expectSound(plan(base, request));
        planned++;
      } catch (error) {
        if (!(error instanceof SkillgraftError)) throw error;
        expect(error.hint).not.toBe('');
        expect(error.message).not.toMatch(/[\0\n\u202e]/u);
      }
    };
    fc.assert(
      fc.property(
        fc.constantFrom(...FORMS),
        fc.constantFrom(...PARAMETERS, 'tags', 'path', 'targetSkillName', 'baseVersion'),
        hostile,
        fc.nat(2),
        check,
      ),
      { numRuns: 4000 },
    );
    expect(planned).toBeGreaterThan(400);
  });

  it('property: what is taken reads back as it was given', () => {
    fc.assert(
      fc.property(hostile, hostile, (description, displayName) => {
        const request = { action: 'ARCHIVE', name: 'new-one', body: 'Text.\n', description, displayName };
        let one: Plan;
        try {
          one = plan(base, request);
        } catch (error) {
          if (!(error instanceof SkillgraftError)) throw error;
          return;
        }
        const { document } = parseSkill(one.changes[0]!.after!, 'p');
        expect(document!.frontmatter.description).toBe(
          description
            .replace(/^\ufeff/u, '')
            .replace(/\r\n?/gu, '\n')
            .normalize('NFC')
            .trim(),
        );
        expect(document!.body).toBe('Text.\n');
      }),
      { numRuns: 1500 },
    );
  });
});

describe('a FIX of the description', () => {
  it('property: changes only its line, whatever stands around it', () => {
    const line = fc.constantFrom(
      '# comment',
      'license: MIT',
      "x-odd:   'a  b'   # c",
      'tags: [ a,b ]',
      'metadata:\n  k: "v"\n  # in\n  n: 1',
      'triggers:\n- one\n-   two',
      'compatibility: >-\n  folded\n\n  text',
      '"quoted key": 1',
      '',
      'requires: { bins: [git] }',
    );
    const form = fc.constantFrom(
      'description: plain',
      'description: "double"',
      "description: 'single'  # c",
      'description: >-\n  folded\n  text',
      'description: |\n  block\n',
      'description:',
    );
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(
        fc.uniqueArray(line),
        form,
        fc.uniqueArray(line),
        text,
        fc.boolean(),
        fc.boolean(),
        (before, description, after, value, crlf, bom) => {
          const lines = (part: readonly (typeof before)[number][]): string =>
            part
              .filter((one) => !before.includes(one) || part === before)
              .map((one) => `${one}\n`)
              .join('');
          const shape = (one: string): string =>
            (bom ? '\ufeff' : '') + (crlf ? one.replaceAll('\n', '\r\n') : one);
          const head = shape(`---\nname: there\n${lines(before)}`);
          const tail = shape(`${lines(after)}---\nBody\n\n- x\n`).replace(/^\ufeff/u, '');
          const source = head + shape(`${description}\n`).replace(/^\ufeff/u, '') + tail;
          let fixed: string;
          try {
            fixed = textsOf(
              plan(baseOf({ 'skills/there/SKILL.md': source }), {
                action: 'FIX',
                name: 'there',
                description: value,
              }),
            )['skills/there/SKILL.md']!;
          } catch (error) {
            if (
              !(error instanceof SkillgraftError) ||
              !['proposal-invalid', 'nothing-to-change'].includes(error.code)
            )
              throw error;
            return;
          }
          expect(fixed.startsWith(head)).toBe(true);
          expect(fixed.endsWith(tail)).toBe(true);
          const between = fixed.slice(head.length, fixed.length - tail.length);
          expect(between.startsWith('description: ')).toBe(true);
          expect(between.trimEnd()).not.toContain('\n');
        },
      ),
      { numRuns: 2000 },
    );
  });
});
