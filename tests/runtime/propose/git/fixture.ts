import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type LockOwner, thisOwner } from '../../../../runtime/propose/git/lock-owner.js';
import type { CommitRequest, FileChange } from '../../../../runtime/propose/types.js';
import { git, skillText, TestRepo, tempFolder } from '../../../helpers/git-repo.js';

export const bytes = (text: string): Uint8Array => Buffer.from(text);

/** A temporary folder in memory where the system has that: there is much to fsync here. `dispose` takes it away. */
export function fastFolder(): { readonly dir: string; dispose(): void } {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tempFolder();
  const dir = mkdtempSync(join(memory, 'skillgraft-'));
  return { dir, dispose: () => rmSync(dir, { recursive: true, force: true }) };
}

/** A repository with two skills, one of them with a script, and its first commit. */
export function sampleRepo(dir: string, init: readonly string[] = []): { repo: TestRepo; base: string } {
  const repo = new TestRepo(dir, init)
    .write('README.md', 'Skills.\n')
    .write('skills/a/SKILL.md', skillText('a'))
    .write('skills/a/scripts/run.sh', 'echo a\n')
    .write('skills/b/SKILL.md', skillText('b'));
  return { repo, base: repo.commit('first') };
}

/** A change of `skills/a` and a new file beside it. */
export function sampleChanges(body = 'Do it better.'): FileChange[] {
  return [
    change('skills/a/SKILL.md', skillText('a'), skillText('a', body)),
    change('skills/a/notes/new.md', null, `${body}\n`),
  ];
}

export function change(path: string, before: string | null, after: string | null): FileChange {
  const side = (text: string | null) => (text === null ? null : bytes(text));
  return { path, mode: '100644', before: side(before), after: side(after) };
}

export function sampleRequest(base: string, other: Partial<CommitRequest> = {}): CommitRequest {
  return {
    base,
    changes: sampleChanges(),
    message: 'Fix a\n\nSkill-Action: FIX\nSkill-Name: a\nSkill-From: skills/a@1\nSkill-To: skills/a@2\n',
    author: { name: 'An Agent', email: 'agent@example.invalid' },
    at: 1_710_000_000,
    branch: 'fix/a',
    ...other,
  };
}

/** A process of this machine that has ended, as the owner of a lock. */
export function deadOwner(): LockOwner {
  const { pid } = spawnSync(process.execPath, ['--version']);
  return { ...thisOwner('dead'), pid, started: '1' };
}

/** What `git fsck --strict` has to say: nothing, where all is well. It throws where it finds something bad. */
export function fsck(dir: string): string {
  return git(dir, ['fsck', '--strict', '--full', '--no-dangling']);
}

/** Every file of a repository with its mode and digest, but for objects and the refs of proposals. */
export function everythingElse(dir: string): string[] {
  const found: string[] = [];
  const walk = (folder: string, prefix: string) => {
    for (const name of readdirSync(folder).sort()) {
      const path = `${prefix}${name}`;
      if (/(?:^|\/)(?:objects|refs\/heads\/skillgraft)$/.test(path)) continue;
      const { mode, isFolder } = kindOf(join(folder, name));
      if (isFolder) walk(join(folder, name), `${path}/`);
      else found.push(`${mode.toString(8)} ${digest(join(folder, name))} ${path}`);
    }
  };
  walk(dir, '');
  return found;
}

function kindOf(path: string) {
  const stats = statSync(path);
  return { mode: stats.mode, isFolder: stats.isDirectory() };
}

function digest(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
