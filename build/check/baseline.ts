import { access, constants, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { compareText, type Finding, finding } from '../../schema/diagnostic.js';
import { SkillgraftError } from '../../schema/errors.js';
import { baselineEntryGone } from '../../schema/policy-kinds.js';
import { replaceFile } from '../replace-file.js';
import type { KnownEntry } from './known.js';

/** Name of the baseline at the top of a repository. */
export const BASELINE_FILE = '.skillgraft-baseline.json';

const VERSION = 1;

/** A baseline that was read. */
export interface Baseline {
  /** As reports name it. */
  readonly path: string;
  readonly entries: readonly KnownEntry[];
  /** Line of each entry, from 1. */
  readonly lineOf: (entry: KnownEntry) => number;
}

/**
 * Reads the text of a baseline.
 *
 * @throws SkillgraftError `baseline-broken`
 */
export function parseBaseline(text: string, path: string): Baseline {
  const value = readJson(text, path) as { version?: unknown; findings?: unknown } | null;
  if (value?.version !== VERSION || !Array.isArray(value.findings)) throw broken(path);
  const entries = value.findings.map((one: unknown) => {
    if (!isEntry(one)) throw broken(path);
    return one;
  });
  const lines = text.split('\n');
  const lineOf = (entry: KnownEntry): number =>
    lines.findIndex((line) => line.trim().replace(/,$/u, '') === entryLine(entry)) + 1 || 1;
  return { path, entries, lineOf };
}

/** Reads a baseline that was named; null where there is none. */
export async function readBaselineFile(file: string, path: string): Promise<Baseline | null> {
  try {
    return parseBaseline(await readFile(file, 'utf8'), path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    if (error instanceof SkillgraftError) throw error;
    throw new SkillgraftError(
      'baseline-unreadable',
      `${path} cannot be read.`,
      'Name a file that can be read.',
      {
        cause: error,
      },
    );
  }
}

/**
 * Writes a baseline, whole or not at all: one entry a line, so that reviews and merges see each.
 *
 * @throws SkillgraftError `baseline-unwritable`
 */
export async function writeBaseline(file: string, entries: readonly KnownEntry[]): Promise<void> {
  try {
    await replaceText(file, baselineText(entries));
  } catch (error) {
    const hint =
      'Name a file in a folder that is there and can be written to, and see that the disk has room.';
    throw new SkillgraftError('baseline-unwritable', `${file} cannot be written.`, hint, { cause: error });
  }
}

/** Replaces a file, or what a link leads to, with the mode that it has; a pipe or a device takes the text as it comes. */
async function replaceText(path: string, text: string): Promise<void> {
  const file = await realpath(path).catch(() => path);
  const stats = await stat(file).catch(() => null);
  if (stats !== null && !stats.isFile()) return writeFile(file, text);
  if (stats !== null) await access(file, constants.W_OK);
  await replaceFile(file, Buffer.from(text), stats === null ? undefined : stats.mode & 0o7777);
}

/** The text of a baseline, sorted by path. */
function baselineText(entries: readonly KnownEntry[]): string {
  const sorted = [...entries].sort(
    (a, b) => compareText(a.path, b.path) || compareText(a.code, b.code) || compareText(a.text, b.text),
  );
  const lines = sorted.map((entry) => `    ${entryLine(entry)}`).join(',\n');
  return `{\n  "version": ${VERSION},\n  "findings": [${lines === '' ? '' : `\n${lines}\n  `}]\n}\n`;
}

/** Entries that no finding was taken for: the baseline can shrink by them. */
export function goneFindings(baseline: Baseline, left: readonly KnownEntry[]): Finding[] {
  return left.map((entry) => {
    const whole = baseline.entries.find(
      ({ path, code, text }) => path === entry.path && code === entry.code && text === entry.text,
    );
    const at = { line: baseline.lineOf(whole ?? entry), column: 1 };
    return finding(baselineEntryGone, baseline.path, at, {
      code: entry.code,
      file: entry.path,
      count: entry.count,
    });
  });
}

function entryLine({ path, code, text, count }: KnownEntry): string {
  return JSON.stringify({ path, code, text, count });
}

function readJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch {
    throw broken(path);
  }
}

function isEntry(value: unknown): value is KnownEntry {
  const { path, code, text, count } = (value ?? {}) as Partial<KnownEntry>;
  const isText = typeof path === 'string' && typeof code === 'string' && typeof text === 'string';
  return isText && Number.isSafeInteger(count) && count! > 0;
}

function broken(path: string): SkillgraftError {
  return new SkillgraftError(
    'baseline-broken',
    `${path} is no baseline of this version.`,
    'Write it anew with `skillgraft check --update-baseline`.',
  );
}
