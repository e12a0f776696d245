import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

type Schema = Record<string, unknown>;
interface Operation {
  readonly query: Record<string, Schema>;
  readonly body: Schema | null;
  readonly responses: Record<string, Schema | null>;
}
interface Description {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Schema> };
}

const DESCRIPTION = JSON.parse(
  readFileSync(new URL('github-openapi.json', import.meta.url), 'utf8'),
) as Description;

/** Keywords that are OpenAPI's are passed over, and formats are not looked at. */
const ajv = new Ajv({ strict: false, validateFormats: false });
ajv.addSchema(DESCRIPTION, 'github');

const validators = new Map<Schema, ValidateFunction>();

/** In what a value differs from a schema; null where it does not. */
export function disagreement(schema: Schema, value: unknown): string | null {
  let validate = validators.get(schema);
  if (validate === undefined) {
    const inPlace = JSON.stringify(schema).replaceAll('"#/', '"github#/');
    validate = ajv.compile(JSON.parse(inPlace));
    validators.set(schema, validate);
  }
  return validate(value) ? null : ajv.errorsText(validate.errors);
}

/** The smallest value that a schema takes. */
export function sample(schema: Schema): unknown {
  if (typeof schema.$ref === 'string')
    return sample(DESCRIPTION.components.schemas[schema.$ref.split('/').at(-1)!]!);
  if (schema.nullable === true) return null;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const choice = (schema.oneOf ?? schema.anyOf ?? schema.allOf) as Schema[] | undefined;
  if (choice !== undefined) return sample(choice[0]!);
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  const required = (schema.required ?? []) as string[];
  if (schema.type === 'object')
    return Object.fromEntries(required.map((key) => [key, sample(properties[key]!)]));
  if (schema.type === 'array') return [];
  if (schema.type === 'integer' || schema.type === 'number') return 1;
  return schema.type === 'boolean' ? false : 'text';
}

/** What failures look like that an operation does not describe. */
export const ANY_FAILURE = DESCRIPTION.components.schemas['basic-error']!;

/** The operation of a request's method and path, with the path's parameters; null where there is none. */
export function operationOf(
  method: string,
  path: string,
): { operation: Operation; parameters: string[] } | null {
  for (const [template, operations] of Object.entries(DESCRIPTION.paths)) {
    const match = new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(path);
    const operation = operations[method.toLowerCase()];
    if (match !== null && operation !== undefined) return { operation, parameters: match.slice(1) };
  }
  return null;
}

/** GitHub passes over keys that it does not know; a client that sends some is mistaken. */
export function unknownKey(schema: Schema, body: object | null): string | null {
  const known = JSON.stringify(schema);
  const key = Object.keys(body ?? {}).find((name) => !known.includes(`"${name}":`));
  return key === undefined ? null : `no property ${key}`;
}
