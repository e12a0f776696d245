import { readMarkdown } from '../../../schema/markdown.js';
import { toLf } from '../../../schema/text.js';

const PROBE = 'x';
const FENCE = /^ {0,3}(`{3,}|~{3,})/u;

/**
 * A body behind which more can be put: one that ends inside of a code block gets the line that closes it. As it is where
 * nothing is open, or where that line does not help.
 */
export function closeBody(body: string, eol: string): string {
  if (!endsOpen(body)) return body;
  const fences = body.split(/\r?\n/u).flatMap((line) => FENCE.exec(line)?.[1] ?? []);
  const lead = body.endsWith('\n') ? body : body + eol;
  const closed = [...new Set(fences.reverse())].map((fence) => lead + fence + eol);
  return closed.find((one) => !endsOpen(one)) ?? body;
}

/** True where a heading put behind the body would not be one. */
function endsOpen(body: string): boolean {
  const last = readMarkdown(`${toLf(body)}\n\n# ${PROBE}\n`).headings.at(-1);
  return last?.text !== PROBE || last.column !== 1;
}
