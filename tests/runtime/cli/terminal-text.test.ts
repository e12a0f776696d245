import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStyle, wantsColor } from '../../../runtime/cli/style.js';
import { terminalJson, terminalLine, terminalText } from '../../../runtime/cli/terminal-text.js';

describe('terminalText', () => {
  it.each([
    ['window title', '\x1b]0;owned\x07text', 'text'],
    ['title, other end', '\x1b]0;owned\x1b\\text', 'text'],
    ['hyperlink', '\x1b]8;;https://evil.example\x1b\\here\x1b]8;;\x1b\\', 'here'],
    ['clear screen', 'a\x1b[2J\x1b[Hb', 'ab'],
    ['colour', '\x1b[38;5;196mred\x1b[0m', 'red'],
    ['8-bit sequences', 'a\x9b31mb\x9d0;t\x9cc', 'abc'],
    ['reset and charset', '\x1bca\x1b(0b', 'ab'],
    ['unclosed title keeps its text', '\x1b]0;visible', '0;visible'],
    ['lone escape', 'a\x1b', 'a'],
    ['bell, backspace, NUL, DEL', 'a\x07b\x08c\x00d\x7fe', 'abcde'],
    ['line ends', 'a\r\nb\rc\td', 'a\nbc\td'],
    ['lone surrogates', 'a\ud800b\udc00c😀', 'a\ufffdb\ufffdc😀'],
    ['direction override', 'a\u202eb\u2066c', 'abc'],
  ])('%s', (_, given, shown) => {
    expect(terminalText(given)).toBe(shown);
  });

  it('lets nothing dangerous through, whatever the text', () => {
    const part = fc.constantFrom(
      '\x1b',
      '[',
      ']',
      '0;',
      'm',
      '\x07',
      '\\',
      '\x9b',
      '\x9d',
      '\ud800',
      'a',
      '\r',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = terminalText(parts.join(''));
        expect(text).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
        expect(text).not.toMatch(/\p{Surrogate}/u);
        expect(terminalText(text)).toBe(text);
      }),
    );
  });

  it('keeps the sequences of our own style where asked to, and no others', () => {
    const own = createStyle(true).red('error');
    expect(terminalText(`${own}\x1b[8mhidden\x1b[2J`, true)).toBe(`${own}hidden`);
    expect(terminalText(own)).toBe('error');
  });

  it('takes linear time for a megabyte of openings', () => {
    for (const opening of ['\x1b]', '\x1b[', '\x9d', '\x1b']) {
      const text = opening.repeat(200_000);
      const started = performance.now();
      terminalText(text, true);
      expect(performance.now() - started).toBeLessThan(2_000);
    }
  });

  it('puts text on one line', () => {
    expect(terminalLine(' a\n  b\tc ')).toBe('a b c');
  });
});

describe('terminalJson', () => {
  it('is plain ASCII controls-free JSON that reads back the same', () => {
    const value = { text: 'a\x1b[31m\x9b\x7f\u202e\ud800' };
    const text = terminalJson(value);
    expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    expect(JSON.parse(text)).toEqual(value);
    expect(text.endsWith('}\n')).toBe(true);
  });
});

describe('wantsColor', () => {
  it.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
    [{ TERM: 'dumb' }, true, false],
  ])('%j on a terminal %s: %s', (env, isTTY, color) => {
    expect(wantsColor(env, isTTY)).toBe(color);
  });
});
