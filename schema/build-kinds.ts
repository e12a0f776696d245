import type { FindingKind } from './diagnostic.js';

/** There is nothing to index: a build that finds nothing must not publish an empty index by accident. */
export const noSkills: FindingKind = {
  code: 'no-skills',
  severity: 'error',
  wording: (args) =>
    `No SKILL.md was found under ${args.roots}. Add skills/<name>/SKILL.md, or name the folders with \`roots\` in skillgraft.json.`,
};

/** Why a file cannot be read, by the code of the reason. */
const REASONS: Readonly<Record<string, string>> = {
  'name-not-utf8': 'a name in its path is not UTF-8. Rename that file or folder.',
  unreadable: 'permission to read it is missing, or the disk fails. Make it readable.',
  'special-file': 'it is a pipe, a socket or a device. Put a plain file in its place.',
};

/** A file of the tree that cannot be read as a file; an error where it is a skill's SKILL.md. */
export const fileUnreadable: FindingKind = {
  code: 'file-unreadable',
  severity: 'warning',
  wording: (args) => `This file was left out: ${REASONS[String(args.reason)] ?? `${args.reason}.`}`,
};

/** The history is cut off, so dates and versions are unknown. */
export const historyIncomplete: FindingKind = {
  code: 'history-incomplete',
  severity: 'info',
  wording: (args) =>
    `The history is not whole (${args.reason}): dates and version numbers that lie behind it are unknown. Fetch it all (\`git fetch --unshallow\`, or \`fetch-depth: 0\` in a workflow).`,
};

/** `derived-from` or `merged-from` names no skill that is there. */
export const sourceUnknown: FindingKind = {
  code: 'source-unknown',
  severity: 'warning',
  wording: (args) =>
    `${args.key} names ${args.value}, which is no skill of this repository. Mend the name, or take it out.`,
};

/** A description sends to a skill that is not there. */
export const handOffUnknown: FindingKind = {
  code: 'hand-off-unknown',
  severity: 'info',
  wording: (args) =>
    `The description hands off to ${args.value}, which is no skill of this repository. Mend the name if it should be one.`,
};

/** A line of a file of queries that cannot be read. */
export const evalLineBroken: FindingKind = {
  code: 'eval-line-broken',
  severity: 'error',
  wording: (args) =>
    `This line was left out: ${args.reason}. Write {"id": "...", "query": "...", "expected": ["name"]} in one line.`,
};

/** The artifact on disk is not what the commit gives. */
export const artifactStale: FindingKind = {
  code: 'artifact-stale',
  severity: 'error',
  wording: (args) => `The index ${args.what}. Build it again.`,
};

export const buildKinds: readonly FindingKind[] = [
  noSkills,
  fileUnreadable,
  historyIncomplete,
  sourceUnknown,
  handOffUnknown,
  evalLineBroken,
  artifactStale,
];
