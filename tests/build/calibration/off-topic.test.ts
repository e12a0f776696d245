import { describe, expect, it } from 'vitest';
import { OFF_TOPIC } from '../../../build/calibration/off-topic.js';

/** Letters, or words, that tell a language of the list from the others, and how many requests have them at least. */
const LANGUAGES: readonly [language: string, mark: RegExp, atLeast: number][] = [
  ['Chinese', /^[\p{Script=Han}\p{P}]+$/u, 35],
  ['traditional Chinese', /[飯館鑰機櫻颱媽]/u, 5],
  ['Japanese', /[\p{Script=Hiragana}\p{Script=Katakana}]/u, 12],
  ['Korean', /\p{Script=Hangul}/u, 10],
  ['Russian', /\p{Script=Cyrillic}/u, 8],
  ['Arabic', /\p{Script=Arabic}/u, 3],
  ['Hindi', /\p{Script=Devanagari}/u, 3],
  ['Spanish', /[¿ñ]|\b(?:el|los|en)\b/u, 12],
  ['French', /[éèêœ]|\b(?:le|du|mon)\b/u, 10],
  ['German', /[äöüß]|\b(?:der|und|ist|mit|zu)\b/u, 11],
  ['Portuguese', /[ãõç]|\b(?:como|nas|na)\b/iu, 8],
  ['English', /\b(?:the|is|a|of|how|what|my|for|in|to)\b/iu, 200],
];

describe('OFF_TOPIC', () => {
  it('has some four hundred requests', () => {
    expect(OFF_TOPIC.length).toBeGreaterThanOrEqual(380);
    expect(OFF_TOPIC.length).toBeLessThanOrEqual(420);
  });

  it('has no request twice', () => {
    const seen = new Set<string>();
    const again = OFF_TOPIC.filter((request) => {
      const key = request.normalize('NFC').toLowerCase().trim();
      return seen.size === seen.add(key).size;
    });
    expect(again).toEqual([]);
  });

  it('has requests of one line in NFC, of 300 code points at most', () => {
    const unfit = OFF_TOPIC.filter(
      (request) =>
        request !== request.normalize('NFC').trim() || /^$|[\r\n]/.test(request) || [...request].length > 300,
    );
    expect(unfit).toEqual([]);
  });

  it.each(LANGUAGES)('has requests in %s', (_language, mark, atLeast) => {
    expect(OFF_TOPIC.filter((request) => mark.test(request)).length).toBeGreaterThanOrEqual(atLeast);
  });

  it('names nothing of software', () => {
    const software = /\b(?:github|git|kubernetes|docker|api|seo|pull request|unit test|typescript)\b/iu;
    expect(OFF_TOPIC.filter((request) => software.test(request))).toEqual([]);
  });
});
