/** JSON Schemas of what hosts document, with nothing that their documents do not name. */
export type HostSchema = Readonly<Record<string, unknown>>;

const text = { type: 'string', minLength: 1 } as const;
const texts = { type: 'array', items: { type: 'string' } } as const;
const map = { type: 'object', additionalProperties: { type: 'string' } } as const;

const closed = (required: readonly string[], properties: object): HostSchema => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});

const servers = (...forms: readonly HostSchema[]): HostSchema => ({
  type: 'object',
  minProperties: 1,
  additionalProperties: { anyOf: forms },
});

const started = closed(['command'], { type: { const: 'stdio' }, command: text, args: texts, env: map });

/** A value of a header that names a variable in the host's own way. */
const headers = (pattern: string): HostSchema =>
  closed([], { Authorization: { type: 'string', pattern: `^Bearer ${pattern}$` } });

export const FORMATS: Readonly<Record<string, HostSchema>> = {
  // https://code.claude.com/docs/en/mcp, "MCP installation scopes" and "Environment variable expansion in .mcp.json"
  'claude-code': closed(['mcpServers'], {
    mcpServers: servers(
      started,
      closed(['type', 'url'], {
        type: { enum: ['http', 'sse'] },
        url: text,
        headers: headers('\\$\\{\\w+\\}'),
      }),
    ),
  }),
  // https://modelcontextprotocol.io/docs/develop/connect-local-servers: programs only
  'claude-desktop': closed(['mcpServers'], {
    mcpServers: servers(closed(['command', 'args'], { command: text, args: texts, env: map })),
  }),
  // https://developers.openai.com/codex/mcp, "Configure with config.toml"; it refuses keys that it does not know
  codex: closed(['mcp_servers'], {
    mcp_servers: servers(
      closed(['command'], { command: text, args: texts, env: map, env_vars: texts, cwd: text, enabled: {} }),
      closed(['url'], {
        url: text,
        bearer_token_env_var: { pattern: '^\\w+$' },
        http_headers: map,
        enabled: {},
      }),
    ),
  }),
  // https://cursor.com/docs/mcp, "STDIO server configuration", "Remote server configuration", "Config interpolation"
  cursor: closed(['mcpServers'], {
    mcpServers: servers(
      closed(['type', 'command'], {
        type: { const: 'stdio' },
        command: text,
        args: texts,
        env: map,
        envFile: text,
      }),
      closed(['url'], { url: text, headers: headers('\\$\\{env:\\w+\\}') }),
    ),
  }),
  // https://code.visualstudio.com/docs/agents/reference/mcp-configuration, "Configuration structure"
  vscode: closed(['servers'], {
    inputs: { type: 'array' },
    servers: servers(
      closed(['type', 'command'], {
        type: { const: 'stdio' },
        command: text,
        args: texts,
        env: map,
        envFile: text,
      }),
      closed(['type', 'url'], {
        type: { enum: ['http', 'sse'] },
        url: text,
        headers: headers('\\$\\{(?:env|input):\\w+\\}'),
      }),
    ),
  }),
  // https://geminicli.com/docs/tools/mcp-server, "Configure the MCP server in settings.json"
  gemini: {
    type: 'object',
    required: ['mcpServers'],
    properties: {
      mcpServers: servers(
        closed(['command'], { command: text, args: texts, env: map, cwd: text, timeout: {}, trust: {} }),
        closed(['httpUrl'], { httpUrl: text, headers: headers('\\$\\{?\\w+\\}?'), timeout: {}, trust: {} }),
      ),
    },
  },
  // https://opencode.ai/v1/docs/mcp-servers.md, "Local", "Remote"; version 2 reads it: https://opencode.ai/docs/migrate-v1.md
  opencode: {
    type: 'object',
    required: ['mcp'],
    properties: {
      mcp: servers(
        closed(['type', 'command'], {
          type: { const: 'local' },
          command: { ...texts, minItems: 1 },
          environment: map,
          enabled: { type: 'boolean' },
        }),
        closed(['type', 'url'], {
          type: { const: 'remote' },
          url: text,
          headers: headers('\\{env:\\w+\\}'),
          oauth: { enum: [false] },
          enabled: { type: 'boolean' },
        }),
      ),
    },
  },
  // https://github.com/lobehub/lobe-chat, src/features/PluginDevModal/MCPManifestForm/utils.ts: `args` has to be there
  lobechat: closed(['mcpServers'], {
    mcpServers: {
      ...servers(
        closed(['command', 'args'], { command: text, args: texts, env: map }),
        closed(['url'], { url: text }),
      ),
      maxProperties: 1,
    },
  }),
  // The form that most clients share, as in https://modelcontextprotocol.io/docs/develop/connect-local-servers
  json: closed(['mcpServers'], {
    mcpServers: servers(
      started,
      closed(['type', 'url'], { type: { const: 'http' }, url: text, headers: headers('\\$\\{\\w+\\}') }),
    ),
  }),
};

/** https://opencode.ai/docs/mcp-servers/, the form of version 2: servers one level deeper. */
export const OPENCODE_2: HostSchema = closed(['mcp'], {
  mcp: closed(['servers'], {
    servers: (FORMATS.opencode as { properties: { mcp: HostSchema } }).properties.mcp,
  }),
});
