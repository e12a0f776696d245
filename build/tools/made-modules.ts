import type { Plugin } from 'rolldown';
import { compiledSchema } from './compiled-schema.js';

/** Modules whose text is made while bundling, by what they are imported as. */
export type MadeModules = Readonly<Record<string, () => string>>;

/** The validator of front matter, compiled beforehand, in the place of the compiler. */
export const COMPILED_SHAPE: MadeModules = {
  'ajv/dist/2020.js': () =>
    `import validate from 'skillgraft:frontmatter.cjs'; export class Ajv2020 { compile() { return validate; } }`,
  'skillgraft:frontmatter.cjs': compiledSchema,
};

/** Gives them to the bundler. */
export function madeModules(modules: MadeModules): Plugin {
  const names = Object.keys(modules);
  return {
    name: 'made-modules',
    resolveId: { filter: { id: anyOf(names) }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: anyOf(names.map((name) => `\0${name}`)) },
      handler: (id) => modules[id.slice(1)]!(),
    },
  };
}

/** Fits ids that one of the patterns describes whole. */
export function anyOf(patterns: readonly string[]): RegExp {
  return new RegExp(`^(?:${patterns.join('|')})$`);
}
