import type { Rule } from '../rule.js';

export const fileOrphaned: Rule = {
  code: 'file-orphaned',
  severity: 'info',
  optional: true,
  tags: ['links'],
  wording: (a) => `Nothing in SKILL.md names ${a.file}. Link to it, or remove it.`,
  page: {
    why: 'An agent reads a file beside SKILL.md only if something tells it to.',
    wrong: 'references/old-notes.md, and no word of it in SKILL.md',
    right: 'For old servers read [the notes](references/old-notes.md).',
  },
  *check({ links, files, path, document }) {
    const linked = new Set(links().map((one) => one.target));
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    for (const file of files?.ownFiles ?? []) {
      const own = file.slice(folder.length);
      if (file === path || linked.has(file) || document.body.includes(own)) continue;
      yield { at: { line: document.bodyLine, column: 1 }, args: { file } };
    }
  },
};
