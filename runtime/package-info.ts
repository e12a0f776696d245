import { existsSync, readFileSync } from 'node:fs';

/** The folder of this package: the nearest one above this file with a package.json, compiled or not. */
export function packageRoot(): URL {
  let folder = new URL('./', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) {
    const parent = new URL('../', folder);
    if (parent.href === folder.href) throw new Error('package.json of skillgraft is missing');
    folder = parent;
  }
  return folder;
}

/** Version of this package, from its own package.json. */
export function packageVersion(): string {
  const text = readFileSync(new URL('package.json', packageRoot()), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
