import { createWorker } from './create-worker.js';

export type { Artifact } from '../../schema/index.types.js';
export type { BundledArtifact } from './bundled-library.js';
export { createWorker, type EdgeContext, type EdgeWorker, type WorkerOptions } from './create-worker.js';
export type { EdgeEnvironment } from './settings.js';

// Platforms take the worker from the default export.
export default createWorker();
