import { canonicalJson } from '../../schema/codec.js';
import { inertText } from '../propose/sinks/inert-text.js';
import { timesOf } from './review.js';
import type { Curation, FailingSkill, NeverFoundSkill, OverlappingSkills } from './types.js';

/** Names of the two files of a run. */
export const REPORT_FILE = 'REPORT.md';
export const RUN_FILE = 'run.json';

/** Items of a list that are shown; the data has them all. */
const MOST_ITEMS = 100;
/** Code points of a text that somebody wrote. */
const LONGEST = 300;

/** The data of a run: canonical JSON, and a line feed. */
export function runText(curation: Curation): string {
  return `${canonicalJson(curation)}\n`;
}

/** What a run came to, as Markdown for people. Texts of users and skills are shown as they are, and do nothing. */
export function reportText(curation: Curation): string {
  const { today, commit, transitions, review, thresholds, notes } = curation;
  const { attempts, rate, searches } = thresholds;
  const sections: readonly (readonly [title: string, about: string, items: readonly string[]])[] = [
    [
      'Statuses to change',
      'Skills that agents wrote, by their use. Each is a proposal; nothing is deleted.',
      transitions.map(({ path, from, to, reason }) => `${shown(path)}: ${from} to ${to}. ${reason}`),
    ],
    [
      'Failing',
      `At least ${attempts} attempts with the present text, of which less than ${percent(rate)} succeeded.`,
      review.failing.map(failingItem),
    ],
    ['Overlapping', 'Candidates for a MERGE.', review.overlapping.map(overlapItem)],
    [
      'Never found',
      'Queries that they helped with find other skills.',
      review.neverFound.map(neverFoundItem),
    ],
    [
      'Missing',
      `Searches without an answer, at least ${searches} times each.`,
      review.missing.map((query) => `${shown(query.query)}: ${timesOf(query)} times`),
    ],
  ];
  const source = commit === null ? '' : `, of commit ${commit.slice(0, 12)}`;
  const head = `# Review of the skills\n\nAs of ${today}${source}: ${curation.skills} skills, of which ${curation.agentSkills} are agents' and not pinned.\n`;
  const noted = notes.map((note) => `\n${note}\n`).join('');
  return head + noted + sections.map((section) => sectionText(...section)).join('');
}

function sectionText(title: string, about: string, items: readonly string[]): string {
  if (items.length === 0) return `\n## ${title}\n\nNone.\n`;
  const lines = items.slice(0, MOST_ITEMS).map((item) => `- ${item}\n`);
  const more = items.length - lines.length;
  const rest = more > 0 ? `- and ${more} more, in ${RUN_FILE}\n` : '';
  return `\n## ${title}\n\n${about}\n\n${lines.join('')}${rest}`;
}

function failingItem({
  path,
  version,
  attempts,
  rate,
  interval: [low, high],
  reasons,
}: FailingSkill): string {
  const which = version === null ? '' : ` version ${version}`;
  const head = `${shown(path)}${which}: ${percent(rate)} of ${attempts} (${percent(low)} to ${percent(high)})`;
  return [head, ...reasons.map((reason) => `  - ${shown(reason)}`)].join('\n');
}

function overlapItem({ paths, cosine }: OverlappingSkills): string {
  const how = cosine === null ? 'copies of each other' : `cosine ${cosine.toFixed(3)}`;
  return `${paths.map(shown).join(', ')}: ${how}`;
}

function neverFoundItem({ path, queries }: NeverFoundSkill): string {
  const rows = queries.map(({ query, instead }) => {
    const found = instead.length === 0 ? 'nothing' : instead.map(shown).join(', ');
    return `  - ${shown(query)} finds ${found}`;
  });
  return [shown(path), ...rows].join('\n');
}

function shown(text: string): string {
  return inertText(text, LONGEST);
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
