import type { SkillMetadata } from '../../schema/skill/types.js';
import { handOffsOf, type LineageAnswer } from '../lineage-view.js';
import type { LineageHead } from './types.js';

/** Where a lineage has come to: its last version, and the skills that this one hangs together with. */
export function lineageHead(history: LineageAnswer, metadata: SkillMetadata): LineageHead {
  return {
    status: history.status,
    version: lastVersion(history),
    formerly: history.formerly,
    parents: parentsOf(history, metadata),
    handsOffTo: handOffsOf(history),
  };
}

function lastVersion({ versions, truncated }: LineageAnswer): LineageHead['version'] {
  const last = versions.at(-1);
  if (last === undefined) return null;
  const { version, commit, date, author, subject, change, action, trigger, reason } = last;
  return {
    number: truncated ? null : version,
    commit,
    date,
    author,
    subject,
    change,
    action: action ?? null,
    trigger: trigger ?? null,
    reason: reason ?? null,
  };
}

const PARENT_EDGES: readonly string[] = ['copy', 'derive', 'merge'];

/** Sources that edges name, then those that only the front matter does: they may be of another repository. */
function parentsOf({ edges, path, formerly }: LineageAnswer, metadata: SkillMetadata): string[] {
  const own = new Set([path, ...formerly]);
  const paths = edges
    .filter(({ type, from, to }) => PARENT_EDGES.includes(type) && own.has(to) && !own.has(from))
    .map(({ from }) => from);
  const named = [...(metadata.derivedFrom ?? []), ...(metadata.mergedFrom ?? [])].filter(
    (name) => !paths.some((known) => known === name || known.endsWith(`/${name}`)),
  );
  return [...new Set([...paths, ...named])];
}
