/** A plain value that should have been in quotes, found from the offset at which it starts. */
export interface QuotedValue {
  readonly key: string;
  /** The value as it stands, line ends included. */
  readonly raw: string;
  /** The whole block with the value in quotes; every later line keeps its number. */
  readonly block: string;
  /** The key and its value, quoted, on one line. */
  readonly fix: string;
}

/** Puts the value that starts at `offset` in quotes, continuation lines included. Null where no `key: ` precedes it. */
export function quoteValueAt(block: string, offset: number): QuotedValue | null {
  const lineStart = block.lastIndexOf('\n', offset - 1) + 1;
  const prefix = /^([ \t]*)(?:- +)*([^\s:#"'{[][^:\n]*):[ \t]+$/u.exec(block.slice(lineStart, offset));
  if (!prefix) return null;
  const end = valueEnd(block, offset, prefix[1]!.length);
  const raw = block.slice(offset, yamlTrimEnd(block, end));
  const quoted = `"${raw.replace(/[\\"]/gu, '\\$&')}"`;
  return {
    key: prefix[2]!,
    raw,
    block: block.slice(0, offset) + quoted + block.slice(offset + raw.length),
    fix: `${prefix[2]}: ${quoteText(onOneLine(raw))}`,
  };
}

/** End of a value: its line, and the lines below that stand further in than its key. */
function valueEnd(block: string, offset: number, indent: number): number {
  let end = lineEnd(block, offset);
  for (let at = end + 1; at < block.length; at = lineEnd(block, at) + 1) {
    const line = block.slice(at, lineEnd(block, at));
    if (line.trim() === '') continue;
    if (line.length - line.trimStart().length <= indent) break;
    end = at + line.length;
  }
  return end;
}

/** End of the text before `end` without YAML's blanks; `trimEnd` would take a no-break space or U+FEFF away too. */
export function yamlTrimEnd(block: string, end: number): number {
  let at = end;
  while (at > 0 && ' \t\r\n'.includes(block[at - 1]!)) at--;
  return at;
}

/** Lines joined by a blank, as YAML folds them. */
export function onOneLine(raw: string): string {
  return raw
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
}

function lineEnd(block: string, at: number): number {
  const end = block.indexOf('\n', at);
  return end < 0 ? block.length : end;
}

/** Text on one line as a YAML scalar in quotes: double, or single where that saves escapes. */
export function quoteText(text: string): string {
  if (/["\\]/u.test(text) && !/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/u.test(text)) {
    return `'${text.replaceAll("'", "''")}'`;
  }
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/gu,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
