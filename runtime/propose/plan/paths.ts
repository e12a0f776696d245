/** A path below a folder; the repository's own folder is `.` or empty. */
export function joinPath(folder: string, path: string): string {
  return folder === '' || folder === '.' ? path : `${folder}/${path}`;
}

/** A path as seen from a folder that it lies in. */
export function pathBelow(folder: string, path: string): string {
  return folder === '' || folder === '.' ? path : path.slice(folder.length + 1);
}

/** True where a path lies in a folder. */
export function isBelow(folder: string, path: string): boolean {
  return folder === '' || folder === '.' || path.startsWith(`${folder}/`);
}
