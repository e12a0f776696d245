/** How much a finding matters: an error fails a check, a warning asks for a look, an info only tells. */
export type Severity = 'error' | 'warning' | 'info';

/** What a finding's wording is made of. Values are data (paths, limits, the offending text), never sentences. */
export type FindingArgs = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** One thing found in one file. Findings are data; `describe` in `messages.ts` gives the words. */
export interface Finding {
  /** Stable kebab-case id, such as `description-too-long`. */
  readonly code: string;
  readonly severity: Severity;
  /** POSIX path in the repository. */
  readonly path: string;
  /** From 1, in the file with its line ends read as LF. */
  readonly line: number;
  /** From 1, in code points. */
  readonly column: number;
  readonly args: FindingArgs;
  /** The text that should stand in the file instead, where there is one safe answer. */
  readonly fix?: string;
}

/** What a kind of finding is about; a report groups and a code scanner filters by it. */
export type RuleTag = 'security' | 'host' | 'style' | 'links' | 'collection' | 'file' | 'lineage' | 'evals';

/** What `check --explain` and `RULES.md` say of a kind beyond its wording. */
export interface RulePage {
  /** Why it matters: one to three sentences of Markdown. */
  readonly why: string;
  /** A short example that has the finding, as it stands in a file. */
  readonly wrong: string;
  /** The same, mended. */
  readonly right: string;
  /** What the examples are written in; `markdown` if not given. */
  readonly language?: 'markdown' | 'yaml' | 'json' | 'text' | 'sh';
  /** How to mend it, where the wording of the finding does not say all. */
  readonly fix?: string;
  /** Where the limit or the advice comes from. */
  readonly source?: string;
}

/** A kind of finding: its code, its usual severity and its wording. Rules extend this with a check. */
export interface FindingKind {
  readonly code: string;
  readonly severity: Severity;
  /** One or two sentences: what is wrong, and what to do. */
  readonly wording: (args: FindingArgs) => string;
  /** Its page; every kind has one. */
  readonly page?: RulePage;
  readonly tags?: readonly RuleTag[];
  /** As an error it makes its file unusable: neither a setting nor a waiver turns it off. */
  readonly fatal?: true;
  /** Looked for by `check` alone, since it takes time. */
  readonly checkOnly?: true;
}

/** Where in a file: line and column from 1, column in code points. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Makes a finding of a kind; `severity` is the kind's own unless a profile judges it otherwise. */
export function finding(
  kind: FindingKind,
  path: string,
  at: Position,
  args: FindingArgs = {},
  extra: { fix?: string | undefined; severity?: Severity | undefined } = {},
): Finding {
  return {
    code: kind.code,
    severity: extra.severity ?? kind.severity,
    path,
    line: at.line,
    column: at.column,
    args,
    ...(extra.fix === undefined ? {} : { fix: extra.fix }),
  };
}

/** Orders findings by path, line, column, code: the order of every report. */
export function compareFindings(a: Finding, b: Finding): number {
  return compareText(a.path, b.path) || a.line - b.line || a.column - b.column || compareText(a.code, b.code);
}

/** Compares by UTF-16 code unit, the same on every machine and in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
