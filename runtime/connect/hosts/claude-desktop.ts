import { join } from 'node:path';
import { SkillgraftError } from '../../../schema/errors.js';
import type { Host } from '../types.js';
import { MCP_SERVERS, startedBy } from './entries.js';
import { applicationFolder } from './folders.js';

export const claudeDesktop: Host = {
  name: 'claude-desktop',
  title: 'Claude Desktop',
  docs: 'https://modelcontextprotocol.io/docs/develop/connect-local-servers',
  format: 'json',
  files: { user: (place) => [join(applicationFolder(place), 'Claude', 'claude_desktop_config.json')] },
  keys: () => MCP_SERVERS,
  entry(server) {
    if (server.kind === 'stdio') return startedBy(server);
    throw new SkillgraftError(
      'host-transport',
      'Claude Desktop takes no address from its file of configuration.',
      `Add ${server.url} under Settings > Connectors > Add custom connector, or leave --http out.`,
    );
  },
  next: (name) => `Quit Claude Desktop and start it again; ${name} stands under Settings > Developer.`,
};
