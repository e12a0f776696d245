import { readFile } from 'node:fs/promises';
import { packageRoot } from '../../runtime/package-info.js';

/** One file of a new skills repository. */
export interface TemplateFile {
  /** POSIX path in the new repository. */
  readonly path: string;
  readonly text: string;
}

/**
 * Path in the new repository, and where the file lies below `build/init/template/`. Dot files and JSON go by another
 * name there: npm leaves out a packed `.gitignore`, and the compiler would take the JSON for its own.
 */
const FILES: readonly (readonly [path: string, source: string])[] = [
  ['.github/workflows/skills.yml', 'workflow.yml.txt'],
  ['.gitignore', 'gitignore.txt'],
  ['README.md', 'README.md.txt'],
  ['skillgraft.json', 'skillgraft.json.txt'],
  ['skills/conventional-commits/SKILL.md', 'skills/conventional-commits/SKILL.md'],
  ['skills/docker-multi-stage-builds/SKILL.md', 'skills/docker-multi-stage-builds/SKILL.md'],
  ['skills/fix-nextjs-api-cors/SKILL.md', 'skills/fix-nextjs-api-cors/SKILL.md'],
];

/** The files of a new repository, sorted by path; `{{version}}` in them becomes the version given. */
export async function templateFiles(version: string): Promise<readonly TemplateFile[]> {
  const folder = new URL('build/init/template/', packageRoot());
  return Promise.all(
    FILES.map(async ([path, source]) => {
      const text = await readFile(new URL(source, folder), 'utf8');
      return { path, text: text.replaceAll('{{version}}', version) };
    }),
  );
}
