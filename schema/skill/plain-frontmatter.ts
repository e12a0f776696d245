import type { JsonObject, KeyPosition, SkillDocument } from './types.js';

/** Anything that YAML might take for a line end, or that is a finding. */
const ODD = /[^\P{C}\n]|[^\P{Z} ]/u;
/** A key at the top or two blanks below one, and its value on the same line. */
const LINE = /^( {2})?([A-Za-z][\w-]{0,80}):(?: +(\S.*))?$/;
const QUOTED = /^(?:'((?:[^']|'')*)'|"([^"\\]*)")$/;
const TEXT = /^(?!(?:true|false|null)$)\p{L}/iu;
/** Behind a colon a map would begin, behind a hash a comment. */
const NOT_PLAIN = /:(?: |$)| #| $/;

/**
 * Reads a block of plain `key: text` lines, at most one map deep, as the YAML parser would, in a tenth of the time.
 * Null for whatever else stands there.
 */
export function readPlainFrontmatter(block: string): Pick<SkillDocument, 'frontmatter' | 'positions'> | null {
  if (!block.endsWith('\n') || ODD.test(block)) return null;
  const frontmatter = Object.create(null) as Record<string, JsonObject | string>;
  const positions = new Map<string, KeyPosition>();
  let outer = '';
  let map: Record<string, JsonObject | string> | undefined;
  for (const [i, text] of block.slice(0, -1).split('\n').entries()) {
    const [, indent = '', key, value] = LINE.exec(text) ?? [];
    if (key === undefined || !TEXT.test(key)) return null;
    if (indent === '' && map !== undefined && Object.keys(map).length === 0) return null;
    if (indent === '') map = undefined;
    else if (map === undefined || value === undefined) return null;
    const into = map ?? frontmatter;
    const read = value === undefined ? (Object.create(null) as JsonObject) : readText(value);
    if (read === null || key in into) return null;
    into[key] = read;
    const column = indent.length + 1;
    // The block starts on line 2 of the file.
    const place = { line: i + 2, column };
    const at =
      value === undefined
        ? { valueLine: i + 3, valueColumn: 3 }
        : { valueLine: i + 2, valueColumn: text.length - value.length + 1 };
    positions.set(indent === '' ? key : `${outer}.${key}`, { ...place, ...at });
    if (value === undefined) {
      outer = key;
      map = read as Record<string, string>;
    }
  }
  return map !== undefined && Object.keys(map).length === 0 ? null : { frontmatter, positions };
}

function readText(value: string): string | null {
  const [, single, double] = QUOTED.exec(value) ?? [];
  if (single !== undefined) return single.replaceAll("''", "'");
  if (double !== undefined) return double;
  return TEXT.test(value) && !NOT_PLAIN.test(value) ? value : null;
}
