/** JSON with sorted keys, a line a value: equal texts are equal values, and a difference is short to read. */
export function canonicalLines(value: unknown): string {
  return JSON.stringify(
    value,
    (_key, inner: unknown) =>
      inner !== null && typeof inner === 'object' && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    1,
  );
}
