import { readJson } from '../../runtime/config/json-reader.js';
import { CONFIG_FILE } from '../../runtime/config/parse-file.js';
import { SkillgraftError } from '../../schema/errors.js';
import { isObject } from '../../schema/skill/metadata.js';
import type { Json, JsonObject } from '../../schema/skill/types.js';
import { decodeUtf8, toLf } from '../../schema/text.js';
import { BASELINE_FILE, parseBaseline } from '../check/baseline.js';
import type { KnownEntry } from '../check/known.js';
import { evalEntries } from '../evals/eval-files.js';
import { readSynonyms } from '../synonyms.js';
import {
  compareEvalFiles,
  compareSettings,
  compareSynonyms,
  newBaselineEntries,
} from './compare-settings.js';
import type { GatheredSides } from './gather.js';
import type { Side } from './sides.js';
import type { SettingsChange } from './types.js';

/** What the settings, the synonyms, the baseline and the files of queries of the two sides do not agree on. */
export async function gatherSettings({ before, after }: GatheredSides): Promise<SettingsChange> {
  const [old, now] = [await settingsOf(before), await settingsOf(after)];
  return {
    keys: compareSettings(old.values, now.values),
    synonyms: compareSynonyms(old.synonyms, now.synonyms),
    baseline: newBaselineEntries(old.baseline, now.baseline),
    evals: compareEvalFiles(old.evals, now.evals),
  };
}

async function settingsOf(side: Side) {
  const { snapshot, settings } = side.built;
  const { table } = await readSynonyms(snapshot, settings);
  return {
    values: await readValues(side),
    synonyms: table,
    baseline: await readBaseline(side),
    evals: new Map(evalEntries(snapshot).map(({ path, oid }) => [path, oid])),
  };
}

/** Empty where there are none, and where they cannot be read: the findings tell that. */
async function readValues(side: Side): Promise<JsonObject> {
  const read = readJson((await readFile(side, CONFIG_FILE)) ?? '{}');
  const value = read.ok ? (read.value as Json) : {};
  return isObject(value) ? value : {};
}

/** One that cannot be read leaves nothing out, and `check` refuses it. */
async function readBaseline(side: Side): Promise<readonly KnownEntry[]> {
  const text = await readFile(side, BASELINE_FILE);
  if (text === null) return [];
  try {
    return parseBaseline(text, BASELINE_FILE).entries;
  } catch (error) {
    if (error instanceof SkillgraftError && error.code === 'baseline-broken') return [];
    throw error;
  }
}

async function readFile({ built: { snapshot } }: Side, path: string): Promise<string | null> {
  const entry = snapshot.entries.find((one) => one.path === path);
  if (entry === undefined) return null;
  const { text, problem } = decodeUtf8(await snapshot.read(entry));
  return problem === undefined ? toLf(text) : null;
}
