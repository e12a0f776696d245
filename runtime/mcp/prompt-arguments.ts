import type { JsonObject } from '../../schema/skill/types.js';

/** What is given for arguments, by name. */
export type GivenArguments = Readonly<Record<string, string>>;

/** The argument that takes everything that is typed behind a skill's name. */
export const ALL_ARGUMENTS = 'arguments';

const NAME = /^[A-Za-z_]\w*$/;

/** The names that `arguments` of the front matter gives to what is typed, in order: a list, or a text with blanks. */
export function argumentNames({ arguments: given }: JsonObject): string[] {
  const names = typeof given === 'string' ? given.trim().split(/\s+/) : Array.isArray(given) ? given : [];
  const plain = names.filter((name): name is string => typeof name === 'string' && NAME.test(name));
  return [...new Set(plain)].filter((name) => name !== ALL_ARGUMENTS && name !== 'ARGUMENTS');
}

/**
 * A skill's text with what its user typed: `$ARGUMENTS` for all of it, `$ARGUMENTS[0]` and `$0` for a word (quotes keep
 * blanks together), `$name` for an argument that the front matter names. A word that was not given stays as it is
 * written; where the text has no place for it, all stands at its end.
 *
 * Source: the skills documentation of Claude Code, whose authors write such texts.
 */
export function fillIn(body: string, names: readonly string[], given: GivenArguments): string {
  const own = (name: string) => (Object.hasOwn(given, name) ? given[name] : undefined);
  const typed = own(ALL_ARGUMENTS);
  const spread = splitWords(typed ?? '');
  const byName = new Map(names.map((name, i) => [name, own(name) ?? spread[i]]));
  const words = typed === undefined ? [...byName.values()] : spread;
  const all = typed ?? words.flatMap((word) => (word === undefined ? [] : [quoted(word)])).join(' ');
  let used = false;
  const filled = body.replace(PLACE, (place: string, indexed?: string, index?: string, name?: string) => {
    if (name === 'ARGUMENTS') {
      used = true;
      return all;
    }
    const value = name === undefined ? words[Number(indexed ?? index)] : byName.get(name);
    used ||= value !== undefined;
    return value ?? place;
  });
  return used || all === '' ? filled : `${filled.trimEnd()}\n\nARGUMENTS: ${all}\n`;
}

const PLACE = /(?<![\\\w$])\$(?:ARGUMENTS\[(\d{1,3})\]|(\d{1,3})(?!\w)|([A-Za-z_]\w*))/g;

function quoted(text: string): string {
  return /\s/.test(text) ? `"${text}"` : text;
}

/** Words as a shell splits them: at blanks, but not inside of quotes. */
function splitWords(text: string): string[] {
  const words = text.match(/(?:[^\s"']|"[^"]*"|'[^']*'|["'])+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}
