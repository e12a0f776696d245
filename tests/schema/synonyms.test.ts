import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from '../../runtime/config/json-reader.js';
import { canonicalJson } from '../../schema/codec.js';
import { describe as say } from '../../schema/messages.js';
import { parseSynonyms, SYNONYM_LIMITS } from '../../schema/synonyms.js';
import { sharedPath } from '../helpers/shared.js';

function parse(text: string) {
  const { table, findings } = parseSynonyms(text, 'synonyms.json', readJson);
  const found = findings.map(
    ({ code, severity, line, column, args }) =>
      `${line}:${column} ${severity} ${code} ${args.reason ?? args.key}`,
  );
  return { table: { ...table }, found, said: findings.map(say) };
}

/** Many entries, each with one word. */
function many(count: number): string {
  return JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`key ${i}`, ['word']])));
}

describe('parseSynonyms', () => {
  it('reads entries: keys folded, words trimmed and NFC, each once, in their order', () => {
    const text =
      '\ufeff{\r\n"$schema": "x",\r\n"Roll \\n Out": [" Deploy ", "cafe\\u0301", "Deploy"], "发版": ["发布", "release"]}';
    expect(parse(text)).toEqual({
      table: { 'roll out': ['Deploy', 'caf\u00e9'], 发版: ['发布', 'release'] },
      found: [],
      said: [],
    });
  });

  it.each([
    ['', '1:1 error synonyms-unread syntax', 'this is not JSON, a value is missing, the file ends'],
    ['{\n  "a": ["b"],\n}', '3:1 error synonyms-unread syntax', 'a key in double quotes is missing'],
    ['[["a", "b"]]', '1:1 error synonyms-unread not-an-object', 'one JSON object, such as'],
    ['null', '1:1 error synonyms-unread not-an-object', 'one JSON object'],
    ['"a"', '1:1 error synonyms-unread not-an-object', 'one JSON object'],
    [
      ' '.repeat(SYNONYM_LIMITS.text + 1),
      '1:1 error synonyms-unread too-large',
      'more than 1000000 characters',
    ],
  ])('takes nothing of a text that is no object (%#)', (text, finding, words) => {
    const { table, found, said } = parse(text);
    expect({ table, found }).toEqual({ table: {}, found: [finding] });
    expect(said[0]).toContain(words);
  });

  it.each([
    ['{"a": "b",\n "ok": ["fine"]}', '1:7 warning synonym-entry-left-out not-a-list'],
    ['{"a": {"b": ["c"]},\n "ok": ["fine"]}', '1:7 warning synonym-entry-left-out not-a-list'],
    ['{"a": ["b", 1],\n "ok": ["fine"]}', '1:7 warning synonym-entry-left-out not-a-list'],
    ['{"a": [["b"]],\n "ok": ["fine"]}', '1:7 warning synonym-entry-left-out not-a-list'],
    ['{"a": [],\n "ok": ["fine"]}', '1:2 warning synonym-entry-left-out no-words'],
    ['{" ": ["b"],\n "ok": ["fine"]}', '1:2 warning synonym-entry-left-out key-empty'],
    [`{"${'语'.repeat(101)}": ["b"],\n "ok": ["fine"]}`, '1:2 warning synonym-entry-left-out key-too-long'],
  ])('leaves out one entry and takes the others: %s', (text, finding) => {
    expect(parse(text)).toMatchObject({ table: { ok: ['fine'] }, found: [finding] });
  });

  it('leaves out a word and takes the others', () => {
    const long = '𠀀'.repeat(SYNONYM_LIMITS.length);
    const words = ['', ' \t', `${long}𠀀`, long, 'KEY', 'the', '--', 'fine'];
    const { table, found, said } = parse(JSON.stringify({ key: words }));
    expect(table).toEqual({ key: [long, 'fine'] });
    expect(found).toEqual([
      '1:8 warning synonym-word-left-out empty',
      '1:8 warning synonym-word-left-out empty',
      '1:8 warning synonym-word-left-out too-long',
      '1:8 info synonym-word-left-out itself',
      '1:8 warning synonym-word-left-out no-terms',
      '1:8 warning synonym-word-left-out no-terms',
    ]);
    expect(said[3]).toBe('The word "KEY" of "key" was left out: it is the key itself. Take it away.');
  });

  it('keeps to its limits, and says how much is beyond them', () => {
    const words = Array.from({ length: SYNONYM_LIMITS.words + 3 }, (_, i) => `word${i}`);
    const wide = parse(JSON.stringify({ key: words }));
    expect(wide.table).toEqual({ key: words.slice(0, SYNONYM_LIMITS.words) });
    expect(wide.said).toEqual(['3 words of "key" were left out: an entry has at most 32. Take some away.']);
    const deep = parse(many(SYNONYM_LIMITS.entries + 2));
    expect(Object.keys(deep.table)).toHaveLength(SYNONYM_LIMITS.entries);
    expect(deep.said).toEqual([
      '2 entries were left out: a file of synonyms has at most 10000. Take some away.',
    ]);
    const full = many(SYNONYM_LIMITS.entries);
    expect(parse(full).found).toEqual([]);
    const { table, found } = parse(full.replace(/\}$/, ',"KEY 0": ["other"]}'));
    expect(table['key 0']).toEqual(['other']);
    expect(found).toEqual([expect.stringContaining('synonym-key-repeated')]);
  });

  it('takes the last of repeated keys, be they written alike or not', () => {
    expect(parse('{"a": ["one"],\n"a": ["two"],\n"a": ["three"]}')).toMatchObject({
      table: { a: ['three'] },
      found: ['2:1 warning synonym-key-repeated "a"', '3:1 warning synonym-key-repeated "a"'],
    });
    expect(parse('{"CI": ["one"],\n"ci": ["two"]}')).toMatchObject({
      table: { ci: ['two'] },
      found: ['2:1 warning synonym-key-repeated "ci"'],
    });
  });

  it('takes keys that objects have by themselves for keys like others', () => {
    const { table } = parseSynonyms('{"__proto__": ["a1"], "constructor": ["b1"]}', 'p', readJson);
    expect(Object.entries(table)).toEqual([
      ['__proto__', ['a1']],
      ['constructor', ['b1']],
    ]);
    expect(canonicalJson(table)).toBe('{"__proto__":["a1"],"constructor":["b1"]}');
    expect(Object.keys(parse('{}').table)).toEqual([]);
  });

  it('gives a table within its limits for any JSON, and never throws', () => {
    const word = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('a', 'A', '', ' ', '锁', '\ud800'));
    const value = fc.oneof(fc.array(word), fc.jsonValue());
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(word, value), fc.jsonValue()), (given) => {
        const { table, findings } = parseSynonyms(JSON.stringify(given), 'p', readJson);
        for (const [key, words] of Object.entries(table)) {
          expect(key).toBe(key.normalize('NFC').trim().toLowerCase());
          expect(words.length).toBeGreaterThan(0);
          expect([key, ...words].every((text) => text.isWellFormed() && text !== '')).toBe(true);
        }
        for (const one of findings) expect(say(one)).toMatch(/\.$/);
      }),
    );
  });

  it.skipIf(sharedPath('evals') === null)('reads a real file', () => {
    const text = readFileSync(join(sharedPath('evals')!, 'skill-mcp', 'synonyms.json'), 'utf8');
    const { table, found } = parse(text);
    expect(Object.keys(table)).toHaveLength(40);
    expect(table.弹窗).toEqual(['对话框', '模态框', 'dialog']);
    expect(found).toEqual(['161:9 info synonym-word-left-out itself']);
  });
});
