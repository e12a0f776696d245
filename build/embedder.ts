import { modelSettings } from '../runtime/config/model-settings.js';
import type { SettingFlags } from '../runtime/config/settings.js';
import type { Embedder } from '../runtime/embed/embedder.js';
import { loadPackagedModel } from '../runtime/embed/model-folder.js';
import { type NamedModel, openNamedModel } from '../runtime/embed/named-model.js';
import { noEmbedder } from '../runtime/embed/none.js';
import type { ModelFingerprint } from '../schema/embedding.js';
import { SkillgraftError } from '../schema/errors.js';
import type { BuildOptions } from './options.js';

/** An embedder by name, as the settings hold it that an artifact's digest is of; the packaged model has none. */
export type NamedEmbedder = 'none' | NamedModel | ModelFingerprint;

/** What makes a build's vectors: its name, and how it is opened. */
export interface EmbedderPlan {
  readonly named?: NamedEmbedder;
  /** @throws SkillgraftError `model-…`, `transformers-missing` */
  open(): Embedder | Promise<Embedder>;
}

/**
 * Chooses the embedder, each part from the options, else from the commit's settings. Nothing is opened yet.
 *
 * @param folderOf makes a path of the commit's settings absolute
 * @throws SkillgraftError `model-unnamed` where transformers.js is asked for without a model
 */
export function planEmbedder(
  options: Pick<BuildOptions, 'embedder' | 'transformers'>,
  values: SettingFlags,
  folderOf: (path: string) => string,
): EmbedderPlan {
  const kind = options.embedder ?? values.embedder ?? 'static';
  if (kind === 'static') return { open: () => loadPackagedModel() };
  if (kind === 'none') return { named: 'none', open: () => noEmbedder };
  if (kind !== 'transformers') return { named: { ...kind.fingerprint }, open: () => kind };
  const wish = { ...modelSettings(values, folderOf), ...options.transformers };
  const { model, revision, prefix } = wish;
  if (model === undefined) {
    const message = 'The embedder `transformers` needs to know which model.';
    throw new SkillgraftError('model-unnamed', message, 'Set `embedder-model`, such as all-MiniLM-L6-v2.');
  }
  return {
    named: {
      model,
      ...(revision === undefined ? {} : { revision }),
      ...(prefix === undefined ? {} : { prefix }),
    },
    open: () => openNamedModel({ ...wish, model }),
  };
}
