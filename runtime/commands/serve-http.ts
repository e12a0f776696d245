import { resolve } from 'node:path';
import { SkillgraftError } from '../../schema/errors.js';
import type { ArgsOf, CommandContext } from '../cli/command.js';
import type { HttpLog } from '../http/log.js';
import type { ToolContext } from '../mcp/tool.js';
import { packageVersion } from '../package-info.js';
import type { LiveLibrary } from '../skill-library.js';
import type { Notice } from '../types.js';

const PORT = 8080;

/** Options of `serve` that need `--http`. */
export const HTTP_OPTIONS = {
  host: {
    type: 'string',
    value: 'ADDRESS',
    description: 'Address to listen on, 127.0.0.1 if not given; one that others reach needs a token.',
  },
  port: {
    type: 'integer',
    min: 0,
    max: 65_535,
    description: `Port to listen on, ${PORT} if not given; 0: a free one.`,
  },
  'token-file': {
    type: 'string',
    value: 'FILE',
    description: 'File whose first line is the token that callers have to send.',
  },
  'allowed-host': {
    type: 'string',
    value: 'NAME',
    multiple: true,
    description: 'A name, beside localhost, that callers may use for this server.',
  },
  'allowed-origin': {
    type: 'string',
    value: 'URL',
    multiple: true,
    description: 'Origin whose pages may call this server, beside those of localhost.',
  },
  verbose: { type: 'boolean', description: 'Log each request, without what was asked.' },
  'log-queries': { type: 'boolean', description: 'Log each request, with the texts of searches.' },
} as const;

type HttpArgs = ArgsOf<typeof HTTP_OPTIONS>;

/** @throws SkillgraftError `option-needs-http` */
export function checkNoHttp(args: HttpArgs): void {
  const given = Object.keys(HTTP_OPTIONS).find((name) => {
    const value = args[name as keyof HttpArgs];
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
  });
  if (given === undefined) return;
  const message = `--${given} is about HTTP, and this server speaks over standard input and output.`;
  throw new SkillgraftError('option-needs-http', message, 'Add --http, or leave it out.');
}

/** The log of a server over HTTP: JSON lines on standard error. */
export async function httpLog(context: CommandContext): Promise<HttpLog> {
  const { jsonLines } = await import('../http/log.js');
  return jsonLines((line) => context.stderr.write(line));
}

export interface ServeHttpOptions {
  readonly live: LiveLibrary;
  readonly tools: Omit<ToolContext, 'library' | 'machine'>;
  readonly log: HttpLog;
  readonly notices: () => readonly Notice[];
}

/**
 * Serves over HTTP until the process is asked to end.
 *
 * @throws SkillgraftError where it cannot start
 */
export async function serveHttp(
  context: Pick<CommandContext, 'cwd' | 'env'> & { readonly args: HttpArgs },
  { live, tools, log, notices }: ServeHttpOptions,
): Promise<void> {
  const [{ startHttpServer }, { createMcpServer }, { leftOutTeller }, access] = await Promise.all([
    import('../http/node-server.js'),
    import('../mcp/server.js'),
    import('../mcp/skills-extension/served-skills.js'),
    accessOf(context, log),
  ]);
  const { args } = context;
  const host = args.host ?? '127.0.0.1';
  const library = () => live.current();
  const toolContext: ToolContext = { ...tools, library, machine: await machineFor(host, access) };
  const version = packageVersion();
  const server = await startHttpServer({
    host,
    port: args.port ?? PORT,
    live,
    factory: async ({ era }) => createMcpServer(await live.current(), version, toolContext, { era }),
    access,
    currentRepo: tools.currentRepo,
    notices,
    log,
    requestLog: args['log-queries'] ? 'queries' : args.verbose ? 'requests' : 'none',
  });
  const tellLeftOut = leftOutTeller((message) => log({ level: 'warn', event: 'left-out', message }));
  live.subscribe(({ after }) => tellLeftOut(after));
  const current = await live.current();
  const { skills, location, place = location } = current;
  log({
    level: 'info',
    event: 'start',
    url: `${server.url}/mcp`,
    skills: skills.length,
    index: place,
    token: access.token !== undefined,
  });
  tellLeftOut(current);
  const signal = await askedToEnd();
  log({ level: 'info', event: 'stopping', signal });
  await server.stop();
  log({ level: 'info', event: 'stop' });
}

/** Callers from elsewhere are not told what is on this machine. */
async function machineFor(host: string, access: Awaited<ReturnType<typeof accessOf>>) {
  const { isLoopback } = await import('../http/access.js');
  if (!isLoopback(host) || access.token !== undefined || access.hosts.length > 0) return null;
  const { nodeMachine } = await import('../inspect/node-machine.js');
  return nodeMachine();
}

async function accessOf({ args, cwd, env }: Parameters<typeof serveHttp>[0], log: HttpLog) {
  const [{ allowedHosts, allowedOrigins }, { serverToken, TOKEN_VARIABLE }] = await Promise.all([
    import('../http/allowed.js'),
    import('../http/token.js'),
  ]);
  const file = args['token-file'];
  const found = serverToken(file === undefined ? null : resolve(cwd, file), env[TOKEN_VARIABLE]);
  if (typeof found?.warning === 'string') log({ level: 'warn', event: 'token-file', message: found.warning });
  return {
    hosts: allowedHosts(args['allowed-host']),
    origins: allowedOrigins(args['allowed-origin']),
    ...(found === null ? {} : { token: found.token }),
  };
}

/** A second signal ends the process at once, as it does without a listener. */
function askedToEnd(): Promise<NodeJS.Signals> {
  return new Promise((settle) => {
    const signals = ['SIGINT', 'SIGTERM'] as const;
    const end = (signal: NodeJS.Signals): void => {
      for (const one of signals) process.off(one, end);
      settle(signal);
    };
    for (const one of signals) process.on(one, end);
  });
}
