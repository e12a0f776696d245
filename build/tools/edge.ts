import { mkdirSync, writeFileSync } from 'node:fs';
import { packageRoot } from '../../runtime/package-info.js';
import { bundleWorker } from './edge-bundle.js';

// Writes lib/edge/worker.js: the worker in one file.
const folder = new URL('lib/edge/', packageRoot());
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('worker.js', folder), await bundleWorker());
