import { McpServer, type ServerCapabilities } from '@modelcontextprotocol/server';
import { readAgain } from '../read-again.js';
import type { SkillLibrary } from '../skill-library.js';
import { serveCompletions } from './completions.js';
import { instructionsFor } from './instructions.js';
import { servePrompts } from './prompts.js';
import { serveResources } from './resources.js';
import type { Subscriptions } from './subscriptions.js';
import { type ToolContext, toolError } from './tool.js';
import { TOOLS } from './tools/index.js';

/** The connection that a server is made for. */
export interface Link {
  /** `modern`: the protocol of 2026-07-28, where clients listen to changes on any transport. */
  readonly era: 'legacy' | 'modern';
  /** For a connection that outlasts a request: takes what a client of the legacy protocol subscribes to. */
  readonly subscriptions?: Subscriptions;
  /** True: nothing can be told beside the answers, as where each request is on its own. */
  readonly isMute?: boolean;
}

/** Makes the MCP server for one connection, or one request; the same factory serves every transport. */
export function createMcpServer(
  library: SkillLibrary,
  version: string,
  context: ToolContext,
  link: Link,
): McpServer {
  const server = new McpServer(
    {
      name: 'skillgraft',
      title: 'Skillgraft',
      version,
      description: 'Searches, reads and proposes the Agent Skills of a git repository.',
    },
    {
      capabilities: capabilitiesFor(link),
      instructions: instructionsFor(library, context.currentRepo, context.proposals !== null),
    },
  );
  serveTools(server, context);
  serveResources(server, context);
  servePrompts(server, context);
  serveCompletions(server, context);
  if (link.era === 'legacy') link.subscriptions?.serve(server, context);
  return server;
}

/** Changes are promised where the client can hear of them. */
function capabilitiesFor({ era, subscriptions, isMute = false }: Link): ServerCapabilities {
  const isHeard = !isMute && (era === 'modern' || subscriptions !== undefined);
  return {
    tools: { listChanged: false },
    resources: { listChanged: isHeard, subscribe: isHeard },
    prompts: { listChanged: isHeard },
    completions: {},
  };
}

function serveTools(server: McpServer, context: ToolContext): void {
  for (const tool of TOOLS) {
    if (tool.isOffered?.(context) === false) continue;
    const { name, title, description, inputSchema, outputSchema, annotations } = tool;
    server.registerTool(
      name,
      { title, description, inputSchema, outputSchema, annotations: { title, ...annotations } },
      async (input: unknown) => {
        try {
          return await readAgain(() => tool.run(input, context));
        } catch (error) {
          return toolError(error);
        }
      },
    );
  }
}
