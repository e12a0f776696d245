import { defineCommand } from '../cli/command.js';
import { settingOption } from '../cli/setting-option.js';
import { terminalLine } from '../cli/terminal-text.js';
import { columns, cut } from '../cli/wrap.js';
import { allLeftOut } from '../search/reject.js';
import type { SkillLibrary } from '../skill-library.js';
import { userSkillsOption } from './configured-sources.js';
import { filterOf, filterOptions } from './filter-options.js';
import { openConfiguredLibrary } from './open-configured.js';

export const list = defineCommand({
  name: 'list',
  summary: 'List the skills of the index',
  description: [
    'One line a skill, in the order of their paths. Archived skills are left out unless --status asks for them.',
  ],
  options: {
    index: settingOption('index'),
    'user-skills': userSkillsOption,
    ...filterOptions,
    json: { type: 'boolean', description: 'Print {skills} as JSON.' },
  },
  examples: ['list', 'list --tags docker --json'],
  async run(context) {
    const { args } = context;
    const index = await openConfiguredLibrary(context);
    for (const { message } of index.notices ?? []) context.notice(message);
    const skills = index.list(filterOf(args));
    if (args.json) {
      context.json({ skills });
      return 0;
    }
    const rows = skills.map((skill) => [
      cut(terminalLine(skill.name), WIDEST_NAME),
      skill.version === null ? '-' : `v${skill.version}`,
      terminalLine(skill.path),
      ...(skill.source === undefined ? [] : [skill.source]),
    ]);
    for (const line of columns(rows)) context.print(line);
    if (skills.length === 0) context.notice(whyNone(index));
    return 0;
  },
});

/** Code points of a name that are shown; one of thousands would push every path out of sight. */
const WIDEST_NAME = 60;

function whyNone({ skills, leftOut = 0 }: SkillLibrary): string {
  if (skills.length > 0) return 'No skill passes the filter.';
  return leftOut > 0 ? allLeftOut(leftOut) : 'The index is empty: it holds no skills.';
}
