import type { Tool } from '../tool.js';
import { getSkill } from './get-skill.js';
import { inspectSkillTool } from './inspect-skill.js';
import { recordOutcome } from './record-outcome.js';
import { saveSkill } from './save-skill.js';
import { searchSkills } from './search-skills.js';

/** All tools, in the order in which clients list them. */
export const TOOLS: readonly Tool[] = [searchSkills, getSkill, inspectSkillTool, recordOutcome, saveSkill];
