import type { FindingKind } from './diagnostic.js';

/** There is nothing to index: a build that finds nothing must not publish an empty index by accident. */
export const noSkills: FindingKind = {
  code: 'no-skills',
  severity: 'error',
  fatal: true,
  wording: (args) =>
    `No SKILL.md was found under ${args.roots}. Add skills/<name>/SKILL.md, or name the folders with \`roots\` in skillgraft.json.`,
  tags: ['file'],
  page: {
    why: 'A build that finds nothing must not replace an index by an empty one.',
    wrong: 'docs/deploy.md',
    right: 'skills/deploy/SKILL.md',
    language: 'text',
  },
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
  fatal: true,
  wording: (args) => `This file was left out: ${REASONS[String(args.reason)] ?? `${args.reason}.`}`,
  tags: ['file'],
  page: {
    why: 'What cannot be read is not in the index, and the index does not say so.',
    wrong: 'skills/my-skill/data (a pipe)',
    right: 'skills/my-skill/data.json',
    language: 'text',
  },
};

/** The history is cut off, so dates and versions are unknown. */
export const historyIncomplete: FindingKind = {
  code: 'history-incomplete',
  severity: 'info',
  wording: (args) =>
    `The history is not whole (${args.reason}): dates and version numbers that lie behind it are unknown. Fetch it all (\`git fetch --unshallow\`, or \`fetch-depth: 0\` in a workflow).`,
  tags: ['lineage'],
  page: {
    why: 'A shallow clone has no dates and no version numbers for what lies behind its border.',
    wrong: '- uses: actions/checkout@…',
    right: '- uses: actions/checkout@…\n  with:\n    fetch-depth: 0',
    language: 'yaml',
  },
};

/** `derived-from`, `merged-from` or `superseded-by` names no skill that is there. */
export const sourceUnknown: FindingKind = {
  code: 'source-unknown',
  severity: 'warning',
  wording: (args) =>
    `${args.key} names ${args.value}, which is no skill of this repository. Mend the name, or take it out.`,
  tags: ['lineage', 'links'],
  page: {
    why: 'An edge of the lineage that leads nowhere says nothing of where a skill comes from.',
    wrong: 'derived-from: deploi',
    right: 'derived-from: deploy',
    language: 'yaml',
  },
};

/** A description sends to a skill that is not there. */
export const handOffUnknown: FindingKind = {
  code: 'hand-off-unknown',
  severity: 'info',
  wording: (args) =>
    `The description hands off to ${args.value}, which is no skill of this repository. Mend the name if it should be one.`,
  tags: ['links'],
  page: {
    why: 'A description that sends to a skill that is not there sends agents nowhere.',
    wrong: 'description: Deploys. Not for previews, use deploy-previw.',
    right: 'description: Deploys. Not for previews, use deploy-preview.',
    language: 'yaml',
  },
};

/** Why a file of synonyms is not taken, by the code of the reason. */
const SYNONYMS_UNREAD: Readonly<Record<string, string>> = {
  missing:
    'the setting names a file that is not there. Commit it (or build with --work-tree), or mend the setting.',
  outside: 'the setting leads out of the repository. Name a file below its top folder.',
  'not-a-file': 'this is a link or a submodule, which is not followed. Put the file itself in its place.',
  'not-an-object': 'the file must hold one JSON object, such as {"deploy": ["release", "roll out"]}.',
  'utf-16': 'the file is UTF-16. Save it as UTF-8.',
  nul: 'the file holds a NUL character. Save it as UTF-8 text.',
  'invalid-utf-8': 'the file is not UTF-8. Save it as UTF-8.',
};

/** A file of synonyms of which nothing is taken. */
export const synonymsUnread: FindingKind = {
  code: 'synonyms-unread',
  severity: 'error',
  wording: (args) => {
    const { reason, problem, limit } = args;
    if (reason === 'syntax') return `No synonyms were taken: this is not JSON, ${problem}. Mend it.`;
    if (reason === 'too-large')
      return `No synonyms were taken: the file has more than ${limit} characters. Shorten it.`;
    return `No synonyms were taken: ${SYNONYMS_UNREAD[String(reason)] ?? `${reason}.`}`;
  },
  tags: ['file'],
  page: {
    why: 'None of the words in the file widen a search.',
    wrong: '{"roll out": ["deploy"],}',
    right: '{"roll out": ["deploy"]}',
    language: 'json',
  },
};

