import { LIMITS } from '../../../schema/skill/shape.js';

/** How much a proposal may hold. Names that end in `Bytes` count bytes of UTF-8, lengths of texts count code points. */
export const PROPOSAL_LIMITS = {
  name: LIMITS.name,
  description: LIMITS.description,
  /** A name or path by which a skill is looked up. */
  word: 1000,
  reason: 500,
  trigger: 200,
  lesson: 2000,
  displayName: 100,
  author: 200,
  repoName: 100,
  tag: 50,
  tags: 30,
  sources: 20,
  ttlDays: 999_999,
  bodyBytes: 256 * 1024,
  fileBytes: 1024 * 1024,
  files: 100,
  /** Body and files together. */
  totalBytes: 4 * 1024 * 1024,
  pathBytes: 1000,
  /** Some file systems take 255, encryption and backup tools need room for marks of their own. */
  segmentBytes: 200,
} as const;

/** Bytes that a text takes in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
