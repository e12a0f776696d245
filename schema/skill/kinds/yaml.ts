import type { FindingKind } from '../../diagnostic.js';

/** What can be wrong with the YAML of the front matter. */
export const yamlSyntax: FindingKind = {
  code: 'yaml-syntax',
  severity: 'error',
  wording: (a) => `The YAML of the front matter cannot be read: ${a.reason}.`,
};

export const yamlUnquotedColon: FindingKind = {
  code: 'yaml-unquoted-colon',
  severity: 'error',
  wording: (a) =>
    `The value of "${a.key}" holds a colon and a blank without quotes, which YAML takes for another key. Put the value in quotes.`,
};

export const yamlUnquotedStart: FindingKind = {
  code: 'yaml-unquoted-start',
  severity: 'error',
  wording: (a) =>
    `The value of "${a.key}" starts with ${a.character}, which has a meaning of its own in YAML. Put the value in quotes.`,
};

export const yamlCommentCut: FindingKind = {
  code: 'yaml-comment-cut',
  severity: 'warning',
  wording: (a) =>
    `The rest of the line is a YAML comment, so the value of "${a.key}" ends before it. Put the whole value in quotes, or move the comment.`,
};

export const yamlAlias: FindingKind = {
  code: 'yaml-alias',
  severity: 'error',
  wording: (a) =>
    `Anchors and aliases are not read (${a.count} in this file, ${Number(a.count) > LIMIT_OF_ALIASES ? 'too many aliases' : 'none is allowed'}). Write the value out, or put it in quotes.`,
};
const LIMIT_OF_ALIASES = 20;

export const yamlTag: FindingKind = {
  code: 'yaml-tag',
  severity: 'error',
  wording: (a) => `The YAML tag "${a.tag}" is not read. Remove it, or put the value in quotes.`,
};

export const yamlDuplicateKey: FindingKind = {
  code: 'yaml-duplicate-key',
  severity: 'error',
  wording: (a) => `The key "${a.key}" was already given at line ${a.firstLine}. Keep one of the two.`,
};

export const yamlKeyNotText: FindingKind = {
  code: 'yaml-key-not-text',
  severity: 'error',
  wording: () => 'A key of the front matter is a list or a map. Keys are text.',
};

export const yamlNotMap: FindingKind = {
  code: 'frontmatter-not-map',
  severity: 'error',
  wording: (a) => `The front matter is ${a.found}, not a map of keys. Write lines such as "name: my-skill".`,
};

export const yamlTooDeep: FindingKind = {
  code: 'yaml-too-deep',
  severity: 'error',
  wording: (a) => `The front matter nests deeper than ${a.limit} levels. Flatten it.`,
};

export const yamlDocumentEnd: FindingKind = {
  code: 'yaml-document-end',
  severity: 'error',
  wording: () => 'YAML ends here, so that what follows in the front matter would be lost. Remove this line.',
};

export const yamlControlCharacter: FindingKind = {
  code: 'yaml-control-character',
  severity: 'error',
  wording: (a) =>
    `The control character ${a.character} is not allowed in YAML, and strict readers refuse the file. Remove it.`,
};

export const metadataValueNotText: FindingKind = {
  code: 'metadata-value-not-text',
  severity: 'warning',
  wording: (a) =>
    `metadata.${a.key} is a ${a.found}; the specification maps text to text. It is read as "${a.value}": put it in quotes.`,
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
