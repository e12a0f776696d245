import type { SkillLibrary } from '../skill-library.js';

/**
 * Keeps what is made of a library, for clients that work in one repository or in none, as long as the library is kept:
 * it is made when it is first asked for, so that a request costs the same however many skills there are.
 */
export function perLibrary<Made>(
  make: (library: SkillLibrary, repo: string | null) => Made,
): (library: SkillLibrary, repo: string | null) => Made {
  const all = new WeakMap<SkillLibrary, Map<string | null, Made>>();
  return (library, repo) => {
    const made = all.get(library) ?? new Map<string | null, Made>();
    if (made.size === 0) all.set(library, made);
    const known = made.get(repo);
    if (known !== undefined) return known;
    const value = make(library, repo);
    made.set(repo, value);
    return value;
  };
}
