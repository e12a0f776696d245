#!/usr/bin/env bash
# Puts `skillgraft` on the path of the steps that follow. VERSION: an exact version on the npm registry, `source` for this
# checkout, empty for the version that this checkout has. INTEGRITY: what package-lock.json has to say of the package.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$RUNNER_TEMP/skillgraft
mkdir -p "$folder/bin"

fail() {
  echo "::error title=Skillgraft::$1"
  exit 2
}

from_source() {
  (cd "$root" && npm ci --ignore-scripts --no-audit --no-fund && npm run --silent build)
  cli=$root/lib/cli.js
}

# In a folder of its own: neither an .npmrc nor a package of the repository that is checked has a say.
from_registry() {
  [[ $VERSION =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$ ]] || fail "The version has to be exact, such as 1.2.3, or source."
  (cd "$folder" && npm install --ignore-scripts --no-audit --no-fund --prefix "$folder" "skillgraft@$VERSION")
  local script='process.stdout.write(require(process.argv[1]).packages["node_modules/skillgraft"].integrity)'
  local found
  found=$(node -e "$script" "$folder/package-lock.json")
  [[ -z ${INTEGRITY:-} || $found == "$INTEGRITY" ]] || fail "skillgraft@$VERSION is another package than the one that was pinned."
  cli=$folder/node_modules/skillgraft/lib/cli.js
}

VERSION=${VERSION:-$(node -p 'require(process.argv[1]).version' "$root/package.json")}
if [[ $VERSION == source ]]; then from_source; else from_registry; fi

printf '#!/usr/bin/env bash\nexec node %q "$@"\n' "$cli" > "$folder/bin/skillgraft"
chmod +x "$folder/bin/skillgraft"
echo "$folder/bin" >> "$GITHUB_PATH"
"$folder/bin/skillgraft" version
