import { GLOBAL_REPO } from '../search/filter.js';
import { utilityText } from '../usage/utility.js';
import { REQUIREMENT_KINDS, type Requirement, type RequirementKind, type SkillInspection } from './types.js';

/** Files that the text names; the data has them all. */
const MOST_FILES = 40;

const KIND_WORDS: Readonly<Record<RequirementKind, string>> = {
  bins: 'program',
  env: 'variable',
  skills: 'skill',
  mcp: 'MCP server',
};

/** A label and a text for each line, in the order in which people read them. Values may hold a skill's own words. */
export function inspectionLines(skill: SkillInspection): (readonly [string, string])[] {
  const { head, metadata } = skill;
  const lines: (readonly [string, string | null])[] = [
    ['path', skill.path],
    ['description', skill.description],
    ['status', statusOf(skill)],
    ['type', skill.type],
    ['repository', skill.repo === GLOBAL_REPO ? null : skill.repo],
    ['tags', joined(skill.tags)],
    ['allowed tools', joined(metadata.allowedTools ?? [])],
    ['compatibility', skill.compatibility],
    ...REQUIREMENT_KINDS.flatMap((kind) =>
      skill.requires[kind].map((one) => ['requires', `${KIND_WORDS[kind]} ${presence(one, kind)}`] as const),
    ),
    ['files', `${filesText(skill)}, ${skill.totals.bytes} bytes`],
    ['tokens', `about ${skill.tokens.listing} in listings, ${skill.tokens.body} for the body`],
    ...skill.findings.map(({ code, count, severity, message }) => {
      const times = count > 1 ? ` (${count} times)` : '';
      return [severity ?? 'finding', `${message} [${code}]${times}`] as const;
    }),
    ['version', versionText(skill)],
    ...(skill.utility?.versions.slice(0, 1) ?? []).map((one) => ['use', utilityText(one)] as const),
    ['formerly', joined(head.formerly)],
    ['comes from', joined(head.parents)],
    ['hands off to', joined(head.handsOffTo)],
    ['digest', skill.digest],
    ['commit', skill.commit],
  ];
  return lines.flatMap(([label, text]) => (text === null ? [] : [[label, text] as const]));
}

function joined(items: readonly string[]): string | null {
  return items.length > 0 ? items.join(', ') : null;
}

function statusOf({ status, expired, metadata }: SkillInspection): string | null {
  const said = [status === 'active' ? '' : status, expired ? 'expired' : '', metadata.deprecatedReason ?? ''];
  return joined(said.filter((part) => part !== ''));
}

function presence({ name, present, where }: Requirement, kind: RequirementKind): string {
  if (present === null) return `${name}: not known here`;
  if (!present) return `${name}: ${kind === 'env' ? 'NOT SET' : 'MISSING'}`;
  if (kind === 'env') return `${name}: set`;
  return where === undefined || where === name ? `${name}: there` : `${name}: there (${where})`;
}

function filesText({ files }: SkillInspection): string {
  const shown = files
    .slice(0, MOST_FILES)
    .map(({ path, size, executable }) => `${path} ${size}${executable === true ? ' executable' : ''}`);
  const more = files.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

function versionText({ head, metadata }: SkillInspection): string | null {
  const declared = metadata.version === undefined ? null : `declared ${metadata.version}`;
  if (head.version === null) return declared;
  const { number, date, author, action, reason, trigger, change, subject } = head.version;
  const said = [action ?? change, trigger, reason].filter((part) => part !== null).join('; ');
  return [
    number === null ? 'of unknown number' : `v${number}`,
    `${date.slice(0, 10)} by ${author}`,
    said,
    action === null ? subject : null,
    declared,
  ]
    .filter((part) => part !== null && part !== '')
    .join(', ');
}
