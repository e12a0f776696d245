import type { FindingKind } from '../../diagnostic.js';

/** What can be wrong with a SKILL.md as bytes and as two parts, before any YAML is read. */
export const encodingUtf16: FindingKind = {
  code: 'encoding-utf-16',
  severity: 'error',
  wording: () => 'The file is UTF-16. Save it as UTF-8.',
};

export const encodingInvalid: FindingKind = {
  code: 'encoding-invalid-utf-8',
  severity: 'error',
  wording: () => 'A byte here is not valid UTF-8. Save the file as UTF-8.',
};

export const encodingNul: FindingKind = {
  code: 'encoding-nul',
  severity: 'error',
  wording: () => 'The file holds a NUL character, so it is no text. Remove it.',
};

export const encodingSurrogate: FindingKind = {
  code: 'encoding-lone-surrogate',
  severity: 'error',
  wording: () =>
    'Half of a surrogate pair stands alone, which no UTF-8 file can hold. Write the whole character.',
};

export const byteOrderMark: FindingKind = {
  code: 'byte-order-mark',
  severity: 'warning',
  wording: () =>
    'The file starts with a byte order mark, which some hosts take for text above the front matter. Remove it.',
};

export const fileEmpty: FindingKind = {
  code: 'file-empty',
  severity: 'error',
  wording: () => 'The file is empty. Give it front matter with a name and a description.',
};

export const linkPointer: FindingKind = {
  code: 'link-pointer',
  severity: 'error',
  wording: (a) =>
    `The file holds only the path "${a.target}" and looks like a symbolic link that was committed as a regular file. Commit a real link or the file's text.`,
};

export const frontmatterMissing: FindingKind = {
  code: 'frontmatter-missing',
  severity: 'error',
  wording: () =>
    'The file has no front matter. Start it with a line "---", name, description, and a line "---".',
};

export const frontmatterNotFirst: FindingKind = {
  code: 'frontmatter-not-first',
  severity: 'error',
  wording: (a) =>
    `Front matter must come first, but its fence is at line ${a.fenceLine}. Move what stands above it below.`,
};

export const frontmatterUnclosed: FindingKind = {
  code: 'frontmatter-unclosed',
  severity: 'error',
  wording: (a) =>
    a.likely === true
      ? `The front matter opened at line ${a.openLine} is not closed; this line was probably meant to close it. Write exactly "---".`
      : `The front matter opened at line ${a.openLine} is not closed. End it with a line that is exactly "---".`,
};

export const frontmatterEmpty: FindingKind = {
  code: 'frontmatter-empty',
  severity: 'error',
  wording: () => 'The front matter is empty. Give it a name and a description.',
};

export const frontmatterTooLarge: FindingKind = {
  code: 'frontmatter-too-large',
  severity: 'error',
  wording: (a) =>
    `The front matter has ${a.length} characters, the limit is ${a.limit}. Move the text to the body.`,
};

export const fenceTrailingBlank: FindingKind = {
  code: 'fence-trailing-blank',
  severity: 'warning',
  wording: () => 'Blanks follow the "---" of the fence, which some hosts then do not see. Remove them.',
};

export const readKinds: readonly FindingKind[] = [
  encodingUtf16,
  encodingInvalid,
  encodingNul,
  encodingSurrogate,
  byteOrderMark,
  fileEmpty,
  linkPointer,
  frontmatterMissing,
  frontmatterNotFirst,
  frontmatterUnclosed,
  frontmatterEmpty,
  frontmatterTooLarge,
  fenceTrailingBlank,
];
