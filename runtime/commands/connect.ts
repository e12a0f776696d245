import { existsSync } from 'node:fs';
import { type CommandContext, defineCommand } from '../cli/command.js';
import { settingOption } from '../cli/setting-option.js';
import { terminalLine } from '../cli/terminal-text.js';
import { columns } from '../cli/wrap.js';
import { NOT_OF_FILES } from '../config/resolve.js';
import { type ConnectAnswer, connectHost } from '../connect/connect-host.js';
import { findHost, HOSTS } from '../connect/hosts/index.js';
import { httpServer } from '../connect/http-server.js';
import { launchServer } from '../connect/launch.js';
import { thisProgram } from '../connect/this-program.js';
import { type Host, type Place, SCOPES, type Server } from '../connect/types.js';
import { homeFolder } from '../files/user-folders.js';
import { badOption, shown } from '../search/check-options.js';

export const connect = defineCommand({
  name: 'connect',
  summary: 'Print or write the configuration with which a host starts the server',
  description: [
    'Without a host, lists those that it knows. With one, prints its configuration to standard output and tells on ' +
      'standard error where it belongs. --write puts it there: comments, order and indentation stay, and what cannot ' +
      'be added to safely is left alone.',
    'A token is never written down: the configuration names the variable of the environment that holds it.',
  ],
  options: {
    index: settingOption('index'),
    name: {
      type: 'string',
      default: 'skills',
      value: 'NAME',
      description: 'What the host calls the server.',
    },
    http: {
      type: 'string',
      value: 'URL',
      description: 'A server that runs already, in place of one to start.',
    },
    'token-env': {
      type: 'string',
      value: 'VAR',
      description: 'With --http: the variable that holds its token.',
    },
    scope: {
      type: 'string',
      choices: SCOPES,
      description: "For this folder or for all; the host's usual one.",
    },
    write: { type: 'boolean', description: "Put it into the host's file." },
    force: { type: 'boolean', description: 'With --write: replace another server of this name.' },
    json: { type: 'boolean', description: 'Print it as JSON, with where it belongs.' },
  },
  positionals: [{ name: 'HOST', description: 'Such as claude-code, vscode, codex.' }],
  examples: [
    'connect',
    'connect claude-code --write',
    'connect codex --index /srv/skills/dist > config.toml',
    'connect vscode --http https://skills.example.com/mcp --token-env SKILLGRAFT_TOKEN',
  ],
  async run(context) {
    const { args } = context;
    const [word] = context.positionals;
    const place = placeOf(context);
    if (word === undefined) {
      listHosts(context, place, args.json);
      return 0;
    }
    const host = findHost(word);
    checkName(args.name);
    const server = await serverOf(context, place, args.http, args['token-env']);
    const { name, scope, write, force } = args;
    const answer = await connectHost({ host, server, name, scope, place, write, force });
    if (args.json) context.json(answer);
    else if (!write) context.stdout.write(answer.configuration);
    tell(context, host, answer);
    return 0;
  },
});

function placeOf({ env, cwd }: CommandContext): Place {
  return { env, cwd, home: homeFolder({ env }), platform: process.platform };
}

function listHosts(context: CommandContext, place: Place, asJson: boolean): void {
  const rows = HOSTS.map(({ name, title, docs, files }) => {
    const scopes = SCOPES.flatMap((scope) =>
      files[scope] === undefined ? [] : [[scope, files[scope](place)[0]!]],
    );
    return { name, title, docs, files: Object.fromEntries(scopes) as Record<string, string> };
  });
  if (asJson) {
    context.json(rows);
    return;
  }
  const cells = rows.map(({ name, title, files }) => [
    name,
    title,
    Object.values(files).join(', ') || '(by hand)',
  ]);
  for (const line of columns(cells)) context.print(line);
  context.notice('skillgraft connect HOST prints the configuration of one; --write puts it into its file.');
}

/** Hosts take it as a key and as a part of the tools' names. */
function checkName(name: string): void {
  if (/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name)) return;
  const hint = 'Give 1 to 64 letters, digits, hyphens and underscores, a letter or digit first.';
  throw badOption(`--name cannot be ${shown(name)}.`, hint);
}

async function serverOf(
  context: CommandContext,
  place: Place,
  address: string | undefined,
  tokenEnv: string | undefined,
): Promise<Server> {
  const config = context.config();
  if (address !== undefined) {
    if (config.origins.index.kind === 'flag')
      throw badOption('--http and --index cannot be given at once.', 'A server that runs has its own index.');
    return httpServer(address, tokenEnv);
  }
  if (tokenEnv !== undefined) throw badOption('--token-env goes with --http.', 'Give --http URL, too.');
  return launchServer(await thisProgram(place), indexesOf(context));
}

/** What the server is to read, as it is named here; the server itself reads what files of settings add to that. */
function indexesOf(context: CommandContext): readonly string[] {
  const { origins, values, paths } = context.config();
  const isNamed = NOT_OF_FILES.has(origins.index.kind);
  if (!isNamed && values.indexes.length > 0) {
    context.notice(
      'The server reads what skillgraft.json names, so that the host has to start it in this folder. Where it does ' +
        'not, name what is to be read with --index.',
    );
    return [];
  }
  const indexes = paths('index');
  for (const index of indexes) {
    if (isBuiltHere(index) && !existsSync(index))
      context.notice(`There is no index at ${terminalLine(index)} yet: build it with skillgraft build.`);
  }
  return indexes;
}

/** Addresses and branches are looked at by the server, and archives come from elsewhere. */
function isBuiltHere(index: string): boolean {
  return !/^(?:[a-z]{2,}:|.*\.t(?:ar\.)?gz$)/i.test(index);
}

function tell(
  context: CommandContext,
  host: Host,
  { state, file, scope, name, ...answer }: ConnectAnswer,
): void {
  const where = file === null ? '' : terminalLine(file);
  if (state === 'unchanged') context.notice(`${where} has ${name} already; nothing was written.`);
  else if (state === 'printed' && file !== null)
    context.notice(`For ${host.title}, scope ${scope}: this goes into ${where}; --write puts it there.`);
  else if (state !== 'printed') {
    context.notice(`${state === 'added' ? 'Added' : 'Replaced'} ${name} in ${where}:`);
    for (const line of answer.changes) context.notice(line);
  }
  if (answer.machinePaths.length > 0)
    context.notice(
      `Whoever shares this project gets paths of this machine: ${answer.machinePaths.map(terminalLine).join(', ')}. ` +
        'Install skillgraft so that the path leads to it and keep the index in the project, or give --scope user.',
    );
  if (state === 'printed' && answer.command !== null)
    context.notice(`Or run: ${answer.command.map(shellWord).join(' ')}`);
  context.notice(`Then: ${answer.next}`);
  context.notice(`Format: ${host.docs}`);
}

/** In quotes where a shell would read more into it than the word. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
