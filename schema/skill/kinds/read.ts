import type { FindingKind } from '../../diagnostic.js';

/** What can be wrong with a SKILL.md as bytes and as two parts, before any YAML is read. */
export const encodingUtf16: FindingKind = {
  code: 'encoding-utf-16',
  severity: 'error',
  fatal: true,
  wording: () => 'The file is UTF-16. Save it as UTF-8.',
  tags: ['file'],
  page: {
    why: 'Hosts read SKILL.md as UTF-8; of UTF-16 they see bytes without sense.',
    wrong: 'SKILL.md, saved as "Unicode" by an editor',
    right: 'SKILL.md, saved as UTF-8',
    language: 'text',
    fix: '`iconv -f utf-16 -t utf-8 SKILL.md > new.md`, or save it anew in the editor.',
  },
};

export const encodingInvalid: FindingKind = {
  code: 'encoding-invalid-utf-8',
  severity: 'error',
  fatal: true,
  wording: () => 'A byte here is not valid UTF-8. Save the file as UTF-8.',
  tags: ['file'],
  page: {
    why: 'A byte that is no UTF-8 comes from another encoding, such as Latin-1. Readers replace it or refuse the file.',
    wrong: 'caf\\xe9 (one byte of Latin-1)',
    right: 'café (UTF-8)',
    language: 'text',
    fix: '`iconv -f latin1 -t utf-8 SKILL.md > new.md`, if that is what it was written in.',
  },
};

export const encodingNul: FindingKind = {
  code: 'encoding-nul',
  severity: 'error',
  fatal: true,
  wording: () => 'The file holds a NUL character, so it is no text. Remove it.',
  tags: ['file', 'security'],
  page: {
    why: 'A NUL character ends the text for some readers, so that they and a reviewer see different files.',
    wrong: 'Step one.\\0Step two.',
    right: 'Step one. Step two.',
    language: 'text',
  },
};

export const encodingSurrogate: FindingKind = {
  code: 'encoding-lone-surrogate',
  severity: 'error',
  fatal: true,
  wording: () =>
    'Half of a surrogate pair stands alone, which no UTF-8 file can hold. Write the whole character.',
  tags: ['file'],
  page: {
    why: 'Half of a character can stand in no UTF-8 file, and readers put a mark of their own in its place.',
    wrong: 'description: "\\ud83d is half of an emoji"',
    right: 'description: "\\ud83d\\ude00 is a whole one"',
    language: 'yaml',
  },
};

export const byteOrderMark: FindingKind = {
  code: 'byte-order-mark',
  severity: 'warning',
  wording: () =>
    'The file starts with a byte order mark, which some hosts take for text above the front matter. Remove it.',
  tags: ['file', 'host'],
  page: {
    why: 'The mark cannot be seen, stands before the first "---", and hosts that compare bytes then find no front matter.',
    wrong: '<U+FEFF>---\nname: my-skill',
    right: '---\nname: my-skill',
    language: 'text',
  },
};

export const fileEmpty: FindingKind = {
  code: 'file-empty',
  severity: 'error',
  fatal: true,
  wording: () => 'The file is empty. Give it front matter with a name and a description.',
  tags: ['file'],
  page: {
    why: 'Without a name and a description no agent can find the skill.',
    wrong: '',
    right: '---\nname: my-skill\ndescription: Says what it does, and when to use it.\n---\n\nDo this first.',
  },
};

export const linkPointer: FindingKind = {
  code: 'link-pointer',
  severity: 'error',
  fatal: true,
  wording: (a) =>
    `The file holds only the path "${a.target}" and looks like a symbolic link that was committed as a regular file. Commit a real link or the file's text.`,
  tags: ['file', 'links'],
  page: {
    why: 'Git writes the target of a symbolic link into a file where links are switched off (`core.symlinks=false`, often on Windows). Committed so, it is no link any more.',
    wrong: '../../shared/my-skill/SKILL.md',
    right: '---\nname: my-skill\ndescription: Says what it does, and when to use it.\n---\n\nDo this first.',
    fix: 'Commit the link from a system that has links, or copy the text of its target.',
  },
};

export const frontmatterMissing: FindingKind = {
  code: 'frontmatter-missing',
  severity: 'error',
  fatal: true,
  wording: () =>
    'The file has no front matter. Start it with a line "---", name, description, and a line "---".',
  tags: ['file'],
  page: {
    why: 'Name and description stand in the front matter; without it no host lists the skill.',
    wrong: '# My skill\n\nDo this first.',
    right:
      '---\nname: my-skill\ndescription: Says what it does, and when to use it.\n---\n\n# My skill\n\nDo this first.',
  },
};

export const frontmatterNotFirst: FindingKind = {
  code: 'frontmatter-not-first',
  severity: 'error',
  fatal: true,
  wording: (a) =>
    `Front matter must come first, but its fence is at line ${a.fenceLine}. Move what stands above it below.`,
  tags: ['file'],
  page: {
    why: 'Front matter counts only where its fence is the first line of the file.',
    wrong: '# My skill\n---\nname: my-skill\ndescription: Says what it does, and when to use it.\n---\n',
    right: '---\nname: my-skill\ndescription: Says what it does, and when to use it.\n---\n# My skill',
  },
};

export const frontmatterUnclosed: FindingKind = {
  code: 'frontmatter-unclosed',
  severity: 'error',
  fatal: true,
  wording: (a) =>
    a.likely === true
      ? `The front matter opened at line ${a.openLine} is not closed; this line was probably meant to close it. Write exactly "---".`
      : `The front matter opened at line ${a.openLine} is not closed. End it with a line that is exactly "---".`,
  tags: ['file'],
  page: {
    why: 'Without the second fence the whole file is front matter, and the skill has no body.',
    wrong: '---\nname: my-skill\ndescription: Says what it does.\n\n# My skill',
    right: '---\nname: my-skill\ndescription: Says what it does.\n---\n\n# My skill',
  },
};

export const frontmatterEmpty: FindingKind = {
  code: 'frontmatter-empty',
  severity: 'error',
  fatal: true,
  wording: () => 'The front matter is empty. Give it a name and a description.',
  tags: ['file'],
  page: {
    why: 'Without a name and a description no agent can find the skill.',
    wrong: '---\n---\n\nDo this first.',
    right: '---\nname: my-skill\ndescription: Says what it does, and when to use it.\n---\n\nDo this first.',
  },
};

export const frontmatterTooLarge: FindingKind = {
  code: 'frontmatter-too-large',
  severity: 'error',
  fatal: true,
  wording: (a) =>
    `The front matter has ${a.length} characters, the limit is ${a.limit}. Move the text to the body.`,
  tags: ['file'],
  page: {
    why: 'Front matter is loaded for every skill and read by a YAML parser; nothing that long belongs there.',
    wrong: '---\nname: my-skill\ndescription: Says what it does.\nnotes: |\n  … 70,000 characters …\n---',
    right: '---\nname: my-skill\ndescription: Says what it does.\n---\n\n… 70,000 characters …',
  },
};

export const fenceTrailingBlank: FindingKind = {
  code: 'fence-trailing-blank',
  severity: 'warning',
  wording: () => 'Blanks follow the "---" of the fence, which some hosts then do not see. Remove them.',
  tags: ['file', 'host'],
  page: {
    why: 'Hosts that look for a line that is exactly "---" do not see this fence.',
    wrong: '---␠␠\nname: my-skill\n---',
    right: '---\nname: my-skill\n---',
    language: 'text',
  },
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
