const PLAIN = /^[a-z]+$/;
const VOWEL = /[aeiouy]/;

/** Plurals that the rules would leave. */
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['apis', 'api'],
  ['ids', 'id'],
  ['prs', 'pr'],
  ['vms', 'vm'],
  ['guis', 'gui'],
  ['clis', 'cli'],
  ['uis', 'ui'],
]);

/**
 * Light English stemming of one lower-case token: plural, -ing, -ed, final e. Tokens with anything but a-z, and
 * tokens of up to three letters, stay as they are. It need not give words: it is applied to documents and queries
 * alike.
 */
export function stem(token: string): string {
  const irregular = IRREGULAR.get(token);
  if (irregular !== undefined) return irregular;
  if (token.length < 4 || !PLAIN.test(token)) return token;
  return dropFinalE(dropVerbEnding(dropPlural(token)));
}

function dropPlural(word: string): string {
  if (!word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(?:sses|xes|zes|ches|shes)$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

function dropVerbEnding(word: string): string {
  if (word.endsWith('ing')) return undouble(word, 3);
  if (word.endsWith('ed') && !word.endsWith('eed')) return undouble(word, 2);
  return word;
}

/** Cuts an ending where a stem with a vowel is left, and a doubled consonant before it (running, run). */
function undouble(word: string, ending: number): string {
  const left = word.slice(0, -ending);
  if (left.length < 3 || !VOWEL.test(left)) return word;
  return /([bdgmnprt])\1$/.test(left) ? left.slice(0, -1) : left;
}

function dropFinalE(word: string): string {
  return word.length > 3 && word.endsWith('e') && !word.endsWith('ee') ? word.slice(0, -1) : word;
}
