import { McpServer } from '@modelcontextprotocol/server';
import type { SkillLibrary } from '../skill-library.js';
import { instructionsFor } from './instructions.js';
import { type ToolContext, toolError } from './tool.js';
import { TOOLS } from './tools/index.js';

/** Makes the MCP server for one connection; the same factory serves every transport. */
export function createMcpServer(library: SkillLibrary, version: string, context: ToolContext): McpServer {
  const tools = TOOLS.filter((tool) => tool.isOffered?.(context) ?? true);
  const instructions = instructionsFor(library, context.currentRepo, context.proposals !== null);
  const server = new McpServer(
    { name: 'skillgraft', title: 'Skillgraft', version },
    { capabilities: { tools: {} }, instructions },
  );
  for (const tool of tools) {
    const { name, title, description, inputSchema, outputSchema, annotations } = tool;
    server.registerTool(
      name,
      { title, description, inputSchema, outputSchema, annotations: { title, ...annotations } },
      async (input: unknown) => {
        try {
          return await tool.run(input, context);
        } catch (error) {
          return toolError(error);
        }
      },
    );
  }
  return server;
}
