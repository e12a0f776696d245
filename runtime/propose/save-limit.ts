import { SkillgraftError } from '../../schema/errors.js';
import { byteLength, PROPOSAL_LIMITS } from './plan/limits.js';
import type { ProposalRequest } from './types.js';

const MINUTE = 60_000;

/** When proposals were written by this process, by where to. */
const written = new Map<string, number[]>();

/**
 * Takes one turn of those that a minute has, in this process.
 *
 * @param place where it is written to
 * @param now milliseconds
 * @throws SkillgraftError `save-limit`
 */
export function takeTurn(place: string, perMinute: number, now: number): void {
  const recent = (written.get(place) ?? []).filter((at) => at <= now && now - at < MINUTE);
  written.set(place, recent);
  if (recent.length < perMinute) {
    recent.push(now);
    return;
  }
  const seconds = Math.ceil(((recent[0] ?? now) + MINUTE - now) / 1000);
  throw new SkillgraftError(
    'save-limit',
    `${recent.length} proposals were made in the last minute, the limit is ${perMinute}.`,
    `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  );
}

/** @throws SkillgraftError `proposal-too-large` */
export function refuseLarge(
  { body, files = {} }: ProposalRequest,
  most: number = PROPOSAL_LIMITS.totalBytes,
): void {
  const texts = [body ?? '', ...Object.values(files).map((text) => text ?? '')];
  const bytes = texts.reduce((sum, text) => sum + byteLength(text), 0);
  if (bytes <= most) return;
  throw new SkillgraftError(
    'proposal-too-large',
    `Body and files have ${bytes} bytes together, the limit here is ${most}.`,
    'Propose them in parts, or keep large files elsewhere.',
  );
}
