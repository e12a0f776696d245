import { archive } from './actions/archive.js';
import { deprecate } from './actions/deprecate.js';
import { derive } from './actions/derive.js';
import { extend } from './actions/extend.js';
import { fix } from './actions/fix.js';
import { merge } from './actions/merge.js';
import { remove } from './actions/remove.js';
import { restore } from './actions/restore.js';
import { retire } from './actions/retire.js';
import { stale } from './actions/stale.js';
import type { ActionPlanner } from './planner.js';

/** Every action that there is: a new one is a file in `actions/` and an entry here. */
export const ACTIONS: readonly ActionPlanner[] = [
  archive,
  fix,
  derive,
  merge,
  deprecate,
  restore,
  extend,
  stale,
  retire,
  remove,
];
