import { type CommandContext, defineCommand } from '../cli/command.js';
import { settingOption } from '../cli/setting-option.js';
import { terminalLine } from '../cli/terminal-text.js';
import { inspectSkill } from '../inspect/inspect-skill.js';
import { inspectionLines } from '../inspect/inspection-text.js';
import { nodeMachine } from '../inspect/node-machine.js';
import type { SkillInspection } from '../inspect/types.js';
import { userSkillsOption } from './configured-sources.js';
import { openConfiguredLibrary } from './open-configured.js';

export const inspect = defineCommand({
  name: 'inspect',
  summary: 'Show what a skill requires, and whether it is there; its files and findings',
  description: [
    'Programs are looked up on the path and never run; of environment variables it is said whether they are set, ' +
      'never to what; MCP servers are looked for in the configurations of the hosts that `connect` knows.',
    'Ends with 1 where something required is missing. What cannot be known counts as there.',
  ],
  options: {
    index: settingOption('index'),
    'user-skills': userSkillsOption,
    json: { type: 'boolean', description: 'Print it as JSON.' },
  },
  positionals: [{ name: 'SKILL', description: 'Name, path, former name or skill:// URI.', required: true }],
  examples: ['inspect pdf-forms', 'inspect pdf-forms --json'],
  async run(context) {
    const { env, cwd } = context;
    const index = await openConfiguredLibrary(context);
    for (const { message } of index.notices ?? []) context.notice(message);
    const skill = await inspectSkill(index, context.positionals[0]!, nodeMachine({ env, cwd }));
    if (context.args.json) context.json(skill);
    else printInspection(context, skill);
    return skill.lacks ? 1 : 0;
  },
});

const LABEL_WIDTH = 13;

function printInspection(context: CommandContext, skill: SkillInspection): void {
  const { style } = context;
  context.print(style.bold(terminalLine(skill.displayName ?? skill.name)));
  for (const [label, text] of inspectionLines(skill))
    context.print(`${style.dim(label.padEnd(LABEL_WIDTH))} ${terminalLine(text)}`);
  if (skill.findings.length > 0) context.notice('The findings with their places: skillgraft check.');
  for (const { message } of skill.notices) context.notice(message);
}
