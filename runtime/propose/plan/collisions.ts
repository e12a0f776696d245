import { SkillgraftError } from '../../../schema/errors.js';
import type { FileChange } from '../types.js';
import { shownText } from './texts.js';

/**
 * Refuses files that would share a place with others: paths that differ by case or Unicode form only, which is one file
 * on many machines, and a file where a folder is.
 *
 * @throws SkillgraftError `path-collision`
 */
export function refuseCollisions(paths: ReadonlySet<string>, changes: readonly FileChange[]): void {
  const added = changes.filter(({ before, after }) => before === null && after !== null);
  if (added.length === 0) return;
  const removed = new Set(changes.filter(({ after }) => after === null).map(({ path }) => path));
  const files = new Set<string>();
  const places = new Map<string, string>();
  for (const path of paths) if (!removed.has(path)) put(path, files, places);
  for (const { path } of added) {
    for (const place of prefixes(path)) {
      const there = places.get(fold(place));
      if (there !== undefined && there !== place)
        throw collision(path, `${shownText(there)} is there already`);
      const isFolder = place !== path;
      if (isFolder && files.has(place))
        throw collision(path, `${shownText(place)} is a file, a link or a submodule`);
      if (!isFolder && there !== undefined) throw collision(path, 'something of that name is there already');
    }
    put(path, files, places);
  }
}

function put(path: string, files: Set<string>, places: Map<string, string>): void {
  files.add(path);
  for (const place of prefixes(path)) if (!places.has(fold(place))) places.set(fold(place), place);
}

/** The path and every folder above it, the topmost first. */
function prefixes(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}

/** Upper case first, so that letters with two lower-case forms fall together. */
function fold(path: string): string {
  return path.normalize('NFC').toUpperCase().toLowerCase();
}

function collision(path: string, why: string): SkillgraftError {
  return new SkillgraftError(
    'path-collision',
    `${path} cannot be added: ${why}.`,
    'Choose another name; many file systems do not tell upper case from lower case.',
  );
}
