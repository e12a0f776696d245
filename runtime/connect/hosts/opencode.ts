import { join } from 'node:path';
import { isObject } from '../../../schema/skill/metadata.js';
import type { JsonObject } from '../../../schema/skill/types.js';
import type { Host } from '../types.js';
import { bearer } from './entries.js';
import { configFolder } from './folders.js';

const FILES = ['opencode.json', 'opencode.jsonc'] as const;

export const opencode: Host = {
  name: 'opencode',
  title: 'OpenCode',
  docs: 'https://opencode.ai/docs/mcp-servers/',
  format: 'jsonc',
  files: {
    project: ({ cwd }) => FILES.map((file) => join(cwd, file)),
    user: (place) => FILES.map((file) => join(configFolder(place), 'opencode', file)),
  },
  // Version 1 has the servers right below `mcp`, which version 2 reads, too; its own form has them one level deeper.
  keys: (document) => (hasNestedServers(document) ? ['mcp', 'servers'] : ['mcp']),
  entry(server) {
    if (server.kind === 'stdio') return { type: 'local', command: [server.command, ...server.args] };
    const { url, tokenEnv } = server;
    // With a token there is no sign-in to look for.
    const access = tokenEnv === null ? {} : { oauth: false, ...bearer(tokenEnv, (name) => `{env:${name}}`) };
    return { type: 'remote', url, ...access };
  },
  next: () => 'Start opencode; `opencode mcp list` shows whether it is connected.',
};

function hasNestedServers({ mcp }: JsonObject): boolean {
  return isObject(mcp) && isObject(mcp.servers) && typeof mcp.servers.type !== 'string';
}
