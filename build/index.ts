export { type BuildResult, buildIndex } from './build-index.js';
export { checkArtifact } from './check-artifact.js';
export type { BuildOptions } from './options.js';
export { type PublishResult, publishArtifact } from './publish-artifact.js';
export type { ArtifactFile, ArtifactFileMap, Progress } from './types.js';
