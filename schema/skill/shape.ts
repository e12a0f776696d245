import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import schema from '../frontmatter.schema.json' with { type: 'json' };
import type { JsonObject } from './types.js';

/** One fault of shape: which key (as in `positions`), which keyword of the schema, and what that keyword asks. */
export interface ShapeFault {
  readonly key: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** How the schema is compiled; a worker has it compiled before. */
export const SHAPE_OPTIONS = { allErrors: true, allowUnionTypes: true, strict: true } as const;

let validate: ValidateFunction | undefined;

/** Judges front matter by `frontmatter.schema.json`. Compiles the schema at the first call. */
export function shapeFaults(frontmatter: JsonObject): readonly ShapeFault[] {
  validate ??= new Ajv2020(SHAPE_OPTIONS).compile(schema);
  return validate(frontmatter) ? [] : (validate.errors ?? []).map(toFault);
}

function toFault(error: ErrorObject): ShapeFault {
  const key = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
  return { key, keyword: error.keyword, params: error.params };
}

/** Limits that the specification sets, in code points. */
export const LIMITS = {
  name: schema.properties.name.maxLength,
  description: schema.properties.description.maxLength,
  compatibility: schema.properties.compatibility.maxLength,
} as const;
