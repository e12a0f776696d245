import { parseDocument } from 'yaml';
import { quoteText } from './quoting.js';
import type { Json } from './types.js';

export type QuoteStyle = 'plain' | 'single' | 'double';

/** Text that YAML 1.1 readers take for a truth value, a number or a date where it stands without quotes. */
const YAML_1_1 = /^(?:y|n|yes|no|on|off|true|false|null|~|[\d.+-].*)$/iu;

/** A text as a YAML scalar on one line, without quotes where every reader takes it for the same text; `inFlow`: in a flow list or map. */
export function writeText(text: string, style: QuoteStyle = 'plain', inFlow = false): string {
  const oneLine = !/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/u.test(text);
  if (style === 'single' && oneLine) return `'${text.replaceAll("'", "''")}'`;
  if (style === 'plain' && oneLine && isPlain(text) && !(inFlow && /[[\]{},]/u.test(text))) return text;
  return quoteText(text);
}

function isPlain(text: string): boolean {
  if (text === '' || text !== text.trim() || YAML_1_1.test(text) || /[&*#!|>%@`"']|: |:$/u.test(text))
    return false;
  const doc = parseDocument(`k: ${text}\n`, { schema: 'core', prettyErrors: false, logLevel: 'silent' });
  return doc.errors.length === 0 && (doc.toJS() as { k: unknown } | null)?.k === text;
}

/** A value in flow form: `text`, `1`, `[a, b]`, `{k: v}`. */
export function writeFlow(value: Json): string {
  if (typeof value === 'string') return writeText(value, 'plain', true);
  if (value === null || typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[${value.map(writeFlow).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, inner]) => `${writeText(key, 'plain', true)}: ${writeFlow(inner as Json)}`)
    .join(', ')}}`;
}
