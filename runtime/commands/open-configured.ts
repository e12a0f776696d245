import type { ModelFingerprint } from '../../schema/embedding.js';
import type { CommandContext } from '../cli/command.js';
import { modelSettings } from '../config/model-settings.js';
import type { ResolvedConfig } from '../config/resolve.js';
import type { Embedder, EmbedderSource } from '../embed/embedder.js';
import { noEmbedder } from '../embed/none.js';
import { openIndex } from '../open-index.js';
import type { SkillIndex } from '../skill-index.js';
import type { OpenOptions } from '../types.js';

/** Opens the index that the settings name. `repo`: folder of the repository for older versions. */
export async function openConfigured(context: CommandContext, repo?: string): Promise<SkillIndex> {
  const config = context.config();
  return openIndex(config.path('index'), configuredOptions(config, repo));
}

/** How an index is opened by the settings. */
export function configuredOptions(config: ResolvedConfig, repo?: string): OpenOptions {
  return { embedder: configuredEmbedder(config), ...(repo === undefined ? {} : { repo }) };
}

/** None, or the model that the settings name for transformers.js, opened when an index wants such a one, and once. */
function configuredEmbedder(config: ResolvedConfig): EmbedderSource {
  // Without a question for the wanted model: that stands with the vectors, which such a reader does not need.
  if (config.values.embedder === 'none') return noEmbedder;
  const opened = new Map<string, Promise<Embedder>>();
  return async (wanted) => {
    const { embedder } = config.values;
    if (embedder === 'static' || wanted.recipe !== 'description-v1') return null;
    const key = JSON.stringify([wanted.id, wanted.prefix]);
    const known = opened.get(key) ?? openWanted(config, wanted);
    opened.set(key, known);
    // What is mended may be there the next time.
    known.catch(() => opened.delete(key));
    return known;
  };
}

/** What the settings leave open is as the index has it; only a model that they name is downloaded. */
async function openWanted(config: ResolvedConfig, wanted: ModelFingerprint): Promise<Embedder> {
  const { openNamedModel } = await import('../embed/named-model.js');
  const wish = modelSettings(config.values, () => config.path('embedder-path'));
  const download = wish.download === true && wish.model !== undefined;
  return openNamedModel({ model: wanted.id, prefix: wanted.prefix, ...wish, download });
}
