import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Finding } from '../../schema/diagnostic.js';
import { SkillgraftError } from '../../schema/errors.js';
import { describe } from '../../schema/messages.js';
import { versionStep } from '../propose/next-step.js';
import type { ProposalAnswer } from '../propose/options.js';
import type { ProposalRefused } from '../propose/refused.js';
import { oneLine, toolResult } from './tool.js';

/** UTF-16 units of a diff and a patch that are sent: twice in one answer, more would burst what clients take. */
const LARGEST = 3 * 1024 * 1024;
/** Of a diff or a patch that the text shows. */
const MOST_SHOWN = 100_000;
const MOST_FINDINGS = 20;

/**
 * What became of a proposal, for people and programs.
 *
 * @throws SkillgraftError `patch-too-large`
 */
export function proposalResult(answer: ProposalAnswer): CallToolResult {
  const { patch, diff } = answer;
  if (patch !== undefined && patch.text.length + diff.length > LARGEST)
    throw new SkillgraftError('patch-too-large', 'The patch is too large to send.', 'Propose it in parts.');
  const findings = answer.findings.map((one) => ({ ...one, message: describe(one) }));
  const sent = diff.length > LARGEST ? 'It is too large to send.' : diff;
  return toolResult(answerText(answer), { ...answer, diff: sent, findings });
}

/** What keeps a proposal from being written, a line each. */
export function refusal({ message, hint, findings }: ProposalRefused): CallToolResult {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const text = [message, ...findingLines(errors), hint].join('\n').toWellFormed();
  return { isError: true, content: [{ type: 'text', text }] };
}

function answerText(answer: ProposalAnswer): string {
  const { action, dryRun, existed, branch, commit, base, patch, diff } = answer;
  const verb = dryRun ? 'Would propose' : existed ? 'Proposed before' : 'Proposed';
  const place = commit === null ? '' : ` on ${branch} (commit ${commit.slice(0, 12)})`;
  return [
    `${verb}: ${action} ${oneLine(versionStep(answer))}${place}, from ${base.ref}.`,
    ...findingLines(answer.findings),
    ...answer.notes.map((note) => `Note: ${oneLine(note)}`),
    `Next: ${answer.next}`,
    ...(dryRun ? ['', shown(diff)] : patch === undefined ? [] : ['', shown(patch.text)]),
  ].join('\n');
}

function shown(text: string): string {
  return text.length <= MOST_SHOWN ? text : 'It is long: the structured content has it.';
}

function findingLines(findings: readonly Finding[]): string[] {
  const told = findings.filter(({ severity }) => severity !== 'info');
  const lines = told
    .slice(0, MOST_FINDINGS)
    .map((one) => oneLine(`${one.severity}: ${one.path}:${one.line}: ${describe(one)} (${one.code})`));
  const more = told.length - lines.length;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}
