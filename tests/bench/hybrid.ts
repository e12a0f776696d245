import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIndex, publishArtifact } from '../../build/index.js';
import { loadPackagedModel } from '../../runtime/embed/model-folder.js';
import { BruteForceVectors } from '../../runtime/embed/vector-index.js';
import { openIndex, type SkillIndex } from '../../runtime/index.js';
import { LexicalSearcher } from '../../runtime/search/lexical.js';
import { canonicalJson } from '../../schema/codec.js';
import type { VectorSection } from '../../schema/embedding.js';
import { isSidecar } from '../../schema/format.js';
import type { Artifact, LexicalSection } from '../../schema/index.types.js';
import { corpusFolder } from '../helpers/corpus-folder.js';
import { against, median, quantile, timeEach } from './measure.js';
import { orama } from './orama.js';
import { queriesOf } from './queries.js';
import { realTexts } from './real-texts.js';
import type { BenchRow } from './row.js';
import { miniSearch } from './text-engines.js';

const ROUNDS = 4;

/** What a hybrid search reads. */
interface Parts {
  readonly index: SkillIndex;
  readonly lexical: LexicalSearcher;
  readonly section: VectorSection;
  readonly vectors: BruteForceVectors;
  readonly queries: readonly string[];
}

/** A whole search through an opened index of all real files against its two parts alone and against other engines. */
export async function benchHybrid(): Promise<BenchRow[]> {
  const folder = corpusFolder();
  if (folder === null) return [];
  try {
    const out = join(folder.dir, 'dist');
    const result = await buildIndex({ repo: folder.dir, out });
    await publishArtifact(result, out);
    await result.close();
    const parts = await openParts(out);
    const times = await timeParts(parts);
    return [...partRows(parts, times), ...(await peerRows(parts, times.search))];
  } finally {
    folder.dispose();
  }
}

async function openParts(out: string): Promise<Parts> {
  const index = await openIndex(out);
  const section = readSection<VectorSection>(out, 'vectors');
  return {
    index,
    section,
    lexical: new LexicalSearcher(readSection<LexicalSection>(out, 'lexical')),
    vectors: new BruteForceVectors(section),
    queries: queriesOf(
      index.skills.map(({ description, headings }) => ({ description: [description], headings })),
    ),
  };
}

function readSection<T>(out: string, name: 'lexical' | 'vectors'): T {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(out, file), 'latin1'));
  const section = (read('index.json') as Artifact)[name];
  return (isSidecar(section) ? read(section.$file) : section) as T;
}

type Times = Readonly<Record<'search' | 'words' | 'embedding' | 'scan', readonly number[]>>;

/** Each query goes through the whole search and through its parts, one behind the other; the first round warms up. */
async function timeParts({ index, lexical, vectors, queries }: Parts): Promise<Times> {
  const model = loadPackagedModel();
  const times = {
    search: [] as number[],
    words: [] as number[],
    embedding: [] as number[],
    scan: [] as number[],
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const query of queries) {
      const started = performance.now();
      await index.search(query);
      const searched = performance.now();
      lexical.search(lexical.parse(query), 10);
      const found = performance.now();
      const { vector } = model.embedOne(query);
      const embedded = performance.now();
      vectors.scores(vector);
      const scanned = performance.now();
      if (round === 0) continue;
      times.search.push(searched - started);
      times.words.push(found - searched);
      times.embedding.push(embedded - found);
      times.scan.push(scanned - embedded);
    }
  }
  return times;
}

function partRows({ index, section }: Parts, { search, words, embedding, scan }: Times): BenchRow[] {
  const both = words.map((ms, i) => ms + scan[i]!);
  const parts = `${median(words).toFixed(3)} and ${median(scan).toFixed(3)} ms`;
  return [
    against(`hybrid query p50, ${index.skills.length} skills`, search, 'words and vector scan alone', both, {
      limit: 2,
      note: `p99 ${quantile(search, 0.99).toFixed(2)} ms; words and scan ${parts}`,
    }),
    { name: 'embedding of a query', median: median(embedding), unit: 'ms', limit: 0.1 },
    {
      name: 'vectors in the index, a skill',
      median: canonicalJson(section).length / section.documents,
      unit: 'bytes',
      limit: 300,
    },
  ];
}

async function peerRows({ index, vectors, queries }: Parts, search: readonly number[]): Promise<BenchRow[]> {
  const known = realTexts();
  const texts = index.skills.map(({ path }) => known.get(path)!);
  const some = queries.filter((_, i) => i % 3 === 0);
  const model = loadPackagedModel();
  const words = miniSearch(texts);
  const hybrid = await orama(texts, (document) => vectors.vector(document));
  const peers = [
    ['minisearch, words only', words],
    ['orama, hybrid with our vectors', (query: string) => hybrid(query, model.embedOne(query).vector)],
  ] as const;
  const rows: BenchRow[] = [];
  for (const [peer, engine] of peers) {
    const times = await timeEach(some, engine);
    rows.push(against(`hybrid query p50 against ${peer}`, search, peer, times, { limit: 1 }));
  }
  return rows;
}
