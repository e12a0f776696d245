import { parse, stringify, TomlError } from 'smol-toml';
import { SkillgraftError } from '../../../schema/errors.js';
import type { JsonObject } from '../../../schema/skill/types.js';
import type { Format } from '../types.js';

/**
 * TOML, edited as text, since writers of TOML keep no comments. Tables with a header of their own can be put in and
 * replaced; the caller checks that what comes out means what it should.
 */
export const toml: Format = {
  parse(text, path) {
    try {
      return parse(text) as JsonObject;
    } catch (error) {
      if (!(error instanceof TomlError)) throw error;
      throw new SkillgraftError(
        'host-file-broken',
        `${path} cannot be read: line ${error.line} is no TOML.`,
        'Mend it first, or leave --write out and put the configuration in by hand.',
      );
    }
  },
  render: (keys, name, entry) => `[${[...keys, name].join('.')}]\n${stringify(entry)}`,
  insert(text, keys, name, entry) {
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    const table = toml.render(keys, name, entry).trimEnd().split('\n');
    const lines = text.split(/\r?\n/);
    const ranges = tableRanges(lines, [...keys, name]);
    const [first] = ranges;
    if (first === undefined) {
      const before = text.trimEnd();
      return [...(before === '' ? [] : [...before.split(/\r?\n/), '']), ...table, ''].join(eol);
    }
    const kept = lines.flatMap((line, at) => {
      if (at === first.from) return table;
      return ranges.some(({ from, to }) => from <= at && at < to) ? [] : [line];
    });
    return kept.join(eol);
  },
};

interface Range {
  readonly from: number;
  /** The line behind it. */
  readonly to: number;
}

/** Lines of a table and of those below it; comments and blank lines before the next header belong to that. */
function tableRanges(lines: readonly string[], keys: readonly string[]): Range[] {
  const own = new RegExp(String.raw`^\s*\[\s*${keys.map(keyPattern).join(String.raw`\s*\.\s*`)}\s*[.\]]`);
  const headers = lines.flatMap((line, at) => (/^\s*\[/.test(line) ? [at] : []));
  return headers
    .filter((at) => own.test(lines[at]!))
    .map((from) => {
      let to = headers.find((at) => at > from) ?? lines.length;
      while (to > from + 1 && /^\s*(?:#.*)?$/.test(lines[to - 1]!)) to--;
      return { from, to };
    });
}

/** A bare key, or the same in quotes. Names have no characters that a pattern or a string would need to escape. */
function keyPattern(key: string): string {
  return `(?:${key}|"${key}"|'${key}')`;
}
