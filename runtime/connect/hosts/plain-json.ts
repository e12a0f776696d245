import type { Host } from '../types.js';
import { bearer, MCP_SERVERS, startedBy } from './entries.js';

export const plainJson: Host = {
  name: 'json',
  title: 'any other client',
  docs: 'https://modelcontextprotocol.io/docs/develop/connect-local-servers',
  format: 'json',
  files: {},
  keys: () => MCP_SERVERS,
  entry(server) {
    if (server.kind === 'stdio') return startedBy(server);
    return { type: 'http', url: server.url, ...bearer(server.tokenEnv, (name) => `\${${name}}`) };
  },
  next: () =>
    'Put it where your client reads its servers from; how it writes a variable of the environment may differ.',
};
