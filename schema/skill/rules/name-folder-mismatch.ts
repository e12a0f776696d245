import { excerpt, nfc } from '../../text.js';
import type { Rule, RuleContext } from '../rule.js';

export const nameFolderMismatch: Rule = {
  code: 'name-folder-mismatch',
  severity: 'warning',
  severities: { spec: 'error' },
  tags: ['host'],
  wording: (a) => `The name "${a.name}" differs from the folder's, "${a.folder}". Make them equal.`,
  page: {
    why: 'The specification wants both to be equal, and hosts differ in which of them they go by.',
    wrong: 'skills/tidy-logs/SKILL.md with `name: log-tidier`',
    right: 'skills/tidy-logs/SKILL.md with `name: tidy-logs`',
    language: 'text',
    source: 'https://agentskills.io/specification',
  },
  *check(context) {
    const { name } = context.document.frontmatter;
    const { folderName, profile, at } = context;
    if (typeof name !== 'string' || name.trim() === '' || folderName === null) return;
    const form = (text: string): string => (profile === 'spec' ? text.normalize('NFKC') : nfc(text));
    const own = form(name.trim());
    if (own === form(folderName) || parentNames(context).some((one) => form(one) === own)) return;
    yield { at: at('name'), args: { name: excerpt(name), folder: excerpt(folderName) } };
  },
};

/** `yarn`, `loom-yarn`, `skills-loom-yarn` for `skills/loom/yarn/SKILL.md`, where the option allows them. */
function parentNames({ path, options }: RuleContext): readonly string[] {
  if (options.allowParentFolders !== true) return [];
  const folders = path.split('/').slice(0, -1);
  return folders.map((_, i) => folders.slice(i).join('-'));
}
