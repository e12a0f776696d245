import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';

/** Patterns of the schema are not written for Unicode's stricter syntax. */
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
ajv.addFormat('uri', (text) => URL.canParse(text));
ajv.addFormat(
  'uri-reference',
  (text) => /^[\w\-.~:/?#[\]@!$&'()*+,;=%]*$/.test(text) && URL.canParse(text, 'file:///'),
);
ajv.addFormat('date-time', (text) => !Number.isNaN(Date.parse(text)));

const validate = ajv.compile(
  JSON.parse(readFileSync(new URL('sarif-2.1.0.json', import.meta.url), 'utf8')) as object,
);

/** In what a log differs from the schema of SARIF 2.1.0; empty where it does not. */
export function sarifFaults(log: unknown): string[] {
  return validate(log) ? [] : (validate.errors ?? []).map((one) => `${one.instancePath} ${one.message}`);
}
