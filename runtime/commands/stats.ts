import { defineCommand } from '../cli/command.js';
import { settingOption } from '../cli/setting-option.js';
import { terminalLine } from '../cli/terminal-text.js';
import { columns } from '../cli/wrap.js';
import { lineageReason } from '../lineage-reason.js';
import type { Meaning } from '../search/index-vectors.js';
import type { Stats } from '../stats.js';
import { type UseCounts, useText } from '../usage/utility.js';
import { openConfigured } from './open-configured.js';
import { bytesLines } from './stats-bytes.js';

export const stats = defineCommand({
  name: 'stats',
  summary: 'Show what the index holds, in numbers',
  options: {
    index: settingOption('index'),
    bytes: { type: 'boolean', description: 'Show what its parts and the largest skills take, in bytes.' },
    top: { type: 'integer', value: 'N', min: 1, default: 10, description: 'How many skills --bytes shows.' },
    json: {
      type: 'boolean',
      description: 'Print it as JSON; calibration.wordsAlone is the gate of searches by words alone.',
    },
  },
  examples: ['stats', 'stats --json', 'stats --bytes --top 20'],
  async run(context) {
    const index = await openConfigured(context);
    if (context.args.bytes) {
      const bytes = await index.bytes();
      if (context.args.json) context.json(bytes);
      else for (const line of bytesLines(bytes, context.args.top)) context.print(line);
      return 0;
    }
    const [all, meaning] = [index.stats(), await index.meaning()];
    const { localUse } = await import('../usage/local-utility.js');
    const here = [...(await localUse(index, { env: context.env })).values()].reduce(addUse, NO_USE);
    const { model, isCompared, notice } = meaning;
    if (context.args.json) {
      context.json({
        ...all,
        here,
        model,
        byWordsAlone: !isCompared,
        notices: notice === null ? [] : [notice],
      });
      return 0;
    }
    const { source, lineage, descriptions, tokens, files, failed, findings } = all;
    const rows = [
      ['skills', `${all.skills}${failed.length > 0 ? `, and ${failed.length} that could not be read` : ''}`],
      ['rules', all.rules === 0 ? '' : `${all.rules}, resident in the server's instructions`],
      ['synonyms', all.synonyms === 0 ? '' : `of ${all.synonyms} words and phrases`],
      ['meaning', meaningOf(meaning)],
      ['no fit', calibrationOf(all, isCompared)],
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
      ['use', usageOf(all)],
      ['here', useText(here)],
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
    if (notice !== null) context.notice(terminalLine(notice.message));
    return 0;
  },
});

const NO_USE: UseCounts = { successes: 0, failures: 0, loads: 0 };

function addUse(a: UseCounts, b: UseCounts): UseCounts {
  return {
    successes: a.successes + b.successes,
    failures: a.failures + b.failures,
    loads: a.loads + b.loads,
  };
}

/** Skills of the lowest rates that are named. */
const MOST_RATES = 3;

function usageOf({ usage }: Stats): string {
  if (usage === null) return '';
  const lowest = usage.rates
    .slice(0, MOST_RATES)
    .map(({ path, rate, attempts }) => `${path} ${Math.round(100 * rate)} % of ${attempts}`);
  const rest = lowest.length === 0 ? '' : `; lowest: ${lowest.join(', ')}`;
  return `${useText(usage)}, ${usage.skills} skills${rest}`;
}

function meaningOf({ model, isCompared, notice }: Meaning): string {
  if (model === null && notice === null) return 'not compared: the index was built without an embedder';
  if (model === null) return 'not compared: the vectors cannot be read';
  const name = `${model.id} ${model.revision}, ${model.dims} dimensions`;
  return isCompared ? `compared by ${name}` : `not compared by this reader; the index was built with ${name}`;
}

/** How well queries that no skill fits are told from others, by those that the build tried: of the gate that is in use. */
function calibrationOf({ calibration }: Stats, isCompared: boolean): string {
  const { method, own, offTopic, wordsAlone } = calibration;
  if (method === 'none')
    return 'not calibrated: too few skills to go on, so only a query without any match is rejected';
  const { expected } = isCompared ? calibration : (wordsAlone ?? calibration);
  const tried = `${method} calibration on ${own} queries made of the skills' own texts and ${offTopic} everyday requests`;
  const how = isCompared ? '' : 'by words alone ';
  return `${tried}: ${how}it rejects ${percent(expected.lost)} of the first and accepts ${percent(expected.accepted)} of the second`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
