/** The last part of a POSIX path. */
export function basename(path: string): string {
  return path.replace(/\/+$/, '').replace(/^.*\//s, '');
}

/** What stands before the last part of a POSIX path. */
export function dirname(path: string): string {
  const end = path.replace(/\/+$/, '').lastIndexOf('/');
  if (end > 0) return path.slice(0, end);
  return path.startsWith('/') ? '/' : '.';
}

/** No index of a worker lies in a folder. */
export function isAbsolute(): boolean {
  return false;
}

export const posix = { basename, dirname };

// secretlint takes the module as a whole.
export default posix;
