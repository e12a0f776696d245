import { folderName } from '../../runtime/catalog.js';
import { nearest } from '../../runtime/nearest.js';
import { evalIdRepeated, evalSkillUnknown } from '../../schema/build-kinds.js';
import { type Finding, finding } from '../../schema/diagnostic.js';
import { excerpt, nfc } from '../../schema/text.js';
import type { PlacedQuery, RankedSkill } from './types.js';

/**
 * What is odd about queries that can be run: names that no skill has, and ids that an earlier line has. They count in
 * the score as they are.
 */
export function checkQueries(
  skills: readonly RankedSkill[],
  queries: readonly PlacedQuery[],
  path: string,
): Finding[] {
  const names = new Set(skills.flatMap((skill) => [nfc(skill.name), nfc(folderName(skill.path))]));
  const advice = new Map<string, string>();
  const firstLines = new Map<string, number>();
  return queries.flatMap(({ id, line, expected, not }) => {
    const at = { line, column: 1 };
    const first = firstLines.get(id);
    if (first === undefined) firstLines.set(id, line);
    const unknown = [...new Set([...expected, ...not])].filter((name) => !names.has(name));
    for (const name of unknown) if (!advice.has(name)) advice.set(name, nearest(name, names, 1)[0] ?? '');
    return [
      ...(first === undefined ? [] : [finding(evalIdRepeated, path, at, { id: excerpt(id), first })]),
      ...unknown.map((name) =>
        finding(evalSkillUnknown, path, at, { name: excerpt(name), nearest: advice.get(name)! }),
      ),
    ];
  });
}
