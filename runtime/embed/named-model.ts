import { join } from 'node:path';
import { SkillgraftError } from '../../schema/errors.js';
import type { Embedder } from './embedder.js';
import { digestModel } from './model-digest.js';
import { openTransformers, type TransformersModule } from './transformers.js';

/** A model for transformers.js, as people name it in settings. */
export interface NamedModel {
  /** Such as `all-MiniLM-L6-v2` or `Xenova/all-MiniLM-L6-v2`. */
  readonly model: string;
  /** Absent: the digest of the model's files on disk. */
  readonly revision?: string;
  /** What the model wants before a query. */
  readonly prefix?: string;
}

/** Where a model may come from; of a machine, so that no artifact says it. */
interface ModelPlace {
  /** Folder of models on disk. */
  readonly path?: string;
  /** True: a model that is not there may be downloaded. */
  readonly download?: boolean;
  /** Where the package comes from. */
  readonly load?: () => Promise<TransformersModule>;
}

/** A named model and where it is. */
export type ModelWish = NamedModel & ModelPlace;

/** A name of the hub, or of a folder: nothing that leads out of the folder of models. */
const NAME = /^\w[\w.-]*(?:\/\w[\w.-]*)?$/;

/**
 * Opens the model that settings name with transformers.js.
 *
 * @throws SkillgraftError `transformers-missing`, `model-missing`, `model-name`, `model-revision-missing`
 */
export async function openNamedModel(wish: ModelWish): Promise<Embedder> {
  const { model, revision, prefix, path, download = false, load } = wish;
  if (!NAME.test(model)) {
    const message = `${JSON.stringify(model)} is not the name of a model.`;
    const hint = 'Write `embedder-model` as `name` or `owner/name`, and its folder as `embedder-path`.';
    throw new SkillgraftError('model-name', message, hint);
  }
  return openTransformers({
    model,
    revision: revision ?? (await revisionOnDisk(model, path, download)),
    allowDownload: download,
    ...(path === undefined ? {} : { localModelPath: path }),
    ...(prefix === undefined ? {} : { prefix }),
    ...(load === undefined ? {} : { load }),
  });
}

async function revisionOnDisk(model: string, path: string | undefined, download: boolean): Promise<string> {
  const digest = path === undefined ? null : await digestModel(join(path, model));
  if (digest !== null) return digest;
  if (download) {
    const message = `The model ${model} is to be downloaded, and no revision of it is named.`;
    const hint =
      'Set `embedder-revision` to a commit of its repository: an index says what it was made with.';
    throw new SkillgraftError('model-revision-missing', message, hint);
  }
  const where = path === undefined ? 'no folder of models is named' : `${join(path, model)} does not hold it`;
  const hint =
    'Set `embedder-path` to the folder of models: in it, the model is a folder of its name with config.json, ' +
    'tokenizer.json and onnx/model_quantized.onnx.';
  throw new SkillgraftError('model-missing', `The model ${model} is not there: ${where}.`, hint);
}
