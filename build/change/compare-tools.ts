import { coversTool, dangerousCommand, isUnrestricted, readTool } from '../../schema/allowed-tools.js';
import type { ToolsChange } from './types.js';

/**
 * Compares two `allowed-tools` lists. A tool without a pattern covers it with any; `Bash(git:*)` covers
 * `Bash(git status:*)`; a star at the end of a name covers what begins like it.
 */
export function compareTools(before: readonly string[] = [], after: readonly string[] = []): ToolsChange {
  const [old, now] = [before.map(readTool), after.map(readTool)];
  const added = now.filter((tool) => !old.some((one) => coversTool(one, tool)));
  const removed = old.filter((tool) => !now.some((one) => coversTool(one, tool)));
  return {
    added: added.map(({ text }) => text),
    removed: removed.map(({ text }) => text),
    unrestricted: added.filter(isUnrestricted).map(({ text }) => text),
    dangerous: added.filter((tool) => dangerousCommand(tool) !== null).map(({ text }) => text),
  };
}
