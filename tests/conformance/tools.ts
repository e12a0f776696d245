import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SkillgraftError } from '../../schema/errors.js';
import { ROOT } from '../helpers/cli.js';

const SOURCE = join(ROOT, 'tests/conformance/tools');
const CACHE = join(ROOT, 'node_modules/.cache/skillgraft/conformance');
const MODULES = join(CACHE, 'node_modules');
const LOCK = 'package-lock.json';
const MARK = join(CACHE, 'installed.json');

/** The programs that judge: the official suite and the inspector, on the Node that both want. */
export interface Tools {
  /** Folder that the packages lie in. */
  readonly modules: string;
  conformance(args: readonly string[]): Promise<Run>;
  inspector(args: readonly string[]): Promise<Run>;
}

/** How a program ended, and what it said. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Installs what the lock file names, without install scripts, once for each lock file.
 *
 * @throws SkillgraftError `tools-missing` where that cannot be done, such as without a network
 */
export async function conformanceTools(): Promise<Tools> {
  if (!isInstalled()) await install();
  const node = suitableNode();
  cpSync(join(SOURCE, LOCK), MARK);
  const env = { HOME: join(CACHE, 'home') };
  mkdirSync(env.HOME, { recursive: true });
  const program =
    (path: string, ...first: string[]) =>
    (args: readonly string[]) =>
      run(node, [join(MODULES, path), ...first, ...args], env);
  return {
    modules: MODULES,
    conformance: program('@modelcontextprotocol/conformance/dist/index.js'),
    inspector: program('@modelcontextprotocol/inspector/clients/launcher/build/index.js', '--cli'),
  };
}

/** The mark is a copy of the lock file, written when all of it is there, Node too: npm only tries to install that. */
function isInstalled(): boolean {
  return existsSync(MARK) && readFileSync(MARK, 'utf8') === readFileSync(join(SOURCE, LOCK), 'utf8');
}

/** Not `npm ci`, which fails where a registry lacks an optional package of another platform. */
async function install(): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  for (const name of ['package.json', LOCK]) cpSync(join(SOURCE, name), join(CACHE, name));
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { code, stderr } = await run('npm', args, {}, CACHE);
  if (code === 0) return;
  const said = stderr.split('\n').filter((line) => line.startsWith('npm error'));
  throw missing(`npm install ended with ${code}:\n${said.slice(0, 5).join('\n')}`);
}

/** The one of the lock file, where there is one for this platform; else this process's own, if it will do. */
function suitableNode(): string {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const program = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const node = join(MODULES, `node-${system}-${process.arch}`, program);
  if (existsSync(node)) return node;
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  throw missing(
    `The registry has no Node 22 for ${system} on ${process.arch}, and this one is older than 24.`,
  );
}

function missing(why: string): SkillgraftError {
  const hint = 'The official suite comes from the npm registry: a network is needed the first time.';
  return new SkillgraftError('tools-missing', why, hint);
}
/** Runs a program to its end. */
function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd = ROOT,
): Promise<Run> {
  const shell = process.platform === 'win32' && program === 'npm';
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell,
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (piece: string) => {
      said[name] += piece;
    });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...said }));
  });
}
