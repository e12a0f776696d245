import { isSameModel, type ModelFingerprint } from '../../schema/embedding.js';
import { SkillgraftError } from '../../schema/errors.js';
import type { Notice } from '../types.js';
import { brokenEmbedder } from './ask-embedder.js';
import { checkEmbedder } from './check-embedder.js';
import type { Embedder, EmbedderSource } from './embedder.js';

/** The embedder of an index's vectors, or why there is none; a notice, too, where it is not the one that was given. */
export interface FoundEmbedder {
  /** Its dimensions may be the first ones of the vectors' only. */
  readonly embedder: Embedder | null;
  readonly notice: Notice | null;
}

/** Recipe of the models that ship with the package. */
const PACKAGED_RECIPE = 'static-v1';

/** True where a reader wants no embedder, whatever the index was built with: it needs no vectors either. */
export function asksForNone(given?: EmbedderSource): boolean {
  return typeof given === 'object' && given.fingerprint.dims === 0;
}

/**
 * Finds what made an index's vectors: the embedder that was given, else the packaged model. One that cannot be had is a
 * notice, for a search can do without.
 *
 * @param given an embedder without dimensions (`noEmbedder`) asks for none
 * @param cuts true: where the whole model is not here, its first dimensions will do if it is made for that
 * @throws SkillgraftError `bad-option` where what was given is no embedder, `embedder-broken` where its function fails
 */
export async function findEmbedder(
  wanted: ModelFingerprint,
  given?: EmbedderSource,
  cuts = true,
): Promise<FoundEmbedder> {
  const offered = await offerOf(given, wanted);
  if (offered instanceof SkillgraftError) return missing(offered.message, offered.hint);
  if (offered?.fingerprint.dims === 0) return { embedder: null, notice: null };
  if (offered !== null && isSameModel(offered.fingerprint, wanted))
    return { embedder: offered, notice: null };
  try {
    const packaged = wanted.recipe === PACKAGED_RECIPE ? await openPackaged(wanted.dims) : null;
    if (packaged !== null && isSameModel(packaged.fingerprint, wanted)) {
      return { embedder: packaged, notice: offered === null ? null : unused(wanted, offered) };
    }
    const part = [offered, packaged].find((one) => one !== null && isFirstPart(one.fingerprint, wanted));
    if (cuts && part) return { embedder: part, notice: null };
    return missing(...whatDiffers(wanted, (offered ?? packaged)?.fingerprint ?? null));
  } catch (error) {
    if (!(error instanceof SkillgraftError)) throw error;
    return missing(error.message, error.hint);
  }
}

/** True for the packaged model with fewer dimensions: the first ones carry most, and may be used alone. */
function isFirstPart(there: ModelFingerprint, wanted: ModelFingerprint): boolean {
  const { recipe, dims } = there;
  return (
    recipe === PACKAGED_RECIPE && dims < wanted.dims && isSameModel({ ...there, dims: wanted.dims }, wanted)
  );
}

/** What the caller has for a model: an embedder, none, or an error that says what is missing. */
async function offerOf(
  given: EmbedderSource | undefined,
  wanted: ModelFingerprint,
): Promise<Embedder | SkillgraftError | null> {
  if (typeof given !== 'function') return given ?? null;
  let offered: unknown;
  try {
    offered = await given(wanted);
  } catch (error) {
    if (error instanceof SkillgraftError) return error;
    throw brokenEmbedder('The function `embedder` failed', error);
  }
  if (offered === null) return null;
  checkEmbedder(offered, 'What the function `embedder` gave');
  return offered;
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

function unused(wanted: ModelFingerprint, { fingerprint }: Embedder): Notice {
  const message =
    `The embedder that was given was not used: it is ${nameOf(fingerprint)}, and the index was built with ` +
    `${nameOf(wanted)}, which is in the package.`;
  return { code: 'embedder-unused', message };
}

function missing(reason: string, advice: string): FoundEmbedder {
  const message = `Searches go by words alone. ${reason} ${advice}`;
  return { embedder: null, notice: { code: 'embedder-missing', message } };
}
