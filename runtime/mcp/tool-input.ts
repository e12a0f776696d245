import { fromJsonSchema, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { nearest } from '../nearest.js';

type InputSchema = Parameters<typeof fromJsonSchema>[0] & { readonly properties: object };

/** A tool's input, which takes the keys of its schema only; a refusal names the key that it does not know. */
export function toolInput<Input>(schema: InputSchema): StandardSchemaWithJSON<Input, Input> {
  const standard = fromJsonSchema<Input>({ ...schema, additionalProperties: false })['~standard'];
  const known = Object.keys(schema.properties);
  return {
    '~standard': {
      ...standard,
      validate(value) {
        const unknown = Object.keys(Object(value)).find((key) => !known.includes(key));
        return unknown === undefined
          ? standard.validate(value)
          : { issues: [{ message: unknownKey(unknown, known) }] };
      },
    },
  };
}

function unknownKey(key: string, known: readonly string[]): string {
  const near = nearest(key, known);
  const advice = near.length > 0 ? `Did you mean ${near.join(' or ')}? ` : '';
  const shown = [...key.toWellFormed()].slice(0, 100).join('');
  return `there is no argument "${shown}". ${advice}It takes ${known.join(', ')}.`;
}
