import { branch } from './branch.js';
import { patch } from './patch.js';
import { pullRequest } from './pull-request.js';
import type { Sink } from './sink.js';

/** All sinks; the first is the default. A new one is one file and one entry here. */
export const SINKS: readonly Sink[] = [branch, patch, pullRequest];
