import { mkdirSync, writeFileSync } from 'node:fs';
import { packageRoot } from '../../runtime/package-info.js';
import { bundleCli } from './cli-bundle.js';
import { bundleWorker } from './edge-bundle.js';

// Writes the command line, lib/cli.js and what it loads, and lib/edge/worker.js, the worker in one file.
await bundleCli();
const folder = new URL('lib/edge/', packageRoot());
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('worker.js', folder), await bundleWorker());
