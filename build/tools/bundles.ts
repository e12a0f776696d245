import { mkdirSync, writeFileSync } from 'node:fs';
import { packageRoot } from '../../runtime/package-info.js';
import { bundleCli } from './cli-bundle.js';
import { bundleWorker } from './edge-bundle.js';
import { noticesOf } from './notices.js';

// Writes the command line, lib/cli.js and what it loads, lib/edge/worker.js, the worker in one file, and the licences of
// what they hold of others.
const lib = new URL('lib/', packageRoot());
const inCli = await bundleCli();
const { code, modules } = await bundleWorker();
mkdirSync(new URL('edge/', lib), { recursive: true });
writeFileSync(new URL('edge/worker.js', lib), code);
writeFileSync(new URL('THIRD-PARTY-NOTICES.txt', lib), noticesOf([...inCli, ...modules]));
