import type { JsonObject } from '../../../schema/skill/types.js';
import type { Server } from '../types.js';

/** The keys of most hosts' JSON. */
export const MCP_SERVERS = ['mcpServers'] as const;

type Stdio = Extract<Server, { kind: 'stdio' }>;

export function startedBy({ command, args }: Stdio): JsonObject {
  return { command, args };
}

/**
 * Headers with the token, which stays in the environment.
 *
 * @param reference how the host writes the value of a variable
 */
export function bearer(tokenEnv: string | null, reference: (name: string) => string): JsonObject {
  if (tokenEnv === null) return {};
  return { headers: { Authorization: `Bearer ${reference(tokenEnv)}` } };
}
