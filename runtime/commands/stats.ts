import type { ModelFingerprint } from '../../schema/embedding.js';
import { defineCommand } from '../cli/command.js';
import { settingOption } from '../cli/setting-option.js';
import { terminalLine } from '../cli/terminal-text.js';
import { columns } from '../cli/wrap.js';
import { lineageReason } from '../lineage-reason.js';
import type { Stats } from '../stats.js';
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
    const [all, model] = [index.stats(), await index.model()];
    if (context.args.json) {
      context.json({ ...all, model });
      return 0;
    }
    const { source, lineage, descriptions, tokens, files, failed, findings } = all;
    const rows = [
      ['skills', `${all.skills}${failed.length > 0 ? `, and ${failed.length} that could not be read` : ''}`],
      ['rules', all.rules === 0 ? '' : `${all.rules}, resident in the server's instructions`],
      ['synonyms', all.synonyms === 0 ? '' : `of ${all.synonyms} words and phrases`],
      ['meaning', meaningOf(model)],
      ['no fit', calibrationOf(all)],
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

function meaningOf(model: ModelFingerprint | null): string {
  if (model === null) return 'not compared: the index was built without an embedder';
  return `compared by ${model.id} ${model.revision}, ${model.dims} dimensions`;
}

/** How well queries that no skill fits are told from others, by those that the build tried. */
function calibrationOf({ calibration }: Stats): string {
  const { method, own, offTopic, expected } = calibration;
  if (method === 'none')
    return 'not calibrated: too few skills to go on, so only a query without any match is rejected';
  const tried = `${method} calibration on ${own} queries made of the skills' own texts and ${offTopic} everyday requests`;
  return `${tried}: it rejects ${percent(expected.lost)} of the first and accepts ${percent(expected.accepted)} of the second`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
