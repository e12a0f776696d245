import { compareText } from '../../schema/diagnostic.js';
import type { LineageEdge, SkillLineage } from '../../schema/lineage.js';
import type { TipSkill, UnknownSource } from './types.js';

/**
 * Edges that front matter states (`derived-from`, `merged-from`, `superseded-by`). A source is a folder, a name, or a folder that a
 * skill had before, in this order; of several with one name the first by path. Others come back as unknown.
 */
export function statedEdges(
  tips: readonly TipSkill[],
  skills: readonly SkillLineage[],
): { edges: LineageEdge[]; unknown: UnknownSource[] } {
  const find = sourceFinder(tips, skills);
  const edges: LineageEdge[] = [];
  const unknown: UnknownSource[] = [];
  for (const { path, derivedFrom = [], mergedFrom = [], supersededBy = [] } of tips) {
    const stated = [
      ...derivedFrom.map((value) => ({ value, type: 'derive', key: 'derived-from' }) as const),
      ...mergedFrom.map((value) => ({ value, type: 'merge', key: 'merged-from' }) as const),
      ...supersededBy.map((value) => ({ value, type: 'supersede', key: 'superseded-by' }) as const),
    ];
    for (const { value, type, key } of stated) {
      const other = find(value);
      if (other === undefined) unknown.push({ path, key, value });
      else if (other !== path && type === 'supersede') edges.push({ type, from: path, to: other });
      else if (other !== path) edges.push({ type, from: other, to: path });
    }
  }
  return { edges, unknown };
}

function sourceFinder(tips: readonly TipSkill[], skills: readonly SkillLineage[]) {
  const byPath = new Set(tips.map(({ path }) => path));
  const byName = new Map<string, string>();
  const byFormer = new Map<string, string>();
  const put = (map: Map<string, string>, key: string, path: string) => {
    if (!map.has(key)) map.set(key, path);
  };
  for (const { name, path } of [...tips].sort((a, b) => compareText(a.path, b.path))) put(byName, name, path);
  for (const { path, formerly = [] } of skills) for (const former of formerly) put(byFormer, former, path);
  return (value: string): string | undefined => {
    const folder = value.replace(/^\.\//, '').replace(/\/(?:SKILL\.md)?$/, '');
    if (byPath.has(folder)) return folder;
    return byName.get(value) ?? byFormer.get(folder);
  };
}
