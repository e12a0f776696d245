/** Columns that a text takes: code points, escape sequences of `Style` left out. Wide characters are not measured. */
function textWidth(text: string): number {
  return [...text.replace(/\x1b\[\d+m/g, '')].length;
}

/** Breaks a text at blanks into lines of at most `width` columns; a longer word stands on a line of its own. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    if (line !== '' && textWidth(line) + 1 + textWidth(word) > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** Rows of a term and its explanation; the explanations are aligned, wrapped, and go below a term that is too wide. */
export function definitions(rows: readonly (readonly [string, string])[], width: number): readonly string[] {
  const column = Math.min(Math.max(0, ...rows.map(([term]) => textWidth(term))), MAX_TERM);
  const indent = ' '.repeat(column + 4);
  return rows.flatMap(([term, text]) => {
    const lines = wrap(text, Math.max(20, width - indent.length));
    const gap = column - textWidth(term);
    if (gap < 0) return [`  ${term}`, ...lines.map((line) => indent + line)];
    const [first = '', ...others] = lines;
    return [`  ${term}${' '.repeat(gap)}  ${first}`.trimEnd(), ...others.map((line) => indent + line)];
  });
}

const MAX_TERM = 26;

/** Left-aligned columns, two blanks apart; the last one is not padded. */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, textWidth(cell));
    });
  }
  return rows.map((row) => {
    const cells = row.map((cell, index) => cell + ' '.repeat(widths[index]! - textWidth(cell)));
    return cells.join('  ').trimEnd();
  });
}

/** A text of at most `length` code points; one that is cut ends in `…`. */
export function cut(text: string, length: number): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  return `${characters
    .slice(0, length - 1)
    .join('')
    .trimEnd()}…`;
}
