import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from '../../../runtime/config/json-reader.js';

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('readJson', () => {
  it('gives the value that JSON.parse gives, compact or indented', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const reading = readJson(text);
        expect(reading.ok && JSON.stringify(reading.value)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it('accepts and refuses the same texts as JSON.parse', () => {
    const part = fc.constantFrom(
      ...'{}[]",:\\ \n\t\u00a0'.split(''),
      '"a"',
      '1',
      '-',
      '01',
      '.5',
      'e3',
      'true',
      'nul',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        expect(readJson(text).ok).toBe(parses(text));
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['', 0, 'a value is missing, the file ends'],
    ['{"a": 1,}', 8, 'a key in double quotes is missing, there is "}"'],
    ['{"a" 1}', 5, 'a colon is missing, there is "1"'],
    ['{"a": [1 2]}', 9, 'a comma or ] is missing, there is "2"'],
    ["{'a': 1}", 1, 'a key in double quotes is missing, there is "\'"'],
    ['{"a": "b}', 6, 'a closed string is missing, there is "\\""'],
    ['{} x', 3, 'there is more text behind its end'],
    ['// note\n{}', 0, 'a value is missing, there is "/"'],
  ])('%j fails at %i: %s', (text, offset, problem) => {
    expect(readJson(text)).toEqual({ ok: false, offset, problem });
  });

  it('stops at deep nesting instead of overflowing', () => {
    expect(readJson('['.repeat(100_000))).toMatchObject({ ok: false, offset: 33 });
  });

  it('keeps the places of outermost keys, doubled ones too, and __proto__ as a mere key', () => {
    const reading = readJson('{ "a": {"b": 1}, "__proto__": 2, "a": 3 }');
    expect(reading).toMatchObject({
      keys: [
        { key: 'a', offset: 2, valueOffset: 7 },
        { key: '__proto__', offset: 17, valueOffset: 30 },
        { key: 'a', offset: 33, valueOffset: 38 },
      ],
    });
    expect(reading.ok && Object.keys(reading.value as object)).toEqual(['a', '__proto__']);
  });
});
