import type { RepositoryFiles } from '../schema/skill/rule.js';

/** Finds the file that was probably meant by a path where nothing is; its tables are made when it is first asked. */
export function likePaths(paths: Iterable<string>): NonNullable<RepositoryFiles['likeOf']> {
  let tables:
    | { readonly folded: ReadonlyMap<string, string>; readonly ends: ReadonlyMap<string, string | null> }
    | undefined;
  return (path) => {
    tables ??= makeTables(paths);
    return tables.folded.get(path.toLowerCase()) ?? tables.ends.get(endOf(path)) ?? undefined;
  };
}

function makeTables(paths: Iterable<string>) {
  const folded = new Map<string, string>();
  const ends = new Map<string, string | null>();
  for (const path of paths) {
    folded.set(path.toLowerCase(), path);
    const end = endOf(path);
    // Null where there is more than one.
    ends.set(end, ends.has(end) ? null : path);
  }
  return { folded, ends };
}

/** Name and folder of a file: `tidy-logs/SKILL.md`. */
function endOf(path: string): string {
  return path.split('/').slice(-2).join('/').toLowerCase();
}
