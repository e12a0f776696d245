import { posix } from 'node:path';
import { lineageReason } from '../runtime/lineage-reason.js';
import { historyIncomplete, sourceUnknown } from '../schema/build-kinds.js';
import { type Finding, finding } from '../schema/diagnostic.js';
import type { LineageSection } from '../schema/lineage.js';
import { historyPath } from './entries.js';
import { absentLineage, decideLineage } from './lineage/decide.js';
import { gatherHistory } from './lineage/gather.js';
import type { TipSkill } from './lineage/types.js';
import type { BuildSource } from './source.js';
import type { ReadSkill } from './types.js';

/** Lineage of the skills that were read, and what is to be said about it. */
export async function readLineage(
  source: BuildSource,
  skills: readonly ReadSkill[],
  previous: LineageSection | undefined,
): Promise<{ section: LineageSection; findings: readonly Finding[] }> {
  const tips = skills.map(tipOf);
  const { repository, commit } = source;
  const { section, unknownSources } =
    repository === null || commit === null
      ? absentLineage(repository === null ? 'not-a-repository' : 'work-tree', tips)
      : decideLineage(await gatherHistory(repository, commit, previous), tips);
  const findings = unknownSources.map(({ path, key, value }) => {
    const skill = skills.find((one) => historyPath(one) === path)!;
    const at = skill.positions.get(key) ?? skill.positions.get(`metadata.${key}`);
    const position =
      at === undefined ? { line: 1, column: 1 } : { line: at.valueLine, column: at.valueColumn };
    return finding(sourceUnknown, skill.found.file, position, { key, value });
  });
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
  return { section, findings };
}

function tipOf(skill: ReadSkill): TipSkill {
  const { derivedFrom, mergedFrom } = skill.metadata;
  return {
    path: historyPath(skill),
    name: skill.name || posix.basename(skill.found.path),
    ...(derivedFrom === undefined ? {} : { derivedFrom }),
    ...(mergedFrom === undefined ? {} : { mergedFrom }),
  };
}
