/**
 * True where a POSIX path is what a pattern names, or lies below it: `*` and `?` stand for characters of one name, `**`
 * for any folders. Linear in the product of both lengths, whatever the pattern is.
 */
export function matchesPath(pattern: string, path: string): boolean {
  const parts = pattern
    .replace(/^\.?\//u, '')
    .replace(/\/+$/u, '')
    .split('/');
  return matchFolders(parts, path.split('/'));
}

/** Row by row: which of the first names of the path the first parts of the pattern can have taken. */
function matchFolders(parts: readonly string[], names: readonly string[]): boolean {
  let reached = [true, ...names.map(() => false)];
  for (const part of parts) {
    const next = [part === '**' && reached[0] === true];
    names.forEach((name, i) => {
      if (part === '**') next.push(next[i]! || reached[i + 1]!);
      else next.push(reached[i]! && matchesName(part, name));
    });
    reached = next;
  }
  // What lies below a folder that matches is meant, too.
  return reached.some((one, i) => one && i > 0);
}

/** One name: a star that took too little is taken up again, the last one only. */
function matchesName(part: string, name: string): boolean {
  let p = 0;
  let star = -1;
  let from = 0;
  for (let n = 0; n < name.length; ) {
    if (part[p] === '*') {
      star = p++;
      from = n;
    } else if (p < part.length && (part[p] === '?' || part[p] === name[n])) {
      p++;
      n++;
    } else if (star >= 0) {
      p = star + 1;
      n = ++from;
    } else return false;
  }
  while (part[p] === '*') p++;
  return p === part.length;
}
