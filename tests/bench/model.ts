import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { embedQuery } from '../../runtime/embed/embedder.js';
import { loadPackagedModel } from '../../runtime/embed/model-folder.js';
import { openTransformers } from '../../runtime/embed/transformers.js';
import { corpusFiles } from '../helpers/corpus.js';
import { searchableText } from '../helpers/searchable.js';
import { loadTransformers, MODELS } from '../helpers/transformers.js';
import { against, median, timeEach } from './measure.js';
import { queriesOf } from './queries.js';
import type { BenchRow } from './row.js';

const RUNS = 21;
const MOST_QUERIES = 50;

/** The packaged model: loading it in fresh processes, and embedding a query against what transformers.js takes. */
export async function benchModel(): Promise<BenchRow[]> {
  const loads = Array.from({ length: RUNS }, () => {
    const output = execFileSync(process.execPath, [fileURLToPath(import.meta.url), 'load'], {
      encoding: 'utf8',
    });
    return Number(output);
  });
  return [
    { name: 'loading the packaged model, a fresh process', median: median(loads), unit: 'ms', limit: 15 },
    ...(await transformersRows()),
  ];
}

async function transformersRows(): Promise<BenchRow[]> {
  const texts = corpusFiles()
    .slice(0, MOST_QUERIES)
    .flatMap((file) => searchableText(file) ?? []);
  if (texts.length === 0 || MODELS === null || loadTransformers === null) return [];
  const queries = queriesOf(texts);
  const model = loadPackagedModel();
  const miniLm = await openTransformers({
    model: 'all-MiniLM-L6-v2',
    revision: '1',
    localModelPath: MODELS,
    load: loadTransformers,
  });
  return [
    against(
      'embedding of a query against MiniLM',
      await timeEach(queries, (query) => embedQuery(model, query)),
      'transformers.js, all-MiniLM-L6-v2',
      await timeEach(queries, (query) => embedQuery(miniLm, query)),
      { limit: 1 },
    ),
  ];
}

if (process.argv[2] === 'load' && process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = performance.now();
  loadPackagedModel();
  process.stdout.write(String(performance.now() - started));
}
