/** Where skills lie by convention: ours, and the folders that hosts read in a project. */
export const SKILL_ROOTS: readonly string[] = [
  'skills',
  '.agents/skills',
  '.claude/skills',
  '.codex/skills',
  '.cursor/skills',
  '.gemini/skills',
  '.github/skills',
  '.opencode/skills',
];
