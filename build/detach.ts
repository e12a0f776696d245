/**
 * A deep copy of plain data whose strings own their characters. Engines make a part of a string a view of the whole,
 * so that a heading kept for later would keep its whole file in memory; they copy parts of up to 12 characters
 * themselves. Prototypes (null ones, too) stay.
 */
export function detach<T>(value: T): T {
  if (typeof value === 'string') return (value.length > 12 ? Buffer.from(value).toString() : value) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(detach) as T;
  const copy = Object.create(Object.getPrototypeOf(value) as object | null) as Record<string, unknown>;
  for (const [key, item] of Object.entries(value)) copy[detach(key)] = detach(item);
  return copy as T;
}
