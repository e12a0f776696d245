import type { Position } from '../../schema/diagnostic.js';
import { parseSkill } from '../../schema/skill/parse.js';
import type { BuildResult } from '../build-index.js';

/** Where the description of an indexed skill stands, which the build does not keep. */
export async function descriptionPlace(
  { skills, snapshot }: BuildResult,
  path: string,
): Promise<{ readonly file: string; readonly at: Position }> {
  const file = fileIn(path);
  const real = fileIn(skills.find((one) => one.path === path)?.realPath ?? path);
  const entry = snapshot.entries.find((one) => one.path === real);
  const document = entry === undefined ? null : parseSkill(await snapshot.read(entry), real).document;
  const at = document?.positions.get('description');
  return {
    file,
    at: at === undefined ? { line: 1, column: 1 } : { line: at.valueLine, column: at.valueColumn },
  };
}

function fileIn(path: string): string {
  return path === '.' ? 'SKILL.md' : `${path}/SKILL.md`;
}
