import { describe, expect, it } from 'vitest';
import { CONFIG_FINDING_KINDS } from '../../../runtime/config/findings.js';
import { parseConfigFile } from '../../../runtime/config/parse-file.js';

function judged(text: string): readonly string[] {
  return parseConfigFile(text, 'skillgraft.json').findings.map(
    ({ code, path, line, column }) => `${path}:${line}:${column} ${code}`,
  );
}

describe('parseConfigFile', () => {
  it('gives the settings of a right file', () => {
    const text =
      '{"$schema": "x", "roots": ["skills", "more"], "limit": 50, "listing-budget": null, "profile": "spec"}';
    const { values, findings } = parseConfigFile(text, 'skillgraft.json');
    expect(findings).toEqual([]);
    expect({ ...values }).toEqual({
      roots: ['skills', 'more'],
      limit: 50,
      'listing-budget': null,
      profile: 'spec',
    });
  });

  it.each([
    ['{"limit": 51}', 'skillgraft.json:1:11 config-out-of-range'],
    ['{"limit": 0}', 'skillgraft.json:1:11 config-out-of-range'],
    ['{"limit": 1.5}', 'skillgraft.json:1:11 config-wrong-type'],
    ['{"limit": "10"}', 'skillgraft.json:1:11 config-wrong-type'],
    ['{"limit": null}', 'skillgraft.json:1:11 config-wrong-type'],
    ['{\r\n  "é😀": 1}', 'skillgraft.json:2:3 config-unknown-key'],
    ['{"$schema": "é😀", "limt": 1}', 'skillgraft.json:1:19 config-unknown-key'],
    ['{"__proto__": {"limit": 3}}', 'skillgraft.json:1:2 config-unknown-key'],
    ['{"profile": "strict"}', 'skillgraft.json:1:13 config-not-a-choice'],
    ['{"roots": "skills"}', 'skillgraft.json:1:11 config-wrong-type'],
    ['{"roots": []}', 'skillgraft.json:1:11 config-wrong-type'],
    ['{"roots": ["a", 1]}', 'skillgraft.json:1:11 config-wrong-type'],
    ['{"out": " "}', 'skillgraft.json:1:9 config-wrong-type'],
    ['[]', 'skillgraft.json:1:1 config-not-an-object'],
    ['null', 'skillgraft.json:1:1 config-not-an-object'],
    ['{"limit": 1,\n}', 'skillgraft.json:2:1 config-syntax'],
    ['', 'skillgraft.json:1:1 config-syntax'],
    ['{"limit": 1, "limit": 2}', 'skillgraft.json:1:14 config-duplicate-key'],
  ])('%j: %s', (text, found) => {
    expect(judged(text)).toEqual([found]);
  });

  it('keeps the right settings beside a wrong one, and reads past a byte order mark', () => {
    const { values, findings } = parseConfigFile('\ufeff{"limit": 99, "out": "site"}', 'skillgraft.json');
    expect({ ...values }).toEqual({ out: 'site' });
    expect(findings.map(({ code, column }) => [code, column])).toEqual([['config-out-of-range', 11]]);
  });

  it('has words for each kind, with what was meant', () => {
    const [found] = parseConfigFile('{"limt": 3}', 'skillgraft.json').findings;
    const kind = CONFIG_FINDING_KINDS.find((candidate) => candidate.code === found?.code);
    expect(kind?.wording(found?.args ?? {})).toContain('Did you mean "limit"?');
  });
});
