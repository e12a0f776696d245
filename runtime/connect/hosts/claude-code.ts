import { join } from 'node:path';
import type { Host } from '../types.js';
import { bearer, MCP_SERVERS, startedBy } from './entries.js';

export const claudeCode: Host = {
  name: 'claude-code',
  title: 'Claude Code',
  docs: 'https://code.claude.com/docs/en/mcp',
  format: 'json',
  files: {
    project: ({ cwd }) => [join(cwd, '.mcp.json')],
    user: ({ home }) => [join(home, '.claude.json')],
  },
  projectFolder: '.',
  keys: () => MCP_SERVERS,
  ownKeys: ({ cwd }) => ['projects', cwd, ...MCP_SERVERS],
  entry(server) {
    if (server.kind === 'stdio') return startedBy(server);
    return { type: 'http', url: server.url, ...bearer(server.tokenEnv, (name) => `\${${name}}`) };
  },
  next: (name) =>
    `Start claude in this project, approve the server when it asks, and look at ${name} with /mcp.`,
  command(name, server, scope) {
    const add = ['claude', 'mcp', 'add', '--scope', scope];
    if (server.kind === 'stdio') return [...add, name, '--', server.command, ...server.args];
    const header =
      server.tokenEnv === null ? [] : ['--header', `Authorization: Bearer \${${server.tokenEnv}}`];
    return [...add, '--transport', 'http', name, server.url, ...header];
  },
};
