import { resolve } from 'node:path';
import type { Lookup } from '../../runtime/catalog.js';
import type { CommandContext } from '../../runtime/cli/command.js';
import { openRepository } from '../../runtime/git/open.js';
import { SkillgraftError } from '../../schema/errors.js';

/** What the words of `diff` mean. */
export type DiffWords =
  | {
      readonly kind: 'versions';
      readonly skill: string;
      readonly from: string;
      readonly to: string | undefined;
    }
  | { readonly kind: 'commits'; readonly base: string; readonly head: string; readonly exact: boolean };

interface DiffFlags {
  readonly skill: boolean;
  readonly commits: boolean;
  readonly exact: boolean;
  readonly 'work-tree': boolean;
  readonly format: string | undefined;
  readonly 'fail-on': readonly string[];
  readonly repo: string | undefined;
}

/**
 * Tells commits from versions of a skill: by the flags, by the number of words, and where these leave it open by what
 * the first word names.
 *
 * @throws SkillgraftError `diff-ambiguous`, `diff-word-unknown`, `diff-options`, `missing-argument`
 */
export async function readDiffWords(context: CommandContext, flags: DiffFlags): Promise<DiffWords> {
  const [first = '', second, third] = context.positionals;
  const isVersions = await meansVersions(context, flags);
  if (!isVersions) {
    if (third !== undefined)
      throw usage(
        'diff-options',
        `There are no three commits to compare.`,
        'Write skillgraft diff BASE [HEAD].',
      );
    if (flags['work-tree'] && second !== undefined)
      throw usage(
        'diff-options',
        'The files on disk and a HEAD cannot both be compared.',
        'Leave one of them away.',
      );
    return readCommits(first, second, flags.exact);
  }
  refuseCommitFlags(flags);
  if (second === undefined)
    throw usage(
      'missing-argument',
      'skillgraft diff needs a version.',
      'Write skillgraft diff SKILL FROM [TO].',
    );
  return { kind: 'versions', skill: first, from: second, to: third };
}

/** `A..B` and `A...B` are read as git reads them. */
function readCommits(first: string, second: string | undefined, exact: boolean): DiffWords {
  const [, base, dots, head] = /^(.+?)(\.{2,3})(.*)$/.exec(first) ?? [];
  if (base === undefined || second !== undefined)
    return { kind: 'commits', base: first, head: second ?? 'HEAD', exact };
  return { kind: 'commits', base, head: head === '' ? 'HEAD' : head!, exact: exact || dots === '..' };
}

async function meansVersions(context: CommandContext, flags: DiffFlags): Promise<boolean> {
  const [first = '', second, third] = context.positionals;
  if (flags.skill && flags.commits)
    throw usage('diff-options', '--skill and --commits say the opposite.', 'Give one of them.');
  if (flags.skill || flags.commits) return flags.skill;
  if (third !== undefined) return true;
  const { findSkill } = await import('../../runtime/commands/diff.js');
  const found = await findSkill(context, first);
  const isSkill = found?.kind === 'found';
  const commit = isWrittenAsRef(first) || (await isCommit(context, flags, first));
  // One word is a base: a skill alone has nothing that it is compared with.
  if (second === undefined) return isSkill && !commit;
  if (isSkill && commit) throw ambiguous(first);
  if (!isSkill && !commit) throw unknown(first, found);
  return isSkill;
}

function ambiguous(word: string): SkillgraftError {
  const message = `"${word}" is both a skill of the index and a commit.`;
  return usage('diff-ambiguous', message, 'Say which with --skill or --commits.');
}

function unknown(word: string, found: Lookup | null): SkillgraftError {
  if (found === null)
    return usage(
      'diff-word-unknown',
      `"${word}" is no branch, tag or commit that is here, and there is no index in which it could be a skill.`,
      'Run `skillgraft build` first, or name the index with --index. A commit has to be fetched (`fetch-depth: 0` in a workflow).',
    );
  const nearest = found.kind === 'none' ? found.nearest : [];
  const near = nearest.length === 0 ? '' : `The nearest skills are ${nearest.join(', ')}. `;
  return usage(
    'diff-word-unknown',
    `"${word}" is no branch, tag or commit that is here, and no skill of the index.`,
    `${near}A commit has to be fetched first (\`fetch-depth: 0\` in a workflow), an index built anew.`,
  );
}

/** No skill is called like that, so that an unknown one is told as an unknown commit. */
function isWrittenAsRef(word: string): boolean {
  return /^(?:HEAD|origin\/|upstream\/|refs\/)|[~^]|\.\.|^[0-9a-f]{7,64}$/.test(word);
}

async function isCommit(context: CommandContext, { repo }: DiffFlags, word: string): Promise<boolean> {
  const repository = await openRepository(resolve(context.cwd, repo ?? '.')).catch(() => null);
  if (repository === null) return false;
  const names = word.split(/\.{2,3}/).filter((name) => name !== '');
  try {
    for (const name of names) await repository.resolve(name);
    return names.length > 0;
  } catch {
    return false;
  } finally {
    await repository.close();
  }
}

function refuseCommitFlags(flags: DiffFlags): void {
  const given = [
    flags['work-tree'] ? '--work-tree' : '',
    flags.exact ? '--exact' : '',
    flags.format === undefined ? '' : '--format',
    flags['fail-on'].length === 0 ? '' : '--fail-on',
  ].filter((name) => name !== '');
  if (given.length === 0) return;
  throw usage(
    'diff-options',
    `${given.join(', ')} goes with commits, not with versions of a skill.`,
    'Leave it away, or compare commits: skillgraft diff BASE [HEAD] --commits.',
  );
}

function usage(code: string, message: string, advice: string): SkillgraftError {
  return new SkillgraftError(code, message, `${advice} See skillgraft diff --help.`);
}
