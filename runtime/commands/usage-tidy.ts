import { SkillgraftError } from '../../schema/errors.js';
import type { CommandContext, ExitCode } from '../cli/command.js';
import { terminalLine } from '../cli/terminal-text.js';
import type { PresentFolder } from '../usage/fold/tidy-usage.js';
import { counted } from '../usage/fold/usage-message.js';
import { findingLines, findingRows } from './finding-lines.js';
import { skillsPlace } from './skills-repository.js';

interface TidyArgs {
  readonly repo: string | undefined;
  readonly json: boolean;
  readonly check: boolean;
}

/** `usage tidy`: makes the files of the work tree canonical. */
export async function tidy(context: CommandContext, { repo, check, json }: TidyArgs): Promise<ExitCode> {
  const [{ resolve }, { locateRepository }, { tidyUsage }] = await Promise.all([
    import('node:path'),
    import('../git/locate.js'),
    import('../usage/fold/tidy-usage.js'),
  ]);
  const folder = resolve(context.cwd, repo ?? '.');
  const top = (await locateRepository(folder))?.dir ?? folder;
  const { files, changed, dropped, markers, findings } = await tidyUsage(
    top,
    !check,
    await presentFolders(context, top, repo),
  );
  if (json) context.json({ files, changed, dropped, markers, findings: findingRows(findings) });
  else {
    for (const path of changed) context.print(terminalLine(path));
    for (const line of findingLines(findings, context.style)) context.notice(line);
    if (dropped > 0)
      context.notice(`${dropped} records that say least ${check ? 'are too many' : 'were taken out'}.`);
    if (markers > 0)
      context.notice(`${counted(markers, 'conflict marker')} ${check ? 'would be' : 'were'} taken out.`);
    const what = check ? 'would change' : 'changed';
    context.notice(`${changed.length} of ${files} files ${what}.`);
  }
  return findings.length > 0 || (check && changed.length > 0) ? 1 : 0;
}

/** Where skills of the work tree are whose folder was another one before; an index that cannot be opened knows of none. */
async function presentFolders(
  context: CommandContext,
  top: string,
  repo: string | undefined,
): Promise<PresentFolder> {
  const { existsSync } = await import('node:fs');
  const { join } = await import('node:path');
  const place = await skillsPlace(context, repo).catch((error: unknown) => {
    if (error instanceof SkillgraftError) return null;
    throw error;
  });
  const index = place?.index;
  const isThere = (folder: string): boolean => existsSync(join(top, folder, 'SKILL.md'));
  return (skill) => {
    if (isThere(skill)) return null;
    const found = index?.find(skill);
    if (found?.kind !== 'found' || found.formerly === undefined) return null;
    const { path } = index!.skills[found.document]!;
    return isThere(path) ? path : null;
  };
}
