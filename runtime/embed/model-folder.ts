import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SkillgraftError } from '../../schema/errors.js';
import { packageRoot } from '../package-info.js';
import { readModelCard } from './model-card.js';
import { loadStaticModel, type StaticEmbedder } from './static-model.js';

const PACKAGED = 'runtime/embed/skillgraft-static-en-v1/';
const PACKAGED_DIMS = 256;
const loaded = new Map<number, StaticEmbedder>();

/**
 * The model that ships with the package; read when first asked for, once a process.
 *
 * @param dims 256 where absent; 128 for half the memory of the vectors, at about a point less
 * @throws SkillgraftError `model-file-missing`, `model-altered`, `model-dims`
 */
export function loadPackagedModel(dims = PACKAGED_DIMS): StaticEmbedder {
  const known = loaded.get(dims);
  if (known !== undefined) return known;
  const model = openModelFolder(new URL(PACKAGED, packageRoot()), dims);
  loaded.set(dims, model);
  return model;
}

/**
 * Reads a static model's folder (its URL ends in a slash) and checks the digests in its model.json.
 *
 * @throws SkillgraftError `model-file-missing`, `model-altered`, `model-broken`, `model-dims`
 */
export function openModelFolder(folder: URL, dims?: number): StaticEmbedder {
  const model = read(folder, 'model.json').toString('utf8');
  const { sha256 } = readModelCard(model);
  const table = readChecked(folder, 'table.bin', sha256['table.bin']);
  const vocab = readChecked(folder, 'vocab.txt', sha256['vocab.txt']);
  return loadStaticModel({ model, table, vocab }, dims);
}

function readChecked(folder: URL, name: string, digest: string): Uint8Array {
  const bytes = read(folder, name);
  if (createHash('sha256').update(bytes).digest('hex') === digest) return bytes;
  const message = `${fileURLToPath(new URL(name, folder))} is not the file that model.json was written for.`;
  throw new SkillgraftError('model-altered', message, 'Install Skillgraft again, or take the model anew.');
}

function read(folder: URL, name: string): Buffer {
  const url = new URL(name, folder);
  try {
    return readFileSync(url);
  } catch (error) {
    const message = `Cannot read ${fileURLToPath(url)}: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}.`;
    const hint = 'Install Skillgraft again, or name a folder with model.json, table.bin and vocab.txt.';
    throw new SkillgraftError('model-file-missing', message, hint, { cause: error });
  }
}
