import { join } from 'node:path';
import type { Host } from '../types.js';
import { bearer, MCP_SERVERS, startedBy } from './entries.js';

export const cursor: Host = {
  name: 'cursor',
  title: 'Cursor',
  docs: 'https://cursor.com/docs/mcp',
  format: 'jsonc',
  files: {
    project: ({ cwd }) => [join(cwd, '.cursor', 'mcp.json')],
    user: ({ home }) => [join(home, '.cursor', 'mcp.json')],
  },
  projectFolder: `\${workspaceFolder}`,
  keys: () => MCP_SERVERS,
  entry(server) {
    if (server.kind === 'stdio') return { type: 'stdio', ...startedBy(server) };
    return { url: server.url, ...bearer(server.tokenEnv, (name) => `\${env:${name}}`) };
  },
  next: (name) => `Open the settings of Cursor, Tools & MCP, and switch ${name} on.`,
};
