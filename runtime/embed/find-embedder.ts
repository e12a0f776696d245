import { isSameModel, type ModelFingerprint } from '../../schema/embedding.js';
import { SkillgraftError } from '../../schema/errors.js';
import type { Notice } from '../types.js';
import type { Embedder, EmbedderSource } from './embedder.js';

/** The embedder of an index's vectors, or why there is none; no notice where none was asked for. */
export interface FoundEmbedder {
  readonly embedder: Embedder | null;
  readonly notice: Notice | null;
}

/** Recipe of the models that ship with the package. */
const PACKAGED_RECIPE = 'static-v1';

/**
 * Finds what made an index's vectors: the embedder that was given, else the packaged model. One that cannot be had is a
 * notice, for a search can do without.
 *
 * @param given an embedder without dimensions (`noEmbedder`) asks for none
 */
export async function findEmbedder(wanted: ModelFingerprint, given?: EmbedderSource): Promise<FoundEmbedder> {
  try {
    const offered = typeof given === 'function' ? await given(wanted) : (given ?? null);
    if (offered?.fingerprint.dims === 0) return { embedder: null, notice: null };
    if (offered !== null && isSameModel(offered.fingerprint, wanted)) return found(offered);
    const packaged = wanted.recipe === PACKAGED_RECIPE ? await openPackaged(wanted.dims) : null;
    if (packaged !== null && isSameModel(packaged.fingerprint, wanted)) return found(packaged);
    return missing(...whatDiffers(wanted, (offered ?? packaged)?.fingerprint ?? null));
  } catch (error) {
    if (!(error instanceof SkillgraftError)) throw error;
    return missing(error.message, error.hint);
  }
}

/** Null where the platform has no files: there, the caller gives the embedder. */
async function openPackaged(dims: number): Promise<Embedder | null> {
  const module = await import('./model-folder.js').catch(() => null);
  return module?.loadPackagedModel(dims) ?? null;
}

function whatDiffers(
  wanted: ModelFingerprint,
  there: ModelFingerprint | null,
): [reason: string, advice: string] {
  const reason = `The index was built with the model ${nameOf(wanted)}, which is not here${
    there === null ? '' : ` (here is ${nameOf(there)})`
  }.`;
  const advice =
    wanted.recipe === PACKAGED_RECIPE
      ? 'Build the index again with this Skillgraft, or use the one that built it.'
      : 'Set `embedder` to `transformers` and `embedder-path` to the folder that holds this model, or build the index again.';
  return [reason, advice];
}

/** Models of one name are told apart by all that makes their vectors differ. */
function nameOf({ id, revision, dims, prefix }: ModelFingerprint): string {
  const before = prefix === '' ? '' : `, prefix ${JSON.stringify(prefix)}`;
  return `${id} ${revision}, ${dims} dimensions${before}`;
}

function found(embedder: Embedder): FoundEmbedder {
  return { embedder, notice: null };
}

function missing(reason: string, advice: string): FoundEmbedder {
  const message = `Skills were found by words alone. ${reason} ${advice}`;
  return { embedder: null, notice: { code: 'embedder-missing', message } };
}
