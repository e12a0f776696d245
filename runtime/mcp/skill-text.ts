import type { SkillMetadata } from '../../schema/skill/types.js';
import { GLOBAL_REPO } from '../search/filter.js';
import type { SkillContent } from '../types.js';
import { utilityText } from '../usage/utility.js';
import { oneLine } from './tool.js';

/** Files that the text names; the structured content has them all. */
const MOST_FILES = 40;

/** What is known of a skill, a line each, and then its whole body. */
export function skillText(skill: SkillContent): string {
  return `${headOf(skill).join('\n')}\n\n${skill.body}`;
}

function headOf(skill: SkillContent): string[] {
  const { metadata, updated, created } = skill;
  const dates = [
    updated === null ? '' : `last changed ${updated}`,
    created === null || created === updated ? '' : `created ${created}`,
  ];
  return [
    joined(' ', [`Skill ${skill.name} (${skill.path})`, skill.version === null ? '' : `v${skill.version}`]),
    joined('; ', [skill.digest, skill.commit === null ? '' : `commit ${skill.commit}`, ...dates]),
    labelled('Index', [skill.source ?? [], skill.alsoIn ?? []].flat().join(', ')),
    labelled('Description', skill.description),
    joined('; ', [
      labelled('Type', skill.type ?? ''),
      skill.repo === GLOBAL_REPO ? '' : `For repository: ${skill.repo}`,
      labelled('Tags', skill.tags.join(', ')),
    ]),
    labelled('Requires', requirementsOf(metadata)),
    skill.lineage.length > 1 ? labelled('Lineage', skill.lineage.join(' -> ')) : '',
    skill.files.length > 1 ? labelled('Files', listFiles(skill)) : '',
    skill.status === 'active'
      ? ''
      : `Status: ${joined(', ', [skill.status, metadata.deprecatedReason ?? ''])}`,
    ...(skill.utility?.versions.slice(0, 1) ?? []).map((version) => `Use: ${utilityText(version)}`),
    skill.expired ? 'Expired: its time to live has passed; check it before you rely on it.' : '',
    ...skill.notices.map((notice) => `Note: ${notice.message}`),
  ]
    .map(oneLine)
    .filter((line) => line !== '');
}

function requirementsOf({ requires = {}, allowedTools = [] }: SkillMetadata): string {
  const needs = Object.entries(requires).map(([kind, names]) => labelled(kind, names.join(', ')));
  return joined('; ', [...needs, labelled('tools', allowedTools.join(', '))]);
}

function listFiles({ files }: SkillContent): string {
  const shown = files.slice(0, MOST_FILES).map((file) => file.path);
  const more = files.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

function labelled(label: string, value: string): string {
  return value === '' ? '' : `${label}: ${value}`;
}

function joined(separator: string, parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(separator);
}
