import { compareText } from '../../schema/diagnostic.js';
import type { SkillEntry } from '../../schema/index.types.js';
import { fileOfUri } from '../catalog.js';
import type { FileView } from '../content.js';
import type { SkillLibrary } from '../skill-library.js';
import { lineageHead } from './lineage-head.js';
import { checkRequirements, lacksSomething } from './requirements.js';
import type { FindingCount, Machine, SkillInspection } from './types.js';
import { wantedBy } from './wanted.js';

/**
 * All that is known of a skill but its text: metadata, what it requires and whether that is there, files, findings,
 * where its lineage has come to.
 *
 * @param word name, path, former name or `skill://` URI, of one of its files, too
 * @param machine where the skill is to be used; null: of programs, variables and MCP servers nothing is known
 * @throws SkillgraftError `skill-unknown` with the nearest names, `file-changed` where SKILL.md is not the indexed one
 */
export async function inspectSkill(
  library: SkillLibrary,
  word: string,
  machine: Machine | null = null,
): Promise<SkillInspection> {
  const name = fileOfUri(library.skills, word)?.skill ?? word;
  const { body: _, frontmatter, history, ...content } = await library.get(name);
  const found = library.find(name);
  if (found.kind === 'none') throw new Error(`${name} was read and is not there`);
  const entry = library.skills[found.document]!;
  const requires = await checkRequirements(wantedBy(entry), library, machine);
  const { compatibility } = frontmatter;
  return {
    ...content,
    compatibility: typeof compatibility === 'string' ? compatibility : null,
    requires,
    lacks: lacksSomething(requires),
    totals: totalsOf(content.files),
    tokens: entry.tokens,
    findings: await findingsOf(entry),
    head: lineageHead(history, content.metadata),
  };
}

function totalsOf(files: readonly FileView[]): SkillInspection['totals'] {
  return {
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    executables: files.filter(({ executable }) => executable === true).length,
  };
}

/** The index counts findings by code; their words are those of the kind. */
async function findingsOf({ findings = {} }: SkillEntry): Promise<FindingCount[]> {
  const counts = Object.entries(findings).sort(([a], [b]) => compareText(a, b));
  if (counts.length === 0) return [];
  const { describeKind } = await import('../../schema/messages.js');
  return counts.map(([code, count]) => ({ code, count, ...describeKind(code) }));
}
