/** A link or image as it stands in a text; offsets count there. */
export interface PlainLink {
  readonly text: string;
  readonly url: string;
  /** Where the address starts. */
  readonly at: number;
}

const CODE_SPAN = /`[^`\n]+`/g;
const LINK = /\[([^[\]\n]*)\]\(([^()\s<>]+)\)/g;

/** A text in which code has no marks; null where only a parser can tell what is code. */
export function withoutCode(text: string): string | null {
  if (!text.includes('`')) return text;
  const masked = text.includes('``') ? '`' : text.replace(CODE_SPAN, (code) => 'x'.repeat(code.length));
  return masked.includes('`') ? null : masked;
}

/** The links of paragraphs and lists that hold no others than `[text](url)`; null where only a parser can tell. */
export function plainLinks(source: string): PlainLink[] | null {
  const masked = withoutCode(source);
  if (masked === null || /[\\<]|\]:/.test(masked)) return null;
  const found = [...masked.matchAll(LINK)].map(({ index, 0: whole, 1: label }) => {
    const at = index + label!.length + 3;
    return { text: source.slice(index + 1, at - 2), url: source.slice(at, index + whole.length - 1), at };
  });
  const isAll = masked.split(/[[\]]/).length === 2 * found.length + 1;
  return isAll && found.every(({ url }) => !url.includes('`')) ? found : null;
}
