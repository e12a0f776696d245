import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { buildIndex, publishArtifact } from '../../build/index.js';
import { servedSkills } from '../../runtime/mcp/skills-extension/served-skills.js';
import { openIndex } from '../../runtime/open-index.js';
import { ROOT } from '../helpers/cli.js';
import { git, TestRepo, tempFolder } from '../helpers/git-repo.js';
import { sharedPath } from '../helpers/shared.js';

/** Real skills in a git repository, with their index. */
export interface Collection {
  readonly out: string;
  readonly skills: number;
  /** Those that are served over the skills extension, too. */
  readonly published: number;
  dispose(): void;
}

/**
 * The package's own skills, those that `init` begins with, and where it is there the shared awesome-copilot, on top of its
 * history. The suite looks for a folder inside of the first skill only: one is added for it.
 */
export async function realCollection(): Promise<Collection> {
  const { dir, dispose } = tempFolder('skillgraft-conformance-');
  const repo = new TestRepo(join(dir, 'repo'));
  const shared = sharedPath('repos/github+awesome-copilot.bundle');
  if (shared !== null) {
    git(repo.dir, ['fetch', '-q', shared, 'refs/*:refs/shared/*']);
    repo.git('reset', '-q', '--hard', 'refs/shared/heads/main');
  }
  for (const folder of ['skills', 'build/init/template/skills'])
    cpSync(join(ROOT, folder), join(repo.dir, 'skills'), { recursive: true });
  const name = 'a-skill-with-a-folder';
  repo
    .write(
      `skills/${name}/SKILL.md`,
      `---\nname: ${name}\ndescription: Holds a folder.\n---\n\nSee its notes.\n`,
    )
    .write(`skills/${name}/references/notes.md`, 'Notes.\n')
    .commit('Gather skills');
  const out = join(repo.dir, 'dist');
  const result = await buildIndex({ repo: repo.dir, roots: ['skills'], out });
  await publishArtifact(result, out);
  await result.close();
  const index = await openIndex(out);
  return { out, skills: index.skills.length, published: servedSkills(index, null).listed.length, dispose };
}
