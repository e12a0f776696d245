import type { Refusal } from './answers.js';

/** UTF-16 units of a path; longer ones name nothing that is served. */
const LONGEST = 4096;

/**
 * The path of an address, percent-decoded once; what cannot be decoded, or could be read in two ways, is refused. It is
 * only ever looked up in a list.
 */
export function requestPath(url: string): string | Refusal {
  const { pathname } = new URL(url);
  if (pathname.length > LONGEST)
    return { status: 414, code: 'path-too-long', message: 'The path is too long.' };
  if (/%2f|%00/i.test(pathname)) return BAD_PATH;
  try {
    return decodeURIComponent(pathname);
  } catch {
    return BAD_PATH;
  }
}

const BAD_PATH: Refusal = { status: 400, code: 'path-malformed', message: 'The path is malformed.' };
