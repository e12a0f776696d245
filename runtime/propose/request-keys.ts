/**
 * A request with the names that files and tools write (`skill_type`, `skill-type`) under those of the library
 * (`skillType`). What is no map is given back.
 */
export function libraryKeys(request: unknown): unknown {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return request;
  const entries = Object.entries(request).map(([key, value]) => [
    key.replace(/(?<=[a-z])[_-]([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ]);
  return Object.fromEntries(entries);
}
