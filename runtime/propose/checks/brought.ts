import type { Finding } from '../../../schema/diagnostic.js';

/** The findings in one text of a file, LF line ends. */
export interface Judged {
  readonly text: string;
  readonly findings: readonly Finding[];
}

/** A finding of before; it stands for one of after at most. */
interface Former {
  used: boolean;
}

/**
 * The findings of `after` that those of before do not explain: one of before explains one with the same code that has
 * the same arguments or, unless it is an error, stands on a line of the same text. Their order is kept.
 */
export function broughtFindings(before: readonly Judged[], after: Judged): Finding[] {
  const formers = indexFormers(before);
  const byArgs = after.findings.filter((one) => !take(formers, argsKey(one)));
  const lineOf = lineKeys(after.text);
  return byArgs.filter((one) => one.severity === 'error' || !take(formers, lineOf(one)));
}

function indexFormers(before: readonly Judged[]): Map<string, Former[]> {
  const formers = new Map<string, Former[]>();
  for (const { text, findings } of before) {
    const lineOf = lineKeys(text);
    for (const one of findings) {
      const former = { used: false };
      for (const key of [argsKey(one), lineOf(one)]) {
        const there = formers.get(key);
        if (there === undefined) formers.set(key, [former]);
        else there.push(former);
      }
    }
  }
  return formers;
}

function take(formers: ReadonlyMap<string, Former[]>, key: string): boolean {
  const there = formers.get(key) ?? [];
  for (let one = there.pop(); one !== undefined; one = there.pop()) {
    if (one.used) continue;
    one.used = true;
    return true;
  }
  return false;
}

/** What is wrong, wherever it stands. */
function argsKey({ code, args }: Finding): string {
  return JSON.stringify(['args', code, args]);
}

function lineKeys(text: string): (one: Finding) => string {
  const lines = text.split('\n');
  return ({ code, line }) => JSON.stringify(['line', code, lines[line - 1]?.trim() ?? '']);
}
