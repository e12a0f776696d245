import { defineCommand } from '../cli/command.js';
import { settingOption } from '../cli/setting-option.js';
import { terminalLine } from '../cli/terminal-text.js';
import { columns } from '../cli/wrap.js';
import { lineageReason } from '../lineage-reason.js';
import { openConfigured } from './open-configured.js';

export const stats = defineCommand({
  name: 'stats',
  summary: 'Show what the index holds, in numbers',
  options: {
    index: settingOption('index'),
    json: { type: 'boolean', description: 'Print it as JSON.' },
  },
  examples: ['stats', 'stats --json'],
  async run(context) {
    const index = await openConfigured(context);
    const all = index.stats();
    if (context.args.json) {
      context.json(all);
      return 0;
    }
    const { source, lineage, descriptions, tokens, files, failed, findings } = all;
    const rows = [
      ['skills', `${all.skills}${failed.length > 0 ? `, and ${failed.length} that could not be read` : ''}`],
      [
        'source',
        source.commit === undefined ? source.kind : `commit ${source.commit} of ${source.committedAt}`,
      ],
      ['built by', `${all.generator.name} ${all.generator.version}`],
      ['files', `${files.count}, ${Math.ceil(files.bytes / 1024)} KiB`],
      [
        'listing',
        `${descriptions.total} characters of descriptions, about ${tokens.listing} tokens with the names`,
      ],
      ['bodies', `about ${tokens.body} tokens`],
      [
        'lineage',
        `${lineage.status}${lineage.reason === null ? '' : ` (${lineageReason(lineage.reason)})`}: versions ${lineage.versions}, commits ${lineage.commits}, renames ${lineage.renames}, removed skills ${lineage.removed}`,
      ],
      ['longest', descriptions.longest.map(({ path, length }) => `${path} (${length})`).join(', ')],
      [
        'tags',
        all.tags
          .slice(0, 10)
          .map(({ tag, skills }) => `${tag} ${skills}`)
          .join(', '),
      ],
      [
        'findings',
        Object.entries(findings)
          .map(([code, count]) => `${code} ${count}`)
          .join(', '),
      ],
    ];
    for (const { path, codes } of failed) rows.push(['failed', `${path}: ${codes.join(', ')}`]);
    const shown = rows.filter(([, value]) => value !== '').map((row) => row.map(terminalLine));
    for (const line of columns(shown)) context.print(line);
    return 0;
  },
});
