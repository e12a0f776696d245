import { resolve } from 'node:path';
import { defineCommand } from '../../runtime/cli/command.js';
import { locateRepository } from '../../runtime/git/locate.js';
import { packageVersion } from '../../runtime/package-info.js';
import { initRepository } from '../init/init-repository.js';

export const init = defineCommand({
  name: 'init',
  summary: 'Start a skills repository with three sample skills',
  description: [
    'Writes skills/ with three samples, README.md, skillgraft.json, .gitignore and a workflow that checks and ' +
      'builds with this version. What exists is skipped and never changed.',
  ],
  options: {
    git: { type: 'boolean', description: 'Make a git repository too, on branch main.' },
    json: { type: 'boolean', description: 'Print {dir, created, skipped} as JSON.' },
  },
  positionals: [{ name: 'DIR', description: 'The folder, made where it is missing; this one if not given.' }],
  examples: ['init', 'init our-skills --git'],
  async run(context) {
    const dir = context.positionals[0] ?? '.';
    const { git, json } = context.args;
    const folder = resolve(context.cwd, dir);
    const result = await initRepository(folder, { version: packageVersion(), git });
    if (json) {
      context.json({ dir, ...result });
      return 0;
    }
    const { style } = context;
    for (const path of result.created) context.print(`${style.green('created')}  ${path}`);
    for (const path of result.skipped) context.print(`${style.yellow('skipped')}  ${path} (it exists)`);
    context.print();
    context.print('Commit it, then build the index and search it:');
    if (dir !== '.') context.print(`  cd ${shellWord(dir)}`);
    if ((await locateRepository(folder)) === null) context.print('  git init');
    context.print('  git add -A && git commit -m "Start our skills"');
    context.print('  skillgraft build && skillgraft search "cors error"');
    return 0;
  },
});

/** A word as a POSIX shell reads it. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
