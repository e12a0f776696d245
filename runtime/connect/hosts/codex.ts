import { join } from 'node:path';
import type { Host } from '../types.js';
import { startedBy } from './entries.js';

export const codex: Host = {
  name: 'codex',
  title: 'Codex',
  docs: 'https://developers.openai.com/codex/mcp',
  format: 'toml',
  files: {
    user: ({ home, env }) => [join(env.CODEX_HOME || join(home, '.codex'), 'config.toml')],
    project: ({ cwd }) => [join(cwd, '.codex', 'config.toml')],
  },
  keys: () => ['mcp_servers'],
  entry(server) {
    if (server.kind === 'stdio') return startedBy(server);
    const { url, tokenEnv } = server;
    return { url, ...(tokenEnv === null ? {} : { bearer_token_env_var: tokenEnv }) };
  },
  next: (name) =>
    `Start codex and look at ${name} with /mcp. The file of a project counts once the project is trusted.`,
  // It writes the user's file only.
  command(name, server, scope) {
    if (scope !== 'user') return null;
    const add = ['codex', 'mcp', 'add', name];
    if (server.kind === 'stdio') return [...add, '--', server.command, ...server.args];
    const token = server.tokenEnv === null ? [] : ['--bearer-token-env-var', server.tokenEnv];
    return [...add, '--url', server.url, ...token];
  },
};
