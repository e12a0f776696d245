import { fromJsonSchema, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { nearest } from '../nearest.js';

type InputSchema = Parameters<typeof fromJsonSchema>[0] & { readonly properties: object };

/** What is said of one argument, as far as it is put into words. */
interface Argument {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly Argument[];
}

/** A tool's input, which takes the keys of its schema only; a refusal names the key, and what it has to be. */
export function toolInput<Input>(schema: InputSchema): StandardSchemaWithJSON<Input, Input> {
  const standard = fromJsonSchema<Input>({ ...schema, additionalProperties: false })['~standard'];
  const known = Object.keys(schema.properties);
  return {
    '~standard': {
      ...standard,
      async validate(value) {
        const unknown = Object.keys(Object(value)).find((key) => !known.includes(key));
        if (unknown !== undefined) return { issues: [{ message: unknownKey(unknown, known) }] };
        const result = await standard.validate(value);
        if (result.issues === undefined) return result;
        return { issues: result.issues.map(({ message }) => ({ message: plainMessage(message, schema) })) };
      },
    },
  };
}

/**
 * In plain words what a validator says, such as `data/limit must be integer`, or `#/limit: Instance type "string" is
 * invalid.` of the one at the edge; as it is where it names no argument.
 */
function plainMessage(message: string, schema: InputSchema): string {
  const all = Object.entries(schema.properties as Readonly<Record<string, Argument>>);
  const said = all.flatMap(([key, argument]) => {
    if (new RegExp(`required property ['"]${key}['"]`).test(message)) return [`${key} is missing`];
    return new RegExp(`(?:data|#)/${key}\\b`).test(message) ? [`${key} must be ${wanted(argument)}`] : [];
  });
  if (said.length > 0) return `${said.join('; ')}.`;
  return NO_OBJECT.test(message) ? 'the arguments must be an object.' : message;
}

const NO_OBJECT = /^(?:data must be object|#: Instance type "\w+" is invalid\. Expected "object"\.)$/;

const TYPES: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  string: 'a text',
  array: 'a list of texts',
};

function wanted({ type = '', enum: choices, minimum, maximum, anyOf }: Argument): string {
  if (anyOf !== undefined) return anyOf.map(wanted).join(' or ');
  if (choices !== undefined) return choices.map((choice) => `"${choice}"`).join(' or ');
  if (type !== 'integer') return TYPES[type] ?? type;
  return minimum === undefined ? 'a whole number' : `a whole number from ${minimum} to ${maximum}`;
}

function unknownKey(key: string, known: readonly string[]): string {
  const near = nearest(key, known);
  const advice = near.length > 0 ? `Did you mean ${near.join(' or ')}? ` : '';
  const shown = [...key.toWellFormed()].slice(0, 100).join('');
  return `there is no argument "${shown}". ${advice}It takes ${known.join(', ')}.`;
}

/** The same, for callers that fill in every argument of a form: null and empty texts count as not given. */
export function withoutAbsent<Input>(
  schema: StandardSchemaWithJSON<Input, Input>,
): StandardSchemaWithJSON<Input, Input> {
  const standard = schema['~standard'];
  return {
    '~standard': {
      ...standard,
      validate(value) {
        if (typeof value !== 'object' || value === null || Array.isArray(value))
          return standard.validate(value);
        const given = Object.entries(value).filter(([, one]) => one !== null && one !== '');
        return standard.validate(Object.fromEntries(given));
      },
    },
  };
}
