import type { Format, FormatName } from '../types.js';

const FORMATS: { readonly [F in FormatName]: () => Promise<Format> } = {
  json: async () => (await import('./json.js')).json,
  jsonc: async () => (await import('./json.js')).jsonc,
  toml: async () => (await import('./toml.js')).toml,
};

/** Each parser is loaded when a host that writes its language is asked for. */
export function loadFormat(name: FormatName): Promise<Format> {
  return FORMATS[name]();
}
