import { join } from 'node:path';
import type { Host } from '../types.js';
import { bearer, startedBy } from './entries.js';
import { applicationFolder } from './folders.js';

export const vscode: Host = {
  name: 'vscode',
  title: 'VS Code',
  docs: 'https://code.visualstudio.com/docs/agents/reference/mcp-configuration',
  format: 'jsonc',
  files: {
    project: ({ cwd }) => [join(cwd, '.vscode', 'mcp.json')],
    user: (place) => [join(applicationFolder(place), 'Code', 'User', 'mcp.json')],
  },
  projectFolder: `\${workspaceFolder}`,
  keys: () => ['servers'],
  entry(server) {
    if (server.kind === 'stdio') return { type: 'stdio', ...startedBy(server) };
    return { type: 'http', url: server.url, ...bearer(server.tokenEnv, (name) => `\${env:${name}}`) };
  },
  next: (name) =>
    `Run "MCP: List Servers" from the command palette, start ${name} and say that it is trusted.`,
};
