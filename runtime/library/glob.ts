/** False for what other kinds of globs have and this one does not: such a pattern would match nothing, unseen. */
export function isGlob(pattern: string): boolean {
  return !/[[\]{}]|^!/.test(pattern);
}

/**
 * Makes a test of texts from patterns: `*` stands for anything but a slash, `**` for anything, `?` for one character but a
 * slash; every other character for itself. A text passes that one of the patterns matches as a whole. Compared in NFC.
 */
export function globMatcher(patterns: readonly string[]): (text: string) => boolean {
  const all = patterns.map((pattern) => partsOf(pattern.normalize('NFC')));
  return (text) => {
    const points = [...text.normalize('NFC')];
    return all.some((parts) => matches(parts, points));
  };
}

/** A pattern's parts: wildcards and single characters. */
function partsOf(pattern: string): readonly string[] {
  return pattern.match(/\*{2,}|[\s\S]/gu)?.map((part) => (part.startsWith('**') ? '**' : part)) ?? [];
}

/** By rows of what could be matched so far: linear in the text for each part, whatever the pattern. */
function matches(parts: readonly string[], points: readonly string[]): boolean {
  // reached[i]: the parts so far match the first i characters.
  let reached = points.map(() => false);
  reached = [true, ...reached];
  for (const part of parts) {
    const next = reached.map(() => false);
    for (let i = 0; i < reached.length; i += 1) {
      const point = points[i - 1];
      if (part === '**') next[i] = reached[i]! || (i > 0 && next[i - 1]!);
      else if (part === '*') next[i] = reached[i]! || (i > 0 && point !== '/' && next[i - 1]!);
      else if (i > 0) next[i] = reached[i - 1]! && (part === '?' ? point !== '/' : part === point);
    }
    reached = next;
  }
  return reached.at(-1)!;
}
