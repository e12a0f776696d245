import type { Host } from '../types.js';
import { MCP_SERVERS, startedBy } from './entries.js';

export const lobechat: Host = {
  name: 'lobechat',
  title: 'LobeChat',
  docs: 'https://github.com/lobehub/lobe-chat/blob/main/src/features/PluginDevModal/MCPManifestForm/utils.ts',
  format: 'json',
  files: {},
  keys: () => MCP_SERVERS,
  entry: (server) => (server.kind === 'stdio' ? startedBy(server) : { url: server.url }),
  next(_name, server) {
    const place = 'Paste it under Add MCP Plugin > Quick Import JSON Configuration.';
    if (server.kind === 'stdio') return `${place} Only the desktop application starts local servers.`;
    if (server.tokenEnv === null) return place;
    return `${place} Then choose a bearer token as authentication, and give it the value of ${server.tokenEnv}.`;
  },
};
