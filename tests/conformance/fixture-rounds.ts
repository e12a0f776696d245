import { randomBytes } from 'node:crypto';
import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type GetPromptResult,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';

type Run = (
  context: ServerContext,
) => CallToolResult | InputRequiredResult | Promise<CallToolResult | InputRequiredResult>;

/** Signs what goes to the client and comes back, so that a changed state is refused before a tool runs. */
export const stateCodec = createRequestStateCodec<string>({ key: randomBytes(32) });

type Property = { readonly type: 'string' } | { readonly type: 'boolean' };

function elicit(message: string, key: string, property: Property = { type: 'string' }): InputRequest {
  const requestedSchema = { type: 'object' as const, properties: { [key]: property }, required: [key] };
  return inputRequired.elicit({ message, requestedSchema });
}

function sample(words: string, maxTokens: number): InputRequest {
  const content = { type: 'text' as const, text: words };
  return inputRequired.createMessage({ messages: [{ role: 'user', content }], maxTokens });
}

const says = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] });

const NAME = { user_name: elicit('What is your name?', 'name') };
const CONFIRM = { confirm: elicit('Please confirm', 'ok', { type: 'boolean' }) };
const ROOTS = { client_roots: inputRequired.listRoots() };

/** Asks for all of it, with a signed state, until each has an answer; then says so. */
function withState(inputRequests: Readonly<Record<string, InputRequest>>, state: string, done: string): Run {
  return async ({ mcpReq }) => {
    const isAnswered = Object.keys(inputRequests).every(
      (key) => inputResponse(mcpReq.inputResponses, key).kind !== 'missing',
    );
    if (isAnswered && mcpReq.requestState<string>() === state) return says(done);
    return inputRequired({ inputRequests, requestState: await stateCodec.mint(state) });
  };
}

/** Asks the client for something, and is done with whatever is answered. */
function askOnce(inputRequests: Readonly<Record<string, InputRequest>>): Run {
  return ({ mcpReq }) =>
    mcpReq.inputResponses === undefined ? inputRequired({ inputRequests }) : says('Done.');
}

/** The tools of the scenarios where a call takes several rounds. */
export const ROUNDS_TOOLS: Readonly<Record<string, Run>> = {
  test_input_required_result_elicitation: ({ mcpReq }) => {
    const name = acceptedContent(mcpReq.inputResponses, 'user_name')?.name;
    return typeof name === 'string' ? says(`Hello, ${name}!`) : inputRequired({ inputRequests: NAME });
  },
  test_input_required_result_sampling: ({ mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, 'capital_question');
    if (answer.kind === 'sampling') return says(JSON.stringify(answer.result.content));
    return inputRequired({
      inputRequests: { capital_question: sample('What is the capital of France?', 100) },
    });
  },
  test_input_required_result_list_roots: ({ mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, 'client_roots');
    if (answer.kind === 'roots') return says(answer.roots.map(({ uri }) => uri).join(', '));
    return inputRequired({ inputRequests: ROOTS });
  },
  test_input_required_result_request_state: withState(CONFIRM, 'confirm', 'state-ok'),
  test_input_required_result_tampered_state: withState(CONFIRM, 'tampered', 'state-ok'),
  test_input_required_result_multiple_inputs: withState(
    { ...NAME, greeting: sample('Generate a greeting', 50), ...ROOTS },
    'three',
    'All is there.',
  ),
  test_input_required_result_multi_round: async ({ mcpReq }) => {
    const step = mcpReq.requestState<string>();
    const has = (key: string): boolean => acceptedContent(mcpReq.inputResponses, key) !== undefined;
    if (step === 'two' && has('step2')) return says('Both steps are done.');
    const [next, inputRequests] =
      step === 'two' || (step === 'one' && has('step1'))
        ? ['two', { step2: elicit('Step 2: What is your favorite color?', 'color') }]
        : ['one', { step1: elicit('Step 1: What is your name?', 'name') }];
    return inputRequired({ inputRequests, requestState: await stateCodec.mint(next) });
  },
  test_input_required_result_capabilities: ({ mcpReq }) => {
    const declared = Object(Object(mcpReq.envelope)[CLIENT_CAPABILITIES_META_KEY]);
    const inputRequests = {
      ...('elicitation' in declared ? NAME : {}),
      ...('sampling' in declared ? { greeting: sample('Generate a greeting', 50) } : {}),
    };
    if (Object.keys(inputRequests).length === 0) return says('This client can be asked for nothing.');
    return inputRequired({ inputRequests });
  },
  test_streaming_elicitation: askOnce(NAME),
  test_missing_capability: askOnce({ greeting: sample('Generate a greeting', 50) }),
  test_sampling: askOnce({ answer: sample('What is the capital of France?', 100) }),
  test_elicitation: askOnce(NAME),
  test_elicitation_sep1034_defaults: askOnce(NAME),
  test_elicitation_sep1330_enums: askOnce(NAME),
};

/** The prompt of the scenario where a prompt takes two rounds. */
export function ROUNDS_PROMPT({ mcpReq }: ServerContext): GetPromptResult | InputRequiredResult {
  const context = acceptedContent(mcpReq.inputResponses, 'user_context')?.context;
  if (typeof context !== 'string') {
    const asked = elicit('What context should the prompt use?', 'context');
    return inputRequired({ inputRequests: { user_context: asked } });
  }
  return { messages: [{ role: 'user', content: { type: 'text', text: `Context: ${context}` } }] };
}
