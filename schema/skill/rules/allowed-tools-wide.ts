import { dangerousCommand, isEveryTool, isUnrestricted, readTool } from '../../allowed-tools.js';
import { excerpt } from '../../text.js';
import { tools } from '../metadata.js';
import type { Rule } from '../rule.js';

export const allowedToolsWide: Rule = {
  code: 'allowed-tools-wide',
  severity: 'warning',
  tags: ['security'],
  wording: (a) =>
    a.command === undefined
      ? `allowed-tools has "${a.tool}", so that any command runs without a question. Name the commands, such as Bash(git status:*).`
      : `allowed-tools has "${a.tool}": ${a.command} runs without a question, whatever it is given. Leave it out, or name what it is given.`,
  page: {
    why: 'What stands in `allowed-tools` is not asked for again while the skill is in use: whatever text the agent reads meanwhile can have it run. A shell without a limit is common and a note; all tools, or commands that delete, run others or change rights, are a warning.',
    wrong: 'allowed-tools: Bash(rm:*) Read',
    right: 'allowed-tools: Bash(git status:*) Bash(git diff:*) Read',
    language: 'yaml',
    source: 'https://code.claude.com/docs/en/skills',
  },
  *check({ document, at }) {
    const value = document.frontmatter['allowed-tools'];
    for (const text of tools(value) ?? []) {
      const tool = readTool(text);
      const command = dangerousCommand(tool);
      const args = { tool: excerpt(text), ...(command === null ? {} : { command }) };
      if (command !== null || isEveryTool(tool)) yield { at: at('allowed-tools'), args };
      else if (isUnrestricted(tool)) yield { at: at('allowed-tools'), args, severity: 'info' };
    }
  },
};
