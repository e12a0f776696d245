import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './cli.js';

/**
 * A folder for the front of PATH whose `npm` stands for a registry that has this checkout as every version of
 * `skillgraft`, and for a checkout of it that is installed and compiled: nothing is downloaded. It notes what it was
 * asked for in `npm.log` beside it.
 */
export function npmShim(dir: string): string {
  const folder = join(dir, 'shim');
  mkdirSync(folder, { recursive: true });
  const script = `#!/usr/bin/env bash
set -eu
echo "$PWD: $*" >> ${quote(join(folder, 'npm.log'))}
case "$1" in
  ci) ln -sfn ${quote(join(ROOT, 'node_modules'))} node_modules ;;
  run) ln -sfn ${quote(join(ROOT, 'lib'))} lib ;;
  install)
    while [ "$1" != --prefix ]; do shift; done
    mkdir -p "$2/node_modules/.bin"
    ln -sfn ${quote(ROOT)} "$2/node_modules/skillgraft"
    printf '#!/usr/bin/env bash\\nexec node %q "$@"\\n' ${quote(join(ROOT, 'lib', 'cli.js'))} > "$2/node_modules/.bin/skillgraft"
    chmod +x "$2/node_modules/.bin/skillgraft"
    echo '{"packages": {"node_modules/skillgraft": {"integrity": "sha512-shim"}}}' > "$2/package-lock.json" ;;
  *) exit 1 ;;
esac
`;
  writeFileSync(join(folder, 'npm'), script, { mode: 0o755 });
  return folder;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
