import { posix } from 'node:path';
import { lineageReason } from '../runtime/lineage-reason.js';
import { handOffUnknown, historyIncomplete, sourceUnknown } from '../schema/build-kinds.js';
import { type Finding, type FindingArgs, type FindingKind, finding } from '../schema/diagnostic.js';
import type { LineageSection } from '../schema/lineage.js';
import { historyPath } from './entries.js';
import { type HandingSkill, handOffEdges } from './hand-off-edges.js';
import { absentLineage, decideLineage } from './lineage/decide.js';
import { sortEdges } from './lineage/edges.js';
import { gatherHistory } from './lineage/gather.js';
import type { GatheredHistory, TipSkill } from './lineage/types.js';
import type { BuildSource } from './source.js';
import type { ReadSkill } from './types.js';

/** Starts to read the history of a source: git works at it while the skills are read. Null where there is none. */
export function startHistory(
  { repository, commit }: BuildSource,
  previous: LineageSection | undefined,
): Promise<GatheredHistory> | null {
  if (repository === null || commit === null) return null;
  const history = gatherHistory(repository, commit, previous);
  // Who waits for it hears of its failure; until then nobody does.
  history.catch(() => undefined);
  return history;
}

/** Lineage of the skills that were read, and what is to be said about it. */
export async function readLineage(
  { repository }: BuildSource,
  skills: readonly ReadSkill[],
  history: Promise<GatheredHistory> | null,
): Promise<{ section: LineageSection; findings: readonly Finding[] }> {
  const tips = skills.map(tipOf);
  const { section, unknownSources } =
    history === null
      ? absentLineage(repository === null ? 'not-a-repository' : 'work-tree', tips)
      : decideLineage(await history, tips);
  const handOffs = handOffEdges(skills.map(handingSkill));
  const byPath = new Map([...skills].reverse().map((skill) => [historyPath(skill), skill]));
  const findings = [
    ...unknownSources.map(({ path, key, value }) =>
      findingAt(byPath.get(path)!, key, sourceUnknown, { key, value }),
    ),
    ...handOffs.unknown.map(({ path, value }) =>
      findingAt(byPath.get(path)!, 'description', handOffUnknown, { value }),
    ),
  ];
  if (section.status === 'shallow' || section.status === 'partial') {
    findings.push(
      finding(
        historyIncomplete,
        '.',
        { line: 1, column: 1 },
        { reason: lineageReason(section.reason ?? section.status) },
      ),
    );
  }
  return { section: { ...section, edges: sortEdges([...section.edges, ...handOffs.edges]) }, findings };
}

/** A finding about the value of a key of the front matter. */
function findingAt(skill: ReadSkill, key: string, kind: FindingKind, args: FindingArgs): Finding {
  const at = skill.positions.get(key) ?? skill.positions.get(`metadata.${key}`);
  const position = at === undefined ? { line: 1, column: 1 } : { line: at.valueLine, column: at.valueColumn };
  return finding(kind, skill.found.file, position, args);
}

function handingSkill(skill: ReadSkill): HandingSkill {
  const { name, handOffs } = skill;
  return { path: historyPath(skill), name, handOffs };
}

function tipOf(skill: ReadSkill): TipSkill {
  const { derivedFrom, mergedFrom, supersededBy, version } = skill.metadata;
  return {
    path: historyPath(skill),
    name: skill.name || posix.basename(skill.found.path),
    ...(version === undefined ? {} : { version }),
    ...(derivedFrom === undefined ? {} : { derivedFrom }),
    ...(mergedFrom === undefined ? {} : { mergedFrom }),
    ...(supersededBy === undefined ? {} : { supersededBy }),
  };
}