/** An entry of a file of synonyms that is not taken. */
export const synonymEntryLeftOut: FindingKind = {
  code: 'synonym-entry-left-out',
  severity: 'warning',
  wording: ({ key, reason, limit, more }) => {
    if (reason === 'too-many')
      return `${more} entries were left out: a file of synonyms has at most ${limit}. Take some away.`;
    const why: Readonly<Record<string, string>> = {
      'key-empty': 'its key is empty. Write the word that people search with',
      'key-too-long': `its key has more than ${limit} characters. Shorten it`,
      'not-a-list': 'its value is no list of texts. Write ["release", "roll out"]',
      'no-words': 'it has no words. Add some, or take it away',
    };
    return `The entry ${key} was left out: ${why[String(reason)] ?? reason}.`;
  },
  tags: ['file'],
  page: {
    why: 'The other entries count, this one does not.',
    wrong: '{"roll out": "deploy"}',
    right: '{"roll out": ["deploy"]}',
    language: 'json',
  },
};

/** A word of an entry that is not taken. */
export const synonymWordLeftOut: FindingKind = {
  code: 'synonym-word-left-out',
  severity: 'warning',
  wording: ({ key, word, reason, limit, more }) => {
    if (reason === 'too-many')
      return `${more} words of ${key} were left out: an entry has at most ${limit}. Take some away.`;
    const why: Readonly<Record<string, string>> = {
      empty: 'it is empty. Take it away',
      'too-long': `it has more than ${limit} characters. Shorten it`,
      itself: 'it is the key itself. Take it away',
      'no-terms': 'a search takes no notice of it. Write a word with letters or digits that says something',
    };
    return `The word ${word} of ${key} was left out: ${why[String(reason)] ?? reason}.`;
  },
  tags: ['file'],
  page: {
    why: 'The other words of the entry count, this one does not.',
    wrong: '{"deploy": ["deploy", "release"]}',
    right: '{"deploy": ["release"]}',
    language: 'json',
  },
};

/** A key that stands twice in a file of synonyms, be it in another case. */
export const synonymKeyRepeated: FindingKind = {
  code: 'synonym-key-repeated',
  severity: 'warning',
  wording: (args) =>
    `${args.key} stands here a second time. The last one counts; put all words into one entry.`,
  tags: ['file'],
  page: {
    why: 'Of two entries with one key the last one counts, and the words of the first are lost.',
    wrong: '{"deploy": ["release"], "Deploy": ["ship"]}',
    right: '{"deploy": ["release", "ship"]}',
    language: 'json',
  },
};

/** A line of a file of queries that cannot be read. */
export const evalLineBroken: FindingKind = {
  code: 'eval-line-broken',
  severity: 'error',
  wording: (args) =>
    `This line was left out: ${args.reason}. Write {"id": "...", "query": "...", "expected": ["name"]} in one line.`,
  tags: ['evals'],
  page: {
    why: 'A line that is left out is a query that nobody measures.',
    wrong: '{"id": "1", "query": "roll out"}',
    right: '{"id": "1", "query": "roll out", "expected": ["deploy"]}',
    language: 'json',
  },
};

/** A name in a file of queries that no skill of the index has. */
export const evalSkillUnknown: FindingKind = {
  code: 'eval-skill-unknown',
  severity: 'warning',
  wording: ({ name, nearest }) => {
    const advice = nearest === '' ? 'Correct it, or build the index anew.' : `The nearest is ${nearest}.`;
    return `No skill and no skill's folder is called ${name}. ${advice}`;
  },
  tags: ['evals'],
  page: {
    why: 'A query whose skill does not exist can only fail.',
    wrong: '{"id": "1", "query": "roll out", "expected": ["deploi"]}',
    right: '{"id": "1", "query": "roll out", "expected": ["deploy"]}',
    language: 'json',
  },
};

/** An id of a file of queries that stands twice. */
export const evalIdRepeated: FindingKind = {
  code: 'eval-id-repeated',
  severity: 'warning',
  wording: ({ id, first }) =>
    `The id ${id} stands in line ${first}, too. Give each query its own, so that reports can tell them apart.`,
  tags: ['evals'],
  page: {
    why: 'Reports name queries by their id; with two of one id nobody knows which one got worse.',
    wrong: '{"id": "1", …}\n{"id": "1", …}',
    right: '{"id": "1", …}\n{"id": "2", …}',
    language: 'text',
  },
};

/** What is wrong with a line of a file of usage records, by the code of the problem. */
const USAGE_PROBLEMS: Readonly<Record<string, string>> = {
  'not-text': 'it is no UTF-8 text',
  'not-json': 'it is not JSON',
  'not-an-object': 'it is no JSON object',
  'too-long': 'it is too long',
  query: '`query` is no text of one line',
  version: '`version` is neither a number from 1 nor null',
  digest: '`digest` is not sha256: and 64 hex digits',
  last: '`last` is no day such as 2026-01-31',
  by: '`by` has no counts such as {"1f1c6f20aa55bb00": [3, 1, 4]}',
  reasons: '`reasons` is no list of texts that begin with a day',
};

