import type { CommitDetails } from './repository.js';

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Reads a raw commit object, the same for both readers. Text is taken as UTF-8, bytes that are not become U+FFFD
 * (an `encoding` header is not looked at). Signatures and other headers are passed over.
 */
export function parseCommit(id: string, raw: Uint8Array): CommitDetails {
  const text = UTF8.decode(raw);
  let tree = '';
  let author = '';
  let committer = '';
  const parents: string[] = [];
  let at = 0;
  while (at < text.length && text[at] !== '\n') {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    if (tree === '' && text.startsWith('tree ', at)) tree = text.slice(at + 5, end);
    else if (text.startsWith('parent ', at)) parents.push(text.slice(at + 7, end));
    else if (author === '' && text.startsWith('author ', at)) author = text.slice(at + 7, end);
    else if (committer === '' && text.startsWith('committer ', at)) committer = text.slice(at + 10, end);
    at = end + 1;
  }
  return {
    id,
    tree,
    parents,
    author: { name: personName(author), at: personTime(author) },
    committedAt: personTime(committer),
    message: text.slice(at + 1),
  };
}

/** Unix seconds of a `name <mail> seconds zone` line; 0 where there is none that can be kept exactly. */
function personTime(line: string): number {
  return readSeconds(/^\s*(\d+)/.exec(line.slice(line.lastIndexOf('>') + 1))?.[1] ?? '');
}

function personName(line: string): string {
  const open = line.indexOf('<');
  return (open < 0 ? line : line.slice(0, open)).trim();
}

/** The latest moment that a JavaScript date can hold, in seconds. */
const LATEST = 8.64e12;

/** Digits as Unix seconds that a date can hold; 0 for anything else. */
export function readSeconds(digits: string): number {
  const value = /^\d+$/.test(digits) ? Number(digits) : 0;
  return value <= LATEST ? value : 0;
}
