import { resolve } from 'node:path';
import { defineCommand } from '../../runtime/cli/command.js';
import { locateRepository } from '../../runtime/git/locate.js';
import { packageVersion } from '../../runtime/package-info.js';
import { SkillgraftError } from '../../schema/errors.js';
import { CI_KINDS, type CiKind, calledWorkflows } from '../init/ci.js';
import { initRepository } from '../init/init-repository.js';

const INSTALLS =
  'CI installs skillgraft of this version from the npm registry, by its name: look first whether that package is there and ' +
  'is this one, and fill in INTEGRITY in the files of CI. On GitHub, --uses OWNER/NAME@COMMIT needs no such package.';

export const init = defineCommand({
  name: 'init',
  summary: 'Start a skills repository with three sample skills',
  description: [
    'Writes skills/ with three samples, README.md, skillgraft.json, .gitignore, and what CI runs with this version: a ' +
      'check of each pull request that says what it changes for agents, and on the main branch a build that ' +
      'publishes the index. What exists is skipped and never changed.',
    'The workflows for GitHub install the npm package of this version. With --uses they are a few lines that call ' +
      "Skillgraft's own, at a commit; those compile that commit, and need no registry but for its dependencies.",
  ],
  options: {
    git: { type: 'boolean', description: 'Make a git repository too, on branch main.' },
    ci: {
      type: 'string',
      choices: CI_KINDS,
      default: 'github',
      description: 'What checks and publishes.',
    },
    uses: {
      type: 'string',
      value: 'OWNER/NAME@COMMIT',
      description: 'Call the workflows of this repository on GitHub.',
    },
    json: { type: 'boolean', description: 'Print {dir, created, skipped} as JSON.' },
  },
  positionals: [{ name: 'DIR', description: 'The folder, made where it is missing; this one if not given.' }],
  examples: ['init', 'init our-skills --git', 'init --ci gitlab'],
  async run(context) {
    const dir = context.positionals[0] ?? '.';
    const { git, json, ci, uses } = context.args;
    if (uses !== undefined && ci !== 'github') throw notGitHub(ci);
    const folder = resolve(context.cwd, dir);
    const result = await initRepository(folder, {
      version: packageVersion(),
      git,
      ci,
      ...(uses === undefined ? {} : { uses: calledWorkflows(uses) }),
    });
    if (json) {
      context.json({ dir, ...result });
      return 0;
    }
    const { style } = context;
    const installs = result.created.some((path) => /^\.(?:github\/workflows|gitlab-ci)/.test(path));
    if (uses === undefined && installs) context.notice(INSTALLS);
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

function notGitHub(ci: CiKind): SkillgraftError {
  const hint = 'Leave one of them away.';
  return new SkillgraftError('init-uses', `Workflows of GitHub cannot be called with --ci ${ci}.`, hint);
}

/** A word as a POSIX shell reads it. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
