import { describe, expect, it } from 'vitest';
import { fixText } from '../../../build/check/fix/fix-text.js';
import { fixers } from '../../../build/check/fix/fixers.js';
import { kinds } from '../../../schema/messages.js';
import { parseSkill } from '../../../schema/skill/parse.js';

const codes = new Set(fixers.map(({ code }) => code));
const fix = (text: string, path = 'skills/a/SKILL.md') => fixText({ path, text, profile: 'lenient', codes });
const skill = (block: string, body = 'Text.\n'): string => `---\n${block}\n---\n\n${body}`;

/** Front matter before and after; the body has to stay. */
const CASES: readonly (readonly [string, string, string])[] = [
  ['a colon', 'name: a\ndescription: Does a: well', 'name: a\ndescription: "Does a: well"'],
  ['a colon and quotes', 'name: a\ndescription: Says "a": well', 'name: a\ndescription: \'Says "a": well\''],
  [
    'a value over lines',
    'name: a\ndescription: Does a: well\n  and good',
    'name: a\ndescription: "Does a: well and good"',
  ],
  ['a start', 'name: a\ndescription: @a and more', 'name: a\ndescription: "@a and more"'],
  ['two values', 'name: a\ndescription: a: b\nauthor: c: d', 'name: a\ndescription: "a: b"\nauthor: "c: d"'],
  ['a number', 'name: 12\ndescription: Does a.', 'name: "12"\ndescription: Does a.'],
  [
    'a truth value, and a comment',
    'name: a\ndescription: yes it\nmetadata:\n  x: true # so',
    'name: a\ndescription: yes it\nmetadata:\n  x: "true" # so',
  ],
  [
    'a version',
    'name: a\ndescription: b\nmetadata: {version: 1.10, y: x}',
    'name: a\ndescription: b\nmetadata: {version: "1.10", y: x}',
  ],
  ['a name that is not composed', 'name: cafe\u0301\ndescription: b', 'name: caf\u00e9\ndescription: b'],
  [
    'a name in quotes that is not composed',
    'name: "cafe\u0301" # so\ndescription: b',
    'name: "caf\u00e9" # so\ndescription: b',
  ],
  ['a name that is missing', 'description: b', 'name: a\ndescription: b'],
  ['a name that is empty', 'name:\ndescription: b', 'name: a\ndescription: b'],
];

describe('fixText', () => {
  it.each(CASES)('mends %s', (_, before, after) => {
    expect(fix(skill(before)).text).toBe(skill(after));
  });

  it.each(CASES)('keeps a byte order mark away, CRLF and the end of the file: %s', (_, before, after) => {
    const crlf = (text: string): string => skill(text, 'One.\nTwo: 😀').replaceAll('\n', '\r\n');
    expect(fix(`\ufeff${crlf(before)}`).text).toBe(crlf(after));
  });

  it.each(CASES)('reads the same before and after: %s', (_, before, after) => {
    const read = (text: string) => ({ ...parseSkill(text, 'skills/a/SKILL.md').document?.frontmatter });
    const { name: was, ...rest } = read(skill(before));
    const { name, ...others } = read(skill(after));
    expect(JSON.stringify(others).replaceAll('"', '')).toBe(JSON.stringify(rest).replaceAll('"', ''));
    expect(String(name).normalize('NFC')).toBe(String(was ?? 'a').normalize('NFC'));
  });

  it('has nothing left to do the second time', () => {
    for (const [, before] of CASES) expect(fix(fix(skill(before)).text).fixed).toEqual([]);
  });

  it('trims fences, several faults at once', () => {
    const { text, fixed } = fix('\ufeff---  \ndescription: a: b\nmetadata:\n  n: 1\n---\t\n\nText.');
    expect(text).toBe('---\nname: a\ndescription: "a: b"\nmetadata:\n  n: "1"\n---\n\nText.');
    expect(fixed.map(({ code }) => code).sort()).toEqual([
      'byte-order-mark',
      'fence-trailing-blank',
      'fence-trailing-blank',
      'metadata-value-not-text',
      'name-missing',
      'yaml-unquoted-colon',
    ]);
  });

  it.each([
    ['a comment that may be one', skill('name: a\ndescription: Does a # and b')],
    ['an empty line in the value', skill('name: a\ndescription: a: b\n\n  c')],
    ['a folder that is no name', skill('description: b'), 'skills/A b/SKILL.md'],
    ['a skill at the top', skill('description: b'), 'SKILL.md'],
    ['no front matter', 'Text.'],
    ['what cannot be read for another reason', `\ufeff${skill('description: a: b\ndescription: c')}`],
  ])('leaves alone: %s', (_, text, path = 'skills/a/SKILL.md') => {
    expect(fix(text, path)).toEqual({ text, fixed: [], refused: [] });
  });

  it('makes no fix that makes an error, and says so', () => {
    const path = `skills/${'a'.repeat(65)}/SKILL.md`;
    const text = skill('description: b');
    const done = fixText({ path, text, profile: 'spec', codes });
    expect(done).toMatchObject({ text, fixed: [], refused: [{ code: 'name-missing' }] });
  });

  it('mends only the codes that it was given', () => {
    const text = skill('description: a: b');
    const only = fixText({
      path: 'skills/a/SKILL.md',
      text,
      profile: 'lenient',
      codes: new Set(['name-missing']),
    });
    expect(only.text).toBe(skill('name: a\ndescription: a: b'));
  });

  it('has fixers for codes that exist', () => {
    for (const { code } of fixers) expect(kinds.map((kind) => kind.code)).toContain(code);
  });
});
