import { SkillgraftError } from '../../schema/errors.js';
import type { Embedder, Embedding } from './embedder.js';

const PACKAGE = '@huggingface/transformers';

/** The part of `@huggingface/transformers` that is used; it is an optional install. */
export interface TransformersModule {
  readonly env: { allowRemoteModels: boolean; localModelPath: string };
  pipeline(
    task: 'feature-extraction',
    model: string,
    options: { readonly dtype: string; readonly revision?: string },
  ): Promise<ExtractFeatures>;
}

type ExtractFeatures = (
  texts: readonly string[],
  options: { readonly pooling: 'mean'; readonly normalize: true },
) => Promise<{ readonly data: ArrayLike<number>; readonly dims: readonly number[] }>;

export interface TransformersOptions {
  /** Name of a model, such as `all-MiniLM-L6-v2`: a folder below `localModelPath`, or one of the Hugging Face hub. */
  readonly model: string;
  /**
   * Names one state of the weights in the fingerprint: a commit of the model's repository, or a digest. Of a hub's model
   * it is also what is fetched.
   */
  readonly revision: string;
  /** Folder of models on disk. */
  readonly localModelPath?: string;
  /** True: a model that is not on disk may be downloaded. */
  readonly allowDownload?: boolean;
  /** What the model wants before a query, such as `query: `. */
  readonly prefix?: string;
  /** Weights to use; `q8` where absent. */
  readonly dtype?: string;
  /** Where the package comes from; for hosts that bundle it or keep it elsewhere. */
  readonly load?: () => Promise<TransformersModule>;
}

/**
 * Opens a model that transformers.js loads. Vectors of the same machine are the same each time: texts go through one by
 * one, for 8-bit models let the texts of a batch change each other. Another processor may differ in the last digits.
 *
 * @throws SkillgraftError `transformers-missing`, `model-missing`
 */
export async function openTransformers(options: TransformersOptions): Promise<Embedder> {
  const transformers = await (options.load ?? loadPackage)();
  const extract = await openPipeline(transformers, options);
  const dims = (await vectorOf(extract, options.model)).length;
  return {
    fingerprint: {
      id: options.model,
      revision: `${options.revision}-${options.dtype ?? 'q8'}`,
      dims,
      pooling: 'mean',
      prefix: options.prefix ?? '',
      normalised: true,
      recipe: 'description-v1',
    },
    async embed(texts): Promise<readonly Embedding[]> {
      const embeddings: Embedding[] = [];
      for (const text of texts) embeddings.push(await embedOne(extract, text, dims));
      return embeddings;
    },
  };
}

/** Its pieces of words leave no text unknown, so coverage is whole. */
async function embedOne(extract: ExtractFeatures, text: string, dims: number): Promise<Embedding> {
  if (text.trim() === '') return { vector: new Float32Array(dims), coverage: 0 };
  return { vector: await vectorOf(extract, text), coverage: 1 };
}

async function vectorOf(extract: ExtractFeatures, text: string): Promise<Float32Array> {
  const { data } = await extract([text.toWellFormed()], { pooling: 'mean', normalize: true });
  return Float32Array.from(data);
}

async function openPipeline(
  { env, pipeline }: TransformersModule,
  { model, revision, localModelPath, allowDownload = false, dtype = 'q8' }: TransformersOptions,
): Promise<ExtractFeatures> {
  env.allowRemoteModels = allowDownload;
  if (localModelPath !== undefined) env.localModelPath = localModelPath;
  try {
    return await pipeline('feature-extraction', model, allowDownload ? { dtype, revision } : { dtype });
  } catch (error) {
    const message = `The model ${model} cannot be loaded: ${(error as Error).message}`;
    const hint = allowDownload
      ? 'Check its name and the network.'
      : 'Name the folder that holds it, or allow it to be downloaded.';
    throw new SkillgraftError('model-missing', message, hint, { cause: error });
  }
}

async function loadPackage(): Promise<TransformersModule> {
  const name: string = PACKAGE;
  try {
    return (await import(name)) as TransformersModule;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const reason =
      code === 'ERR_MODULE_NOT_FOUND' ? 'is not installed' : `failed to load (${code ?? 'unknown'})`;
    throw new SkillgraftError(
      'transformers-missing',
      `The embedder \`transformers\` needs the package ${PACKAGE}, which ${reason}.`,
      `Run \`npm install ${PACKAGE}\`, or set the embedder to \`static\`.`,
      { cause: error },
    );
  }
}
