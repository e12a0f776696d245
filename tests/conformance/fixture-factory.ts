import { setTimeout as pause } from 'node:timers/promises';
import {
  type CallToolResult,
  type ContentBlock,
  fromJsonSchema,
  McpServer,
  type McpServerFactory,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { ROUNDS_PROMPT, ROUNDS_TOOLS, stateCodec } from './fixture-rounds.js';

type Run = (context: ServerContext) => CallToolResult | Promise<CallToolResult>;

const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

const image = { type: 'image', data: DOT, mimeType: 'image/png' } as const;
const text = (words: string) => ({ type: 'text', text: words }) as const;
const resource = (uri: string, mimeType: string, words: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text: words } }) as const;
const gives =
  (...content: ContentBlock[]): Run =>
  () => ({ content });

/** The tools that the suite's scenarios call, as the descriptions of these want them. */
const TOOLS: Readonly<Record<string, Run>> = {
  test_simple_text: gives(text('This is a simple text response for testing.')),
  test_image_content: gives(image),
  test_audio_content: gives({ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }),
  test_embedded_resource: gives(
    resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ),
  test_multiple_content_types: gives(
    text('Multiple content types test:'),
    image,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ),
  test_error_handling() {
    throw new Error('This tool intentionally returns an error for testing');
  },
  async test_tool_with_progress({ mcpReq }) {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        const params = { progressToken, progress, total: 100 };
        await mcpReq.notify({ method: 'notifications/progress', params });
      }
      if (progress < 100) await pause(50);
    }
    return { content: [text('Done.')] };
  },
  async test_tool_with_logging({ mcpReq }) {
    for (const words of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.log('info', words);
      await pause(50);
    }
    return { content: [text('Done.')] };
  },
  async test_logging_tool({ mcpReq }) {
    await mcpReq.log('info', 'Is heard by those who asked for logs.');
    return { content: [text('Done.')] };
  },
};

const PROMPTS: Readonly<Record<string, readonly ContentBlock[]>> = {
  test_simple_prompt: [text('This is a simple prompt for testing.')],
  test_prompt_with_image: [image, text('Please analyze the image above.')],
};

const WITH_ARGUMENTS = argumentsOf<{ arg1: string; arg2: string }>('arg1', 'arg2');
const WITH_RESOURCE = argumentsOf<{ resourceUri: string }>('resourceUri');

function argumentsOf<Given>(...names: string[]) {
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  return fromJsonSchema<Given>({ type: 'object', properties, required: names });
}

/**
 * Makes the server that the suite's scenarios of a whole revision want: its tools, prompts and resources by the names
 * that are fixed there. It stands in for the product's server behind the product's HTTP stack.
 */
export const fixtureFactory: McpServerFactory = () => {
  const server = new McpServer(
    { name: 'fixtures', version: '1.0.0' },
    {
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
        completions: {},
        logging: {},
      },
      requestState: { verify: stateCodec.verify },
    },
  );
  for (const [name, run] of Object.entries(TOOLS)) server.registerTool(name, described(name), run);
  for (const [name, run] of Object.entries(ROUNDS_TOOLS)) server.registerTool(name, described(name), run);
  addResources(server);
  addPrompts(server);
  server.server.setRequestHandler('completion/complete', async () => ({
    completion: { values: ['paris', 'park'], total: 2, hasMore: false },
  }));
  return server;
};

function described(name: string): { description: string } {
  return { description: `Fixture of the suite: ${name.replaceAll('_', ' ')}.` };
}

function addResources(server: McpServer): void {
  const words = 'This is the content of the static text resource.';
  const plain = { mimeType: 'text/plain', description: 'A text.' };
  server.registerResource('static-text', 'test://static-text', plain, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'text/plain', text: words }],
  }));
  const picture = { mimeType: 'image/png', description: 'A picture.' };
  server.registerResource('static-binary', 'test://static-binary', picture, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: DOT }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  const mimeType = 'application/json';
  server.registerResource('template', template, { mimeType }, ({ href }, { id }) => {
    const data = { id, templateTest: true, data: `Data for ID: ${id}` };
    return { contents: [{ uri: href, mimeType, text: JSON.stringify(data) }] };
  });
}

function addPrompts(server: McpServer): void {
  const said = (...content: ContentBlock[]) => ({
    messages: content.map((one) => ({ role: 'user' as const, content: one })),
  });
  for (const [name, content] of Object.entries(PROMPTS))
    server.registerPrompt(name, described(name), () => said(...content));
  const two = 'test_prompt_with_arguments';
  server.registerPrompt(two, { ...described(two), argsSchema: WITH_ARGUMENTS }, ({ arg1, arg2 }) =>
    said(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  const embedded = 'test_prompt_with_embedded_resource';
  server.registerPrompt(embedded, { ...described(embedded), argsSchema: WITH_RESOURCE }, ({ resourceUri }) =>
    said(
      resource(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
      text('Please process the embedded resource above.'),
    ),
  );
  const rounds = 'test_input_required_result_prompt';
  server.registerPrompt(rounds, described(rounds), ROUNDS_PROMPT);
}
