/** Text that somebody else wrote: it is shown, and never acts. `code` is a name or a path, `text` goes in quotes. */
export type Quote = { readonly code: string } | { readonly text: string };

/** A line of a report: our own words, and what is quoted between them. */
export interface Line {
  readonly parts: readonly (string | Quote)[];
  /** `bad` asks for a decision, `warn` for a look; `good` got better; the others tell. */
  readonly mood?: 'bad' | 'warn' | 'good';
}

/** Lines that belong together. */
export interface Section {
  readonly title: readonly (string | Quote)[];
  readonly lines: readonly Line[];
  /** True where a reader should see it without unfolding it. */
  readonly open: boolean;
}

/** A report before it is put into a form; the sections that matter most come first. */
export interface ReportDocument {
  /** One line. */
  readonly summary: readonly (string | Quote)[];
  readonly sections: readonly Section[];
}

/** What makes a section of a report; null where there is nothing to say. */
export type SectionMaker<Report> = (report: Report) => Section | null | readonly Section[];

export function line(...parts: Line['parts']): Line {
  return { parts };
}

export function bad(...parts: Line['parts']): Line {
  return { parts, mood: 'bad' };
}

export function warn(...parts: Line['parts']): Line {
  return { parts, mood: 'warn' };
}

export function good(...parts: Line['parts']): Line {
  return { parts, mood: 'good' };
}

export function code(name: string): Quote {
  return { code: name };
}

export function text(words: string): Quote {
  return { text: words };
}

/** Names with commas between them, at most `most` of them. */
export function codes(names: readonly string[], most = 8): (string | Quote)[] {
  const shown = names.slice(0, most).flatMap((name, i) => (i === 0 ? [code(name)] : [', ', code(name)]));
  return names.length > most ? [...shown, ` and ${names.length - most} more`] : shown;
}

/** `1 skill`, `2 skills`, `0 skills`. */
export function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
