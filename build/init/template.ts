import { readFile } from 'node:fs/promises';
import { packageRoot } from '../../runtime/package-info.js';
import { compareText } from '../../schema/diagnostic.js';
import { type CalledWorkflows, type CiKind, ciFiles } from './ci.js';

/** One file of a new skills repository. */
export interface TemplateFile {
  /** POSIX path in the new repository. */
  readonly path: string;
  readonly text: string;
}

/** What a new repository is made with. */
export interface TemplateOptions {
  /** Of Skillgraft. */
  readonly version: string;
  /** Absent: GitHub. */
  readonly ci?: CiKind;
  /** The workflows that those of the new repository call; absent: they do it all themselves. */
  readonly uses?: CalledWorkflows;
}

/**
 * Path in the new repository, and where the file lies below `build/init/template/`. Dot files and JSON go by another
 * name there: npm leaves out a packed `.gitignore`, and the compiler would take the JSON for its own.
 */
const FILES: readonly (readonly [path: string, source: string])[] = [
  ['.gitignore', 'gitignore.txt'],
  ['README.md', 'README.md.txt'],
  ['skillgraft.json', 'skillgraft.json.txt'],
  ['skills/conventional-commits/SKILL.md', 'skills/conventional-commits/SKILL.md'],
  ['skills/docker-multi-stage-builds/SKILL.md', 'skills/docker-multi-stage-builds/SKILL.md'],
  ['skills/fix-nextjs-api-cors/SKILL.md', 'skills/fix-nextjs-api-cors/SKILL.md'],
];

/** The files of a new repository, sorted by path; `{{version}}` and the like in them become what was given. */
export async function templateFiles(options: TemplateOptions): Promise<readonly TemplateFile[]> {
  const { version, ci = 'github', uses } = options;
  const folder = new URL('build/init/template/', packageRoot());
  const values: Readonly<Record<string, string>> = { version, ...uses };
  const files = await Promise.all(
    [...FILES, ...ciFiles(ci, uses !== undefined)].map(async ([path, source]) => {
      const text = await readFile(new URL(source, folder), 'utf8');
      // Expressions of GitHub stand in `${{ }}`.
      return { path, text: text.replace(/(?<!\$)\{\{(\w+)\}\}/g, (_, key: string) => values[key]!) };
    }),
  );
  return files.sort((a, b) => compareText(a.path, b.path));
}
