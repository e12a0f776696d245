import { SkillgraftError } from '../../schema/errors.js';
import { defineCommand } from '../cli/command.js';
import { settingOption } from '../cli/setting-option.js';
import type { Repository } from '../git/repository.js';
import type { WrittenProposal } from '../propose/types.js';

export const rebaseProposal = defineCommand({
  name: 'rebase-proposal',
  summary: 'Move a proposal to where the main line is now',
  description: [
    'Replays its commit, with its author, date and message; its branch moves. A change of the same file on the main ' +
      'line is a conflict that names both commits; then read what is there and propose the change again.',
  ],
  options: {
    onto: { type: 'string', value: 'REF', description: 'Where it moves; the main line if not given.' },
    base: settingOption('base'),
    repo: { type: 'string', value: 'DIR', description: 'The skills repository; this one if not given.' },
    json: { type: 'boolean', description: 'Print {ref, commit, existed, onto} as JSON.' },
  },
  positionals: [
    { name: 'BRANCH', description: 'The proposal, as `skillgraft proposals` names it.', required: true },
  ],
  examples: [
    'rebase-proposal skillgraft/git-commit/fix-1a2b3c4d',
    'rebase-proposal git-commit/fix-1a2b3c4d --onto main',
  ],
  async run(context) {
    const { args } = context;
    const [{ openRepository }, { mainLine }] = await Promise.all([
      import('../git/open.js'),
      import('../propose/main-line.js'),
    ]);
    const repository = await openRepository(args.repo ?? context.cwd);
    try {
      const wish = args.onto ?? context.config().values.base ?? undefined;
      const onto = await mainLine(repository, wish);
      const moved = await rebase(repository, context.positionals[0]!, onto.commit);
      if (args.json) context.json({ ...moved, onto: { ref: onto.ref, commit: onto.commit } });
      else if (moved.existed) context.print(`${short(moved.ref)} starts from ${onto.ref} already.`);
      else context.print(`${short(moved.ref)} ${moved.commit.slice(0, 12)} starts from ${onto.ref} now.`);
    } finally {
      await repository.close();
    }
    return 0;
  },
});

/** A branch is named as `git branch` shows it, or as the library does, without `skillgraft/`. */
async function rebase(repository: Repository, branch: string, onto: string): Promise<WrittenProposal> {
  const { rebaseProposal: move } = await import('../propose/git/rebase-proposal.js');
  try {
    return await move(repository, branch, onto);
  } catch (error) {
    const isUnknown = error instanceof SkillgraftError && error.code === 'proposal-not-found';
    if (!isUnknown || !branch.startsWith('skillgraft/')) throw error;
    return move(repository, branch.slice('skillgraft/'.length), onto);
  }
}

function short(ref: string): string {
  return ref.replace(/^refs\/heads\//, '');
}
