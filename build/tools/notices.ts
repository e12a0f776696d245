import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compareText } from '../../schema/diagnostic.js';

/** Licences of all packages that bundles hold parts of: their terms go with them. */
export function noticesOf(modules: Iterable<string>): string {
  const folders = new Set([...modules].flatMap((path) => packageOf(path) ?? []));
  const notices = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    if (file === undefined) throw new Error(`${name} is bundled, and its licence is not there.`);
    return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  });
  return notices.sort(compareText).join(`\n${'-'.repeat(80)}\n\n`);
}

/** The folder of the package that a module is part of; null for one of ours. */
function packageOf(path: string): string | null {
  if (!path.includes('/node_modules/')) return null;
  let folder = dirname(path.replace(/^\0/, ''));
  while (!isPackage(folder)) folder = dirname(folder);
  return folder;
}

function isPackage(folder: string): boolean {
  const file = join(folder, 'package.json');
  return existsSync(file) && 'version' in JSON.parse(readFileSync(file, 'utf8'));
}
