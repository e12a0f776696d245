import { join } from 'node:path';
import type { Host } from '../types.js';
import { bearer, MCP_SERVERS, startedBy } from './entries.js';

export const gemini: Host = {
  name: 'gemini',
  title: 'Gemini CLI',
  docs: 'https://geminicli.com/docs/tools/mcp-server',
  format: 'jsonc',
  files: {
    project: ({ cwd }) => [join(cwd, '.gemini', 'settings.json')],
    user: ({ home }) => [join(home, '.gemini', 'settings.json')],
  },
  keys: () => MCP_SERVERS,
  entry(server) {
    if (server.kind === 'stdio') return startedBy(server);
    return { httpUrl: server.url, ...bearer(server.tokenEnv, (name) => `\${${name}}`) };
  },
  next: (name) => `Start gemini in this folder, trust it when it asks, and look at ${name} with /mcp.`,
};
