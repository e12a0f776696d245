import { codePointLength } from './text.js';

/** A limit, with where it was read. */
export interface SourcedLimit {
  readonly value: number;
  readonly source: string;
}

/** What a host does with a name or description that is longer than its limit. */
export type Excess = 'refuses the skill' | 'cuts it in the listing';

/** What a host documents, or was seen, to take. Lengths are code points. What no source was found for is left out. */
export interface HostLimits {
  readonly id: string;
  readonly name: string;
  /** Day on which the sources were read. */
  readonly read: string;
  readonly nameLength?: SourcedLimit;
  readonly descriptionLength?: SourcedLimit;
  /** Of description and `when_to_use` together, where the host lists both. */
  readonly listedLength?: SourcedLimit;
  /** What the entries of all skills may have in the listing that a model always sees. */
  readonly listingBudget?: SourcedLimit;
  /** Characters that the listing adds to name and description of each skill. */
  readonly listingOverhead?: number;
  /** What a body should not have more of. */
  readonly bodyLines?: SourcedLimit;
  readonly bodyTokens?: SourcedLimit;
  readonly excess: Excess;
}

const READ = '2026-11-30';
const SPECIFICATION = 'https://agentskills.io/specification';
const CLAUDE_CODE = 'https://code.claude.com/docs/en/skills';
const CLAUDE_API = 'https://platform.claude.com/docs/en/agents-and-tools/agent-skills/overview';
const VS_CODE =
  'https://github.com/microsoft/vscode/blob/main/extensions/copilot/assets/prompts/skills/agent-customization/references/skills.md';
const OPENCODE = 'https://opencode.ai/docs/skills';

/** Every host that a limit is known of. A new one is one entry here. */
export const hostLimits: readonly HostLimits[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    read: READ,
    listedLength: { value: 1536, source: CLAUDE_CODE },
    // 1 % of the context window: of 200,000 tokens of about four characters. SLASH_COMMAND_TOOL_CHAR_BUDGET replaces it.
    listingBudget: { value: 8000, source: `${CLAUDE_CODE}#skill-descriptions-are-cut-short` },
    listingOverhead: 4,
    bodyLines: { value: 500, source: CLAUDE_CODE },
    excess: 'cuts it in the listing',
  },
  {
    id: 'claude',
    name: 'claude.ai and the Claude API',
    read: READ,
    nameLength: { value: 64, source: CLAUDE_API },
    descriptionLength: { value: 1024, source: CLAUDE_API },
    bodyTokens: { value: 5000, source: CLAUDE_API },
    excess: 'refuses the skill',
  },
  {
    id: 'codex',
    name: 'Codex',
    read: READ,
    nameLength: { value: 64, source: 'https://github.com/openai/codex/issues/25996' },
    descriptionLength: { value: 1024, source: 'https://github.com/runkids/skillshare/issues/16' },
    // 2 % of the context window; this where the window is not known.
    listingBudget: { value: 8000, source: 'https://developers.openai.com/codex/skills' },
    listingOverhead: 12,
    excess: 'refuses the skill',
  },
  {
    id: 'copilot-cli',
    name: 'GitHub Copilot CLI',
    read: READ,
    descriptionLength: { value: 1024, source: 'https://github.com/github/copilot-cli/issues/3494' },
    listingBudget: {
      value: 15_000,
      source: 'https://github.com/microsoft/GitHub-Copilot-for-Azure/issues/1227',
    },
    // The tags around name, description and place.
    listingOverhead: 98,
    excess: 'refuses the skill',
  },
  {
    id: 'vs-code',
    name: 'VS Code',
    read: READ,
    nameLength: { value: 64, source: VS_CODE },
    descriptionLength: { value: 1024, source: VS_CODE },
    bodyTokens: { value: 5000, source: VS_CODE },
    excess: 'refuses the skill',
  },
  {
    id: 'opencode',
    name: 'OpenCode',
    read: READ,
    nameLength: { value: 64, source: OPENCODE },
    descriptionLength: { value: 1024, source: OPENCODE },
    excess: 'refuses the skill',
  },
  {
    id: 'specification',
    name: 'the Agent Skills specification',
    read: READ,
    nameLength: { value: 64, source: SPECIFICATION },
    descriptionLength: { value: 1024, source: SPECIFICATION },
    bodyLines: { value: 500, source: SPECIFICATION },
    bodyTokens: { value: 5000, source: SPECIFICATION },
    excess: 'refuses the skill',
  },
];

/** Names of the hosts that do not load a skill whose name or description is as long as this. */
export function hostsRefusing(limit: 'nameLength' | 'descriptionLength', length: number): string[] {
  return hostLimits.flatMap((host) => {
    const value = host[limit]?.value;
    const isHost = host.id !== 'specification' && host.excess === 'refuses the skill';
    return isHost && value !== undefined && length > value ? [host.name] : [];
  });
}

/** What a skill puts into listings. */
export interface Listed {
  readonly name: string;
  readonly description: string;
  readonly whenToUse?: string | undefined;
  /** True where the front matter says that only people start it: Claude Code does not list it then. */
  readonly isManual?: boolean;
}

/** Code points that a skill takes in a host's listing, as far as the host cuts nothing but long descriptions. */
export function listedLength(host: HostLimits, skill: Listed): number {
  if (host.id === 'claude-code' && skill.isManual === true) return 0;
  const extra = host.listedLength === undefined ? '' : (skill.whenToUse ?? '');
  const text = codePointLength(extra === '' ? skill.description : `${skill.description} ${extra}`);
  return (
    codePointLength(skill.name) +
    Math.min(text, host.listedLength?.value ?? text) +
    (host.listingOverhead ?? 0)
  );
}
