import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TransformersModule } from '../../runtime/embed/transformers.js';
import { sharedPath } from './shared.js';

/** Folder of models on disk, or null where it is absent. */
export const MODELS = sharedPath('models');

/** Folder with a node_modules that has @huggingface/transformers: too large to be a dependency of the tests. */
const installed = process.env.SKILLGRAFT_TEST_TRANSFORMERS;
const isThere =
  installed !== undefined && existsSync(join(installed, 'node_modules/@huggingface/transformers'));
if (!isThere)
  console.warn('skipped: SKILLGRAFT_TEST_TRANSFORMERS names no folder with @huggingface/transformers');

/** Loads the real transformers.js, or null where it is not installed: `describe.skipIf(loadTransformers === null)`. */
export const loadTransformers = isThere ? load : null;

async function load(): Promise<TransformersModule> {
  const require = createRequire(join(installed!, 'package.json'));
  const entry = require.resolve('@huggingface/transformers').replace(/\.cjs$/, '.mjs');
  return (await import(pathToFileURL(entry).href)) as TransformersModule;
}