/** A line of a file of usage records that cannot be read. */
export const usageLineBroken: FindingKind = {
  code: 'usage-line-broken',
  severity: 'warning',
  wording: ({ problem, more }) =>
    problem === 'more'
      ? `${more} more lines of this file were left out. Mend them, or take them away.`
      : `This line was left out: ${USAGE_PROBLEMS[String(problem)] ?? problem}. Mend it, or take it away${problem === 'not-text' ? '' : '; `skillgraft usage tidy` takes out the marks of a conflict, and puts other such lines last'}.`,
  tags: ['file'],
  page: {
    why: 'A line that cannot be read counts nowhere; the rest of the file does.',
    wrong: '{"query":"write a changelog"}',
    right:
      '{"by":{"1f1c6f20aa55bb00":[1,0,2]},"digest":"sha256:…","last":"2026-01-31","query":"write a changelog","version":3}',
  },
};

/** A file of usage records that cannot be read. */
export const usageUnread: FindingKind = {
  code: 'usage-unread',
  severity: 'warning',
  wording: ({ reason, limit }) => {
    if (reason === 'too-large')
      return `No records were taken: the file has more than ${limit} bytes. Run \`skillgraft usage tidy\`.`;
    if (reason === 'not-a-file')
      return 'No records were taken: this cannot be a plain file of the repository. Put one in its place.';
    return `No records were taken: the file is no UTF-8 text (${reason}). Mend it, or remove it.`;
  },
  tags: ['file'],
  page: {
    why: 'What was recorded of the skill is lost to routing and to its success rate.',
    wrong: 'usage/git/commit.jsonl: a symbolic link',
    right: 'usage/git/commit.jsonl: a plain file of UTF-8 lines',
  },
};

/** A file of usage records of a skill that is not there. */
export const usageSkillUnknown: FindingKind = {
  code: 'usage-skill-unknown',
  severity: 'info',
  wording: ({ skill }) =>
    `These records are of ${skill}, which neither is a skill nor was one of those that are there. They do not count.`,
  tags: ['file'],
  page: {
    why: 'Records of a skill that is gone, or of a misspelt folder, count for none.',
    wrong: 'usage/git/comit.jsonl',
    right: 'usage/git/commit.jsonl',
  },
};

/** Usage records of a version that the history does not have. */
export const usageVersionUnknown: FindingKind = {
  code: 'usage-version-unknown',
  severity: 'info',
  wording: ({ records, latest }) =>
    `${records} of these records name versions after ${latest}, the latest. They count without a version.`,
  tags: ['file'],
  page: {
    why: 'A version that never was cannot be told from the present one.',
    wrong: '"version":99',
    right: '"version":3',
  },
};

/** Usage records of queries that the ranking is measured by. */
export const usageQueryHeldOut: FindingKind = {
  code: 'usage-query-held-out',
  severity: 'info',
  wording: ({ queries }) =>
    `Queries of these records that also stand in evals/: ${queries}. They count for the skill's success rate, and do not move it in searches.`,
  tags: ['file'],
  page: {
    why: 'A ranking that learned the queries it is measured by would measure nothing.',
    wrong: 'the same query in usage/ and in evals/',
    right: 'queries of their own in evals/',
  },
};

/** The artifact on disk is not what the commit gives. */
export const artifactStale: FindingKind = {
  code: 'artifact-stale',
  severity: 'error',
  wording: (args) => `The index ${args.what}. Build it again.`,
  tags: ['file'],
  page: {
    why: 'Agents read the index that is there, not the commit that was merged.',
    wrong: 'skillgraft build --check',
    right: 'skillgraft build',
    language: 'sh',
  },
};

/** The index has more bytes than the settings allow. */
export const indexTooLarge: FindingKind = {
  code: 'index-too-large',
  severity: 'error',
  wording: ({ bytes, limit }) =>
    `The index has ${bytes} bytes, and max-index-bytes allows ${limit}. \`skillgraft stats --bytes\` shows what takes them.`,
  tags: ['collection'],
  page: {
    why: 'Every reader loads the whole index before its first answer: a size that nobody looks at grows until it hurts. `check` counts without vectors, about 300 bytes a skill.',
    wrong: '{ "max-index-bytes": 1000 }',
    right: '{ "max-index-bytes": 5000000 }',
    language: 'json',
    fix: 'Shorten or split the largest skills, or raise the limit in skillgraft.json.',
  },
};

export const buildKinds: readonly FindingKind[] = [
  noSkills,
  fileUnreadable,
  historyIncomplete,
  sourceUnknown,
  handOffUnknown,
  synonymsUnread,
  synonymEntryLeftOut,
  synonymWordLeftOut,
  synonymKeyRepeated,
  evalLineBroken,
  evalSkillUnknown,
  evalIdRepeated,
  usageLineBroken,
  usageUnread,
  usageSkillUnknown,
  usageVersionUnknown,
  usageQueryHeldOut,
  artifactStale,
  indexTooLarge,
];
