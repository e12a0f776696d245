import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What keeps isomorphic-git from reading a repository, in words that follow its name; null where nothing does. */
export interface Support {
  readonly obstacle: string | null;
  /** `core.bare` of the configuration. */
  readonly bare: boolean;
}

/** Looks for what isomorphic-git cannot read: borrowed objects, other hashes, other ways to keep refs. */
export async function obstacleOf(commonDir: string): Promise<Support> {
  const read = (...path: string[]) => readFile(join(commonDir, ...path), 'utf8').catch(() => '');
  const [config, alternates] = await Promise.all([read('config'), read('objects', 'info', 'alternates')]);
  const setting = (section: string, key: string) => configValue(config, section, key);
  const bare = (setting('core', 'bare') ?? 'false').toLowerCase() === 'true';
  const format = (setting('extensions', 'objectformat') ?? 'sha1').toLowerCase();
  const refs = (setting('extensions', 'refstorage') ?? 'files').toLowerCase();
  let obstacle: string | null = null;
  if (format !== 'sha1') obstacle = `uses ${format} object ids`;
  else if (refs !== 'files') obstacle = `keeps its refs as ${refs}`;
  else if (alternates.trim() !== '')
    obstacle = 'borrows objects from another repository (objects/info/alternates)';
  return { obstacle, bare };
}

/** The last value of `section.key` in a git configuration text; sections with a subsection are passed over. */
export function configValue(text: string, section: string, key: string): string | undefined {
  let inside = false;
  let found: string | undefined;
  for (const line of text.split('\n')) {
    const header = /^\s*\[\s*([\w.-]+)\s*(".*")?\s*\]/.exec(line);
    if (header !== null) inside = header[1]!.toLowerCase() === section && header[2] === undefined;
    const rest = header === null ? line : line.slice(header[0].length);
    const pair = /^\s*([\w-]+)\s*(?:=\s*"?([^"#;]*?)"?\s*(?:[#;].*)?)?$/.exec(rest);
    if (inside && pair?.[1]?.toLowerCase() === key) found = pair[2] ?? 'true';
  }
  return found;
}
