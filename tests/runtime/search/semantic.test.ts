import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assemble } from '../../../build/assemble.js';
import type { Embedder, EmbedderSource } from '../../../runtime/embed/embedder.js';
import { loadPackagedModel, openModelFolder } from '../../../runtime/embed/model-folder.js';
import { noEmbedder } from '../../../runtime/embed/none.js';
import { BruteForceVectors } from '../../../runtime/embed/vector-index.js';
import { openIndex } from '../../../runtime/open-index.js';
import { packageRoot } from '../../../runtime/package-info.js';
import { type QueryCosines, SemanticSearcher } from '../../../runtime/search/semantic.js';
import type { ModelFingerprint, VectorSection } from '../../../schema/embedding.js';
import type { Artifact } from '../../../schema/index.types.js';
import { skillText, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { buildInto, codeOf } from '../../helpers/skills-repo.js';

const temp = tempFolder();
const out = join(temp.dir, 'out');
let artifact: Artifact;
let section: VectorSection;
beforeAll(async () => {
  const repo = new TestRepo(join(temp.dir, 'repo'));
  for (const name of ['bake-bread', 'git-commit', 'trim-wick'])
    repo.write(`skills/${name}/SKILL.md`, skillText(name));
  repo.commit('add');
  await buildInto({ repo: repo.dir, out });
  artifact = JSON.parse(readFileSync(join(out, 'index.json'), 'latin1'));
  section = artifact.vectors as VectorSection;
});
afterAll(() => temp.dispose());

/** The artifact with other vectors. */
function withVectors(vectors: unknown): Artifact {
  return { ...artifact, vectors } as Artifact;
}

/** The vectors of the first documents; each takes 224 bytes. */
function firstOf(
  { vectors }: VectorSection,
  documents: number,
): Pick<VectorSection, 'documents' | 'vectors'> {
  const bytes = Buffer.from(vectors, 'base64').subarray(0, documents * 224);
  return { documents, vectors: bytes.toString('base64') };
}

function withModel(model: Partial<ModelFingerprint>): Artifact {
  return withVectors({ ...section, model: { ...section.model, ...model } });
}

/** The notices of a first and a second search, and the names that these find. */
async function twoSearches(source: Artifact, embedder?: EmbedderSource) {
  const index = await openIndex(source, embedder === undefined ? {} : { embedder });
  const [first, second] = [await index.search('bake bread'), await index.search('bake bread')];
  expect(second.results).toEqual(first.results);
  expect(second.notices).toEqual([]);
  return { names: first.results.map(({ name }) => name), notices: first.notices };
}

describe('SemanticSearcher', () => {
  it('gives the cosine of each skill with a query, in the same tick', async () => {
    const { searcher, notice } = await SemanticSearcher.open(section, 3, {});
    expect(notice).toBeNull();
    const { scores, coverage } = searcher!.cosines('make a loaf of bread') as QueryCosines;
    expect(coverage).toBe(1);
    expect([...scores].indexOf(Math.max(...scores))).toBe(0);
    const { vector } = loadPackagedModel().embedOne('make a loaf of bread');
    expect(scores).toEqual(new BruteForceVectors(section).scores(vector));
    const unknown = searcher!.cosines('数据') as QueryCosines;
    expect(unknown).toMatchObject({ scores: Float64Array.of(0, 0, 0), coverage: 0 });
  });

  it('takes an embedder that answers later, and puts the prefix of its model before a query', async () => {
    const model = loadPackagedModel();
    const fingerprint = { ...model.fingerprint, prefix: 'bread: ' };
    const embedder: Embedder = { fingerprint, embed: async (texts) => model.embed(texts) };
    const prefixed = { ...section, model: fingerprint };
    const { searcher } = await SemanticSearcher.open(prefixed, 3, { embedder });
    const plain = (await SemanticSearcher.open(section, 3, {})).searcher!;
    const { scores, coverage, content } = await searcher!.cosines('bake');
    expect({ scores, coverage }).toEqual({
      scores: (plain.cosines('bread: bake') as QueryCosines).scores,
      coverage: 1,
    });
    expect(scores).not.toEqual((plain.cosines('bake') as QueryCosines).scores);
    expect(content).toEqual(model.embedOne('bread: bake').vector);
  });

  it('takes another index in place of the exact scan', async () => {
    const seen: VectorSection[] = [];
    const vectorIndex = (given: VectorSection) => {
      seen.push(given);
      return { scores: () => Float32Array.of(0.1, 0.2, 0.3) };
    };
    const { searcher } = await SemanticSearcher.open(section, 3, { vectorIndex });
    expect(seen).toEqual([section]);
    expect([...((await searcher!.cosines('x')) as QueryCosines).scores]).toEqual([
      ...Float32Array.of(0.1, 0.2, 0.3),
    ]);
  });

  it('opens the vectors of no skill, of one, and no vectors', async () => {
    for (const documents of [0, 1]) {
      const cut = { ...section, ...firstOf(section, documents) };
      const { searcher } = await SemanticSearcher.open(cut, documents, {});
      expect(((await searcher!.cosines('bread')) as QueryCosines).scores).toHaveLength(documents);
    }
    const none = { searcher: null, notice: null };
    expect(await SemanticSearcher.open(null, 3, {})).toEqual(none);
    expect(await SemanticSearcher.open(section, 3, { embedder: noEmbedder })).toEqual(none);
  });
});

describe('an index whose model cannot be had', () => {
  it('says so once, with what to do, and finds by words', async () => {
    const usual = await twoSearches(artifact);
    expect(usual.notices).toEqual([]);
    for (const model of [
      { revision: '2-other' },
      { id: 'other' },
      { prefix: 'query: ' },
      { pooling: 'none' },
      { normalised: false },
    ] as const) {
      const { names, notices } = await twoSearches(withModel(model));
      expect(names, JSON.stringify(model)).toEqual(['bake-bread']);
      expect(notices).toEqual([
        { code: 'embedder-missing', message: expect.stringContaining('Build the index again') },
      ]);
    }
  });

  it('says how to give a model of transformers.js', async () => {
    const { notices } = await twoSearches(withModel({ id: 'mini', recipe: 'description-v1' }));
    expect(notices).toHaveLength(1);
    expect(notices[0]!.message).toMatch(/mini.*`embedder-path`/);
  });

  it('says which file of the model is missing or altered', async () => {
    const packaged = new URL('runtime/embed/skillgraft-static-en-v1/', packageRoot());
    const changes: Record<string, (dir: string) => void> = {
      'vocab.txt': (dir) => rmSync(join(dir, 'vocab.txt')),
      'table.bin': (dir) => writeFileSync(join(dir, 'table.bin'), 'other'),
    };
    for (const [file, change] of Object.entries(changes)) {
      const dir = join(temp.dir, `without-${file}`);
      cpSync(packaged, dir, { recursive: true });
      change(dir);
      const { names, notices } = await twoSearches(artifact, () => openModelFolder(pathToFileURL(`${dir}/`)));
      expect(names).toEqual(['bake-bread']);
      expect(notices).toEqual([{ code: 'embedder-missing', message: expect.stringContaining(file) }]);
    }
  });

  it('says nothing where none was wanted', async () => {
    expect((await twoSearches(artifact, noEmbedder)).notices).toEqual([]);
    expect((await twoSearches(withVectors(null))).notices).toEqual([]);
  });

  it('takes the packaged model where the one that was given is another', async () => {
    const other = { ...loadPackagedModel(128) };
    const unused = {
      code: 'embedder-unused',
      message: expect.stringMatching(/128 dimensions.*256 dimensions/),
    };
    for (const given of [other, () => other]) {
      expect((await twoSearches(artifact, given)).notices).toEqual([unused]);
      const index = await openIndex(artifact, { embedder: given });
      expect(await index.meaning()).toEqual({ model: section.model, isCompared: true, notice: unused });
    }
    expect((await twoSearches(artifact, () => null)).notices).toEqual([]);
  });
});

describe('vectors that do not fit', () => {
  it.each<[string, (vectors: VectorSection) => object]>([
    ['to the skills in number', (vectors) => ({ ...vectors, ...firstOf(vectors, 2) })],
    ['to the number that they state', (vectors) => ({ ...vectors, documents: 2 })],
    ['to the dimensions of the model', (vectors) => ({ ...vectors, model: { ...vectors.model, dims: 128 } })],
    ['to the model in dimensions', (vectors) => ({ ...vectors, dims: 128 })],
    ['to their dimensions', (vectors) => ({ ...vectors, dims: 128, model: { ...vectors.model, dims: 128 } })],
    ['to their number of bytes', (vectors) => ({ ...vectors, vectors: vectors.vectors.slice(4) })],
    ['because they are no base64', (vectors) => ({ ...vectors, vectors: '?' })],
    ['because of their bits', (vectors) => ({ ...vectors, bits: 8 })],
    ['because of their scale', (vectors) => ({ ...vectors, scale: -1 })],
    ['because a part is missing', ({ model: _, ...vectors }) => vectors],
  ])('%s are told once, and words alone find', async (_, change) => {
    const broken = withVectors(change(section));
    const { names, notices } = await twoSearches(broken);
    expect(names).toEqual(['bake-bread']);
    expect(notices).toEqual([
      { code: 'vectors-unreadable', message: expect.stringContaining('Build the index again') },
    ]);
    const index = await openIndex(broken);
    expect((await index.explain('bread', 'bake-bread')).notices).toEqual(notices);
    expect(await codeOf(index.checkVectors())).toBe('artifact-broken');
    expect(await codeOf(index.duplicates())).toBe('artifact-broken');
    expect(await index.meaning()).toMatchObject({ isCompared: false, notice: notices[0] });
    expect((await twoSearches(broken, noEmbedder)).notices).toEqual([]);
  });
});

describe('opening an index', () => {
  it('asks for no model, and the first search does once', async () => {
    const asked: ModelFingerprint[] = [];
    const index = await openIndex(artifact, {
      embedder: async (wanted) => {
        asked.push(wanted);
        return loadPackagedModel();
      },
    });
    expect(asked).toEqual([]);
    await Promise.all([index.search('bread'), index.search('wick')]);
    await index.search('bread');
    expect(asked).toEqual([section.model]);
  });

  it('reads no sidecar of vectors; one that came late is found by a later search', async () => {
    const folder = join(temp.dir, 'sidecars');
    mkdirSync(folder);
    const { $digest: _, format: _format, ...parts } = artifact;
    const { files } = assemble(parts, 100);
    const name = [...files.keys()].find((file) => file.startsWith('vectors-'))!;
    for (const [path, file] of files) if (path !== name) writeFileSync(join(folder, path), await file.read());
    const index = await openIndex(folder);
    expect(index.list()).toHaveLength(3);
    expect(await codeOf(index.checkVectors())).toBe('artifact-file-missing');
    const [first, second] = [await index.search('bread'), await index.search('bread')];
    expect(first.results[0]?.name).toBe('bake-bread');
    expect(first.notices).toEqual([
      { code: 'vectors-unreadable', message: expect.stringMatching(/vectors-.*Build the index again/) },
    ]);
    expect(second.notices).toEqual([]);
    writeFileSync(join(folder, name), await files.get(name)!.read());
    const third = await index.search('bread', { verbose: true });
    expect(third.notices).toEqual([]);
    expect(third.results[0]?.parts?.find(({ field }) => field === 'semantic')?.score).toBeGreaterThan(0);
  });

  it('with no embedder reads no vectors, whether they are there or not', async () => {
    const { $digest: _, format: _format, ...parts } = artifact;
    const { files, index: main } = assemble(parts, 100);
    const asked: string[] = [];
    const contents = new Map<string, Uint8Array>();
    for (const [path, file] of files) contents.set(path, await file.read());
    class Watched extends Map<string, Uint8Array> {
      override get(path: string): Uint8Array | undefined {
        asked.push(path.replace(/-.*/, ''));
        return contents.get(path);
      }
    }
    const object = JSON.parse(Buffer.from(main).toString('latin1')) as Artifact;
    const index = await openIndex(object, { embedder: noEmbedder, files: new Watched() });
    expect((await index.search('bread')).notices).toEqual([]);
    await index.explain('bread', 'bake-bread');
    await index.checkVectors();
    expect(asked.sort()).toEqual(['lexical', 'lineage', 'skills']);
    expect(await index.meaning()).toEqual({ model: section.model, isCompared: false, notice: null });
  });
});
