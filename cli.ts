#!/usr/bin/env node
import module from 'node:module';
import { join } from 'node:path';
import type { CommandEntry } from './runtime/cli/command.js';
import { runCli } from './runtime/cli/run.js';
import type { RankHook } from './runtime/commands/propose-settings.js';
import { cacheFolder } from './runtime/files/user-folders.js';
import type { BuildHook } from './runtime/library/folder-source.js';

/** Keeps compiled code, so that commands start sooner; Node can from 22.8 on. */
const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown };
enableCompileCache?.(join(cacheFolder({ env: process.env }), 'code'));

/** The ranking check of proposals needs a build, which the runtime knows nothing of. */
const rank: RankHook = (at, open) => async (changes) => {
  const { rankWith } = await import('./build/rank-with.js');
  return rankWith(at, open)(changes);
};

/** Folders of skills without an index are built when they are read. */
const build: BuildHook = async (folder, from) => {
  const { buildInMemory } = await import('./build/in-memory.js');
  return buildInMemory(folder, from);
};

/** Every command, in the order of the help. Only the one that runs is loaded. */
const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'build',
    summary: 'Build the index of a commit',
    load: async () => (await import('./build/commands/build.js')).build,
  },
  {
    name: 'publish',
    summary: 'Publish the index to a branch, a folder or a release',
    load: async () => (await import('./build/commands/publish.js')).publish,
  },
  {
    name: 'check',
    summary: 'Validate every SKILL.md',
    load: async () => (await import('./build/commands/check.js')).check,
  },
  {
    name: 'search',
    summary: 'Find the skills that fit a task',
    load: async () => (await import('./runtime/commands/search.js')).search,
  },
  {
    name: 'show',
    summary: 'Print a skill: what is known of it, and its whole text',
    load: async () => (await import('./runtime/commands/show.js')).show,
  },
  {
    name: 'inspect',
    summary: 'Show what a skill requires, and whether it is there; its files and findings',
    load: async () => (await import('./runtime/commands/inspect.js')).inspect,
  },
  {
    name: 'list',
    summary: 'List the skills of the index',
    load: async () => (await import('./runtime/commands/list.js')).list,
  },
  {
    name: 'log',
    summary: "Show a skill's lineage: versions, renames, copies, parents",
    load: async () => (await import('./runtime/commands/log.js')).log,
  },
  {
    name: 'diff',
    summary: 'Show what a change means: between two commits, or two versions of a skill',
    load: async () => (await import('./build/commands/diff.js')).diff,
  },
  {
    name: 'graph',
    summary: 'Print how skills hang together, as JSON, Mermaid or DOT',
    load: async () => (await import('./runtime/commands/graph.js')).graph,
  },
  {
    name: 'explain',
    summary: 'Explain why a skill has its place for a query',
    load: async () => (await import('./runtime/commands/explain.js')).explain,
  },
  {
    name: 'duplicates',
    summary: 'Find skills that are there more than once',
    load: async () => (await import('./runtime/commands/duplicates.js')).duplicates,
  },
  {
    name: 'stats',
    summary: 'Show what the index holds, in numbers',
    load: async () => (await import('./runtime/commands/stats.js')).stats,
  },
  {
    name: 'serve',
    summary: 'Serve the index to MCP clients over standard input and output, or over HTTP',
    load: async () => (await import('./runtime/commands/serve.js')).serveCommand(rank),
  },
  {
    name: 'connect',
    summary: 'Print or write the configuration with which a host starts the server',
    load: async () => (await import('./runtime/commands/connect.js')).connect,
  },
  {
    name: 'save',
    summary: 'Propose a new skill, or a change to one, for review',
    load: async () => (await import('./runtime/commands/save.js')).saveCommand(rank),
  },
  {
    name: 'record',
    summary: 'Note whether a skill helped with a task',
    load: async () => (await import('./runtime/commands/record.js')).record,
  },
  {
    name: 'usage',
    summary: 'Show what skills were used for, and propose it to the repository',
    load: async () => (await import('./runtime/commands/usage.js')).usage,
  },
  {
    name: 'curate',
    summary: 'Look after skills by their use: which fail, overlap, are missing or not used',
    load: async () => (await import('./runtime/commands/curate.js')).curateCommand(rank),
  },
  {
    name: 'proposals',
    summary: 'List the proposals that wait for review',
    load: async () => (await import('./runtime/commands/proposals.js')).proposals,
  },
  {
    name: 'rebase-proposal',
    summary: 'Move a proposal to where the main line is now',
    load: async () => (await import('./runtime/commands/rebase-proposal.js')).rebaseProposal,
  },
  {
    name: 'eval',
    summary: 'Measure how well the index answers a list of queries',
    load: async () => (await import('./build/commands/eval.js')).evalCommand,
  },
  {
    name: 'init',
    summary: 'Start a skills repository with three sample skills',
    load: async () => (await import('./build/commands/init.js')).init,
  },
  {
    name: 'config',
    summary: 'Show every setting and where its value comes from',
    load: async () => (await import('./runtime/commands/config.js')).config,
  },
  {
    name: 'version',
    summary: 'Print the version',
    load: async () => (await import('./runtime/commands/version.js')).version,
  },
];

// A reader that goes away (`| head -1`) ends the run quietly; a full disk does not.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`error: The output cannot be written (${error.code ?? error.message}).\n`);
  process.exit(2);
});

process.exitCode = await runCli(COMMANDS, process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  workingFolder: () => process.cwd(),
  build,
});
