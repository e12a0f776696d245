import { type CommandContext, defineCommand } from '../cli/command.js';
import { settingOption } from '../cli/setting-option.js';
import { terminalLine } from '../cli/terminal-text.js';
import { wrap } from '../cli/wrap.js';
import type { Explanation, Placed } from '../search/explain.js';
import type { Notice } from '../types.js';
import { userSkillsOption } from './configured-sources.js';
import { openConfiguredLibrary } from './open-configured.js';
import { wordsOfQuery } from './query-words.js';
import { gateLines, partLines } from './score-lines.js';

export const explain = defineCommand({
  name: 'explain',
  summary: 'Explain why a skill has its place for a query',
  description: [
    'Shows the rank and score of a skill among all that a search without filters looks at, each part of the score ' +
      'with the terms that matched, the terms that it lacks, whether the gate lets the query pass and by what, and ' +
      'what the skill just above it has more.',
    'Rank and score are those of the fusion `sum`, whatever the setting `fusion` says. An archived skill has no rank, ' +
      'as no search shows it unless it asks for that status.',
  ],
  options: {
    index: settingOption('index'),
    'user-skills': userSkillsOption,
    json: { type: 'boolean', description: 'Print it as JSON.' },
  },
  positionals: [
    { name: 'QUERY', description: 'The task in a few words.', required: true, rest: true },
    { name: 'SKILL', description: 'Name, path, former name or skill:// URI.', required: true },
  ],
  examples: ['explain "write a commit message" conventional-commits'],
  async run(context) {
    const index = await openConfiguredLibrary(context);
    const query = context.positionals.slice(0, -1).join(' ');
    const found = await index.explain(query, context.positionals.at(-1)!);
    const isOther = context.config().values.fusion !== 'sum';
    const explanation = { ...found, notices: isOther ? [...found.notices, OTHER_FUSION] : found.notices };
    if (context.args.json) context.json(explanation);
    else print(context, explanation, query);
    return 0;
  },
});

const OTHER_FUSION: Notice = {
  code: 'fusion-sum',
  message:
    'The setting `fusion` is `rrf`, but this is the place by the fusion `sum`: searches may have another order.',
};

function print(context: CommandContext, explanation: Explanation, query: string): void {
  const { rejected, notices } = explanation;
  // Such a query has no place for any skill: what a search answers is all there is to say.
  const isNone = rejected?.reason === 'empty-query' || rejected?.reason === 'no-terms';
  context.print(isNone ? terminalLine(rejected.message) : explained(context, explanation, query));
  for (const { message } of notices) context.notice(terminalLine(message));
}

function explained(context: CommandContext, explanation: Explanation, query: string): string {
  const { skill, above, missing, handsOffTo, rejected } = explanation;
  const shown = wordsOfQuery(query);
  const paragraphs: (readonly string[])[] = [
    [head(context, skill), place(explanation)],
    [...partLines(skill.parts, shown), ...listed('lacks', missing.map(shown))],
    above === null ? [] : aboveLines(context, explanation, above),
    [
      ...gateLines(context, explanation.gate),
      ...(rejected === null
        ? []
        : wrap(`A search answers: ${terminalLine(rejected.message)}`, context.width)),
    ],
    listed('hands off to', handsOffTo),
  ];
  return paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function head({ style }: CommandContext, { name, path }: Placed): string {
  return `${style.bold(terminalLine(name))}  ${style.dim(terminalLine(path))}`;
}

function place({ skill, archived, ranked, exact }: Explanation): string {
  const score = `score ${skill.score.toFixed(3)}`;
  if (archived) return `archived: no search shows it without --status archived, ${score}`;
  if (skill.rank === null) return `not among the ${ranked} that match, ${score}`;
  return `rank ${skill.rank} of ${ranked}, ${score}${exact ? ', first because the query is its name' : ''}`;
}

/** A smaller difference would be shown as 0.000. */
const SHOWN = 0.0005;

function aboveLines(context: CommandContext, { behind, skill }: Explanation, above: Placed): string[] {
  const label = skill.rank === null ? 'First is' : 'Just above is';
  const more = behind.filter(({ by }) => by >= SHOWN).map(({ field, by }) => `${field} ${by.toFixed(3)}`);
  const less = behind.filter(({ by }) => by <= -SHOWN).map(({ field, by }) => `${field} ${(-by).toFixed(3)}`);
  return [
    `${label} ${head(context, above)}, score ${above.score.toFixed(3)}`,
    ...listed('it has more', more),
    ...listed('it has less', less),
  ];
}

function listed(label: string, values: readonly string[]): string[] {
  return values.length === 0 ? [] : [`${label}: ${values.map(terminalLine).join(', ')}`];
}
