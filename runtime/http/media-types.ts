const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  csv: 'text/csv',
  gif: 'image/gif',
  gz: 'application/gzip',
  htm: 'text/html',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript',
  json: 'application/json',
  jsonl: 'application/jsonl',
  markdown: 'text/markdown',
  md: 'text/markdown',
  mjs: 'text/javascript',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  tgz: 'application/gzip',
  toml: 'application/toml',
  txt: 'text/plain',
  wasm: 'application/wasm',
  webp: 'image/webp',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  zip: 'application/zip',
};

/** Endings of programs' texts, which are shown and not run. */
const SOURCE =
  /\.(?:bash|c|cfg|cpp|cs|go|h|ini|java|jsx|kt|lua|php|pl|ps1|py|rb|rs|sh|sql|swift|ts|tsx|zsh)$/i;

/** The media type that a file's name tells; texts with their charset. */
export function mediaType(path: string): string {
  const ending = /\.([a-z\d]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  const type =
    (Object.hasOwn(TYPES, ending) ? TYPES[ending] : undefined) ??
    (SOURCE.test(path) ? 'text/plain' : 'application/octet-stream');
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}
