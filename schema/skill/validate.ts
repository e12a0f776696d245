import { compareFindings, type Finding, finding, type Position } from '../diagnostic.js';
import { type MarkdownReading, readMarkdown } from '../markdown.js';
import { type ResolvedLink, resolveLinks } from './links.js';
import type { RepositoryFiles, Rule, RuleContext, RuleOptions } from './rule.js';
import { rules } from './rules/index.js';
import { type ShapeFault, shapeFaults } from './shape.js';
import type { ParsedSkill, Profile, SkillDocument } from './types.js';

export interface ValidationInput {
  /** POSIX path of the SKILL.md in the repository. */
  readonly path: string;
  /** Name of its folder; null where that is not known (a skill at the repository's root). */
  readonly folderName: string | null;
  readonly document: SkillDocument;
  /** Absent: `lenient`. */
  readonly profile?: Profile;
  readonly options?: RuleOptions;
  /** Absent: targets of links are not looked up. */
  readonly files?: RepositoryFiles;
  /** The body as Markdown, where the caller has read it already. */
  readonly markdown?: MarkdownReading;
}

const TOP: Position = { line: 1, column: 1 };

/** Judges one readable SKILL.md by all rules of a profile. Findings are sorted; nothing is looked up outside. */
export function validateSkill(input: ValidationInput): Finding[] {
  const context = makeContext(input);
  const out: Finding[] = [];
  for (const rule of rules) {
    if (!applies(rule, context)) continue;
    for (const hit of rule.check(context)) {
      const severity = hit.severity ?? rule.severities?.[context.profile];
      out.push(finding(rule, input.path, hit.at, hit.args, { fix: hit.fix, severity }));
    }
  }
  return out.sort(compareFindings);
}

function applies(rule: Rule, { profile, options }: RuleContext): boolean {
  if (options.disable?.has(rule.code) === true) return false;
  if (rule.optional === true && options.enable?.has(rule.code) !== true) return false;
  return rule.profiles === undefined || rule.profiles.includes(profile);
}

function makeContext(input: ValidationInput): RuleContext {
  const { path, folderName, document, profile = 'lenient', options = {}, files } = input;
  const position = (key: string) => document.positions.get(key);
  const markdown = once((): MarkdownReading => input.markdown ?? readMarkdown(document.body));
  return {
    path,
    folderName,
    document,
    profile,
    options,
    files,
    shape: once((): readonly ShapeFault[] => shapeFaults(document.frontmatter)),
    markdown,
    links: once((): readonly ResolvedLink[] => resolveLinks(markdown(), path, document.bodyLine)),
    at: (key) => {
      const found = position(key);
      return found ? { line: found.valueLine, column: found.valueColumn } : TOP;
    },
    keyAt: (key) => {
      const found = position(key);
      return found ? { line: found.line, column: found.column } : TOP;
    },
  };
}

function once<T>(make: () => T): () => T {
  let value: { readonly made: T } | undefined;
  return () => {
    value ??= { made: make() };
    return value.made;
  };
}

/**
 * True where a file can stand in the index: its front matter was read and its description says something. A missing
 * name does not keep it out, since the folder's name stands in.
 */
export function isLoadable(
  parsed: ParsedSkill,
): parsed is ParsedSkill & { readonly document: SkillDocument } {
  const description = parsed.document?.frontmatter.description;
  if (description === undefined || description === null || typeof description === 'object') return false;
  return String(description).trim() !== '';
}
