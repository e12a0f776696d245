import type { FindingKind } from '../../diagnostic.js';

/** What can be wrong with the YAML of the front matter. */
export const yamlSyntax: FindingKind = {
  code: 'yaml-syntax',
  severity: 'error',
  fatal: true,
  wording: (a) => `The YAML of the front matter cannot be read: ${a.reason}.`,
  tags: ['file'],
  page: {
    why: 'A front matter that is no YAML gives no name and no description.',
    wrong: 'description: [never closed',
    right: 'description: "[closed]"',
    language: 'yaml',
  },
};

export const yamlUnquotedColon: FindingKind = {
  code: 'yaml-unquoted-colon',
  severity: 'error',
  wording: (a) =>
    `The value of "${a.key}" holds a colon and a blank without quotes, which YAML takes for another key. Put the value in quotes.`,
  tags: ['file', 'host'],
  page: {
    why: 'A colon and a blank begin a new key in YAML. Skillgraft reads the value as it was meant; strict hosts refuse the file.',
    wrong: 'description: Reviews code: style and safety',
    right: 'description: "Reviews code: style and safety"',
    language: 'yaml',
  },
};

export const yamlUnquotedStart: FindingKind = {
  code: 'yaml-unquoted-start',
  severity: 'error',
  wording: (a) =>
    `The value of "${a.key}" starts with ${a.character}, which has a meaning of its own in YAML. Put the value in quotes.`,
  tags: ['file', 'host'],
  page: {
    why: 'A value cannot start with this character without quotes. Skillgraft reads it as it was meant; strict hosts refuse the file.',
    wrong: 'description: @mentions are resolved',
    right: 'description: "@mentions are resolved"',
    language: 'yaml',
  },
};

export const yamlCommentCut: FindingKind = {
  code: 'yaml-comment-cut',
  severity: 'warning',
  wording: (a) =>
    `The rest of the line is a YAML comment, so the value of "${a.key}" ends before it. Put the whole value in quotes, or move the comment.`,
  tags: ['file'],
  page: {
    why: 'A blank and a `#` begin a comment, so that agents do not see the rest of the line.',
    wrong: 'description: Answers issue #12 and its like',
    right: 'description: "Answers issue #12 and its like"',
    language: 'yaml',
  },
};

export const yamlAlias: FindingKind = {
  code: 'yaml-alias',
  severity: 'error',
  fatal: true,
  wording: (a) =>
    `Anchors and aliases are not read (${a.count} in this file, ${Number(a.count) > LIMIT_OF_ALIASES ? 'too many aliases' : 'none is allowed'}). Write the value out, or put it in quotes.`,
  tags: ['file', 'security'],
  page: {
    why: 'Aliases let a short file grow without bounds, and hosts disagree on whether to read them.',
    wrong: 'a: &x [1, 2]\nb: *x',
    right: 'a: [1, 2]\nb: [1, 2]',
    language: 'yaml',
  },
};
const LIMIT_OF_ALIASES = 20;

export const yamlTag: FindingKind = {
  code: 'yaml-tag',
  severity: 'error',
  fatal: true,
  wording: (a) => `The YAML tag "${a.tag}" is not read. Remove it, or put the value in quotes.`,
  tags: ['file', 'security'],
  page: {
    why: 'Tags can make a reader build something other than data, and hosts disagree on them.',
    wrong: 'version: !!python/object 1',
    right: 'version: "1"',
    language: 'yaml',
  },
};

export const yamlDuplicateKey: FindingKind = {
  code: 'yaml-duplicate-key',
  severity: 'error',
  fatal: true,
  wording: (a) => `The key "${a.key}" was already given at line ${a.firstLine}. Keep one of the two.`,
  tags: ['file', 'security'],
  page: {
    why: 'Readers disagree on which of the two counts, so that a reviewer and a host may read different skills.',
    wrong: 'name: one\nname: two',
    right: 'name: two',
    language: 'yaml',
  },
};

export const yamlKeyNotText: FindingKind = {
  code: 'yaml-key-not-text',
  severity: 'error',
  fatal: true,
  wording: () => 'A key of the front matter is a list or a map. Keys are text.',
  tags: ['file'],
  page: {
    why: 'A list or a map as a key has no name that could be looked up.',
    wrong: '? [a, b]\n: c',
    right: 'a-b: c',
    language: 'yaml',
  },
};

export const yamlNotMap: FindingKind = {
  code: 'frontmatter-not-map',
  severity: 'error',
  fatal: true,
  wording: (a) => `The front matter is ${a.found}, not a map of keys. Write lines such as "name: my-skill".`,
  tags: ['file'],
  page: {
    why: 'Front matter is read key by key; a list or a text has none.',
    wrong: '---\n- my-skill\n---',
    right: '---\nname: my-skill\n---',
  },
};

export const yamlTooDeep: FindingKind = {
  code: 'yaml-too-deep',
  severity: 'error',
  fatal: true,
  wording: (a) => `The front matter nests deeper than ${a.limit} levels. Flatten it.`,
  tags: ['file', 'security'],
  page: {
    why: 'Nesting that deep is no setting of a skill and can bring a parser down.',
    wrong: 'a: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]',
    right: 'a: [1]',
    language: 'yaml',
  },
};

export const yamlDocumentEnd: FindingKind = {
  code: 'yaml-document-end',
  severity: 'error',
  fatal: true,
  wording: () => 'YAML ends here, so that what follows in the front matter would be lost. Remove this line.',
  tags: ['file', 'security'],
  page: {
    why: 'What follows the end of the document is not read, though a reviewer takes it for front matter.',
    wrong: 'name: my-skill\n...\nallowed-tools: Read',
    right: 'name: my-skill\nallowed-tools: Read',
    language: 'yaml',
  },
};

export const yamlControlCharacter: FindingKind = {
  code: 'yaml-control-character',
  severity: 'error',
  wording: (a) =>
    `The control character ${a.character} is not allowed in YAML, and strict readers refuse the file. Remove it.`,
  tags: ['file', 'security'],
  page: {
    why: 'Control characters cannot be seen, and YAML forbids them.',
    wrong: 'description: Bell\\x07',
    right: 'description: Bell',
    language: 'text',
  },
};

export const metadataValueNotText: FindingKind = {
  code: 'metadata-value-not-text',
  severity: 'warning',
  wording: (a) =>
    `metadata.${a.key} is a ${a.found}; the specification maps text to text. It is read as "${a.value}": put it in quotes.`,
  tags: ['file', 'host'],
  page: {
    why: 'The specification maps text to text. A version 1.10 that is read as a number becomes 1.1.',
    wrong: 'metadata:\n  version: 1.10',
    right: 'metadata:\n  version: "1.10"',
    language: 'yaml',
    source: 'https://agentskills.io/specification',
  },
};

export const yamlKinds: readonly FindingKind[] = [
  yamlSyntax,
  yamlUnquotedColon,
  yamlUnquotedStart,
  yamlCommentCut,
  yamlAlias,
  yamlTag,
  yamlDuplicateKey,
  yamlKeyNotText,
  yamlNotMap,
  yamlTooDeep,
  yamlDocumentEnd,
  yamlControlCharacter,
  metadataValueNotText,
];
