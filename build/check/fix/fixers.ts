import type { Finding } from '../../../schema/diagnostic.js';
import { SkillgraftError } from '../../../schema/errors.js';
import { nameFault } from '../../../schema/skill/name.js';
import { onOneLine, quoteText, quoteValueAt } from '../../../schema/skill/quoting.js';
import { writeText } from '../../../schema/skill/scalar.js';
import { editFrontmatter } from '../../../schema/skill/serialise.js';
import { findFences } from '../../../schema/skill/split.js';
import { readYaml } from '../../../schema/skill/yaml.js';
import { nfc } from '../../../schema/text.js';
import { applyEdit, offsetAt, plainText, restOfLine, type TextEdit } from './edits.js';

/** Mends the findings of one code where there is one answer that changes nothing of what the file is read as. */
export interface Fixer {
  readonly code: string;
  /** The file's text, mended in one place; null where there is no safe answer. */
  readonly fix: (raw: string, finding: Finding) => string | null;
}

/** All fixers. What a fix could change in meaning is a suggestion of the finding, and has none. */
export const fixers: readonly Fixer[] = [
  { code: 'byte-order-mark', fix: (raw) => (raw.startsWith('\ufeff') ? raw.slice(1) : null) },
  { code: 'fence-trailing-blank', fix: edited(bareFence) },
  { code: 'yaml-unquoted-colon', fix: edited(quotedValue) },
  { code: 'yaml-unquoted-start', fix: edited(quotedValue) },
  { code: 'metadata-value-not-text', fix: edited(quotedScalar) },
  { code: 'description-not-text', fix: edited(quotedScalar) },
  { code: 'name-not-text', fix: edited(quotedScalar) },
  { code: 'name-not-nfc', fix: edited(composedName) },
  { code: 'name-missing', fix: folderName },
];

const byCode = new Map(fixers.map((fixer) => [fixer.code, fixer]));

/** The fixer of a code. */
export function fixerOf(code: string): Fixer | undefined {
  return byCode.get(code);
}

function edited(edit: (text: string, finding: Finding) => TextEdit | null): Fixer['fix'] {
  return (raw, finding) => {
    const found = edit(plainText(raw), finding);
    return found === null ? null : applyEdit(raw, found);
  };
}

function bareFence(text: string, { line }: Finding): TextEdit | null {
  const from = offsetAt(text, { line, column: 1 });
  const fence = from < 0 ? '' : restOfLine(text, from);
  return /^---[ \t]+$/u.test(fence) ? { from: from + 3, to: from + fence.length, text: '' } : null;
}

/** The first value that only lacks quotes, as the reader puts them; the next one is mended in the next round. */
function quotedValue(text: string, { fix }: Finding): TextEdit | null {
  const fences = findFences(text);
  if (fences === null) return null;
  const block = text.slice(fences.blockStart, fences.blockEnd);
  const { fault, retry } = { retry: undefined, ...readYaml(block) };
  if (fault === undefined || retry === undefined) return null;
  const value = quoteValueAt(block, retry.offset);
  // Quotes would fold an empty line into a line break.
  if (value === null || value.fix !== fix || /\n[ \t]*\n/u.test(value.raw)) return null;
  const from = fences.blockStart + retry.offset;
  return { from, to: from + value.raw.length, text: quoteText(onOneLine(value.raw)) };
}

/** A number or a truth value that stands for text. */
function quotedScalar(text: string, at: Finding): TextEdit | null {
  const from = offsetAt(text, at);
  const token =
    from < 0 ? undefined : /^[^\s#,[\]{}'"|>&*!%@`]+(?=[ \t]*(?:$|#|[,}\]]))/u.exec(restOfLine(text, from));
  if (!token) return null;
  return { from, to: from + token[0].length, text: quoteText(token[0]) };
}

function composedName(text: string, finding: Finding): TextEdit | null {
  const start = offsetAt(text, finding);
  const rest = start < 0 ? '' : restOfLine(text, start);
  const quote = /^["']/u.test(rest) ? 1 : 0;
  const written = /^[^\s"'#\\]+/u.exec(rest.slice(quote))?.[0] ?? '';
  if (written === '' || nfc(written) !== finding.fix) return null;
  return { from: start + quote, to: start + quote + written.length, text: nfc(written) };
}

/** The name that the skill is read with is written down, where that may be a name. */
function folderName(raw: string, { args }: Finding): string | null {
  const folder = String(args.folder ?? '');
  if (folder === '' || nameFault(folder, false) !== null) return null;
  const text = plainText(raw);
  const fences = findFences(text);
  if (fences === null) return null;
  if (!/^["']?name["']?[ \t]*:/mu.test(text.slice(fences.blockStart, fences.blockEnd))) {
    const eol = raw.startsWith('\r\n', raw.indexOf('\n') - 1) ? '\r\n' : '\n';
    return applyEdit(raw, {
      from: fences.blockStart,
      to: fences.blockStart,
      text: `name: ${writeText(folder)}${eol}`,
    });
  }
  try {
    return editFrontmatter(raw, new Map([['name', folder]]));
  } catch (error) {
    if (error instanceof SkillgraftError) return null;
    throw error;
  }
}
