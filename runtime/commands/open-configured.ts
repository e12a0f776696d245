import type { ModelFingerprint } from '../../schema/embedding.js';
import type { CommandContext } from '../cli/command.js';
import { modelSettings } from '../config/model-settings.js';
import type { ResolvedConfig } from '../config/resolve.js';
import type { Embedder, EmbedderSource } from '../embed/embedder.js';
import { noEmbedder } from '../embed/none.js';
import { openLibrary, type SourceListener } from '../library/open-library.js';
import { openSource, type SourceTools } from '../library/open-source.js';
import type { WebSettings } from '../library/web-source.js';
import type { SkillIndex } from '../skill-index.js';
import type { LiveLibrary, SkillLibrary } from '../skill-library.js';
import type { OpenOptions } from '../types.js';
import { configuredSources, defaultSource, webSettings, withDefaults } from './configured-sources.js';

/**
 * Opens the one index that the settings name. `repo`: folder of the repository for older versions.
 *
 * @throws SkillgraftError `several-indexes`, `artifact-…`
 */
export async function openConfigured(context: CommandContext, repo?: string): Promise<SkillIndex> {
  const config = context.config();
  const isDefault = config.origins.index.kind === 'default';
  const source = isDefault ? defaultSource(config) : withDefaults({ index: config.path('index') });
  const live = await openSource(source, toolsOf(context, repo));
  const { index: opened, problem } = await live.look();
  if (opened === null) throw problem!;
  if (problem !== null) context.notice(problem.message);
  return opened;
}

/** Opens all that the settings name as one library; an index that is late is not waited for. */
export async function openConfiguredLibrary(context: CommandContext, repo?: string): Promise<SkillLibrary> {
  const giveUp = new AbortController();
  const live = await openLibrary(
    configuredSources(context),
    toolsOf(context, repo, { signal: giveUp.signal }),
  );
  const library = await live.current();
  giveUp.abort();
  return library;
}

/** Bytes of skills' files that a server fetches ahead of an index. */
const PREFETCH = 64 * 1024 * 1024;

/**
 * The same, kept up to date, for what runs for long: the skills' files of an index on the web are fetched ahead.
 *
 * @param onChange hears of each change of an index after the first load
 */
export function openConfiguredLive(
  context: CommandContext,
  repo?: string,
  onChange?: SourceListener,
): Promise<LiveLibrary> {
  return openLibrary(configuredSources(context), toolsOf(context, repo, { prefetch: PREFETCH }), onChange);
}

function toolsOf(
  context: CommandContext,
  repo: string | undefined,
  more: Pick<WebSettings, 'signal' | 'prefetch'> = {},
): SourceTools {
  const { build } = context;
  const web = { ...webSettings(context), ...more };
  const options = configuredOptions(context.config(), repo);
  return { options, web, ...(build === undefined ? {} : { build }) };
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
