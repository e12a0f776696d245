import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Name of the repository that a client works in: the last part of `WORKSPACE_FOLDER`, a path or a `file:` URL. */
export function currentRepo(env: Readonly<Record<string, string | undefined>>): string | null {
  const folder = env.WORKSPACE_FOLDER?.trim();
  // Some clients hand their placeholder on when they have no folder.
  if (folder === undefined || folder === '' || folder.includes('${')) return null;
  const name = basename(
    toPath(folder)
      .replace(/[\\/]+$/, '')
      .replaceAll('\\', '/'),
  );
  return name === '' ? null : name;
}

function toPath(folder: string): string {
  if (!folder.startsWith('file://')) return folder;
  try {
    return fileURLToPath(folder);
  } catch {
    return folder;
  }
}
