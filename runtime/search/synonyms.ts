import { analyse } from '../../schema/analyzer/analyse.js';
import { CharacterClass, classOf } from '../../schema/analyzer/character-class.js';
import { compareText } from '../../schema/diagnostic.js';
import type { SynonymTable } from '../../schema/index.types.js';
import { foldSynonym } from '../../schema/synonyms.js';
import { PrefixList } from './prefix-list.js';

/** A term that a query gets from a synonym. */
export interface ExpandedTerm {
  readonly term: string;
  /** The key that the query holds, folded as in the table. */
  readonly key: string;
}

/** A query with a word of a synonym in the place of its key. */
export interface Wording {
  readonly text: string;
  readonly key: string;
  readonly word: string;
}

/** Share of a query's terms that a key must be to be replaced by its words, and how many wordings are given at most. */
const REPLACED = 0.5;
const MOST_WORDINGS = 4;

/** Terms that synonyms add to one query at most. */
export const MOST_EXPANDED = 64;

/** Ends the terms of a sequence: no term holds it. */
const END = '\n';

/**
 * The synonyms of an index. A query gets the words of each key that it holds, in one step: what those words are keys
 * of plays no part, so that circles in the table do no harm.
 */
export class Synonyms {
  readonly #table: ReadonlyMap<string, readonly string[]>;
  /** Made when a query first needs it: opening an index stays as cheap as reading it. */
  #keys: KeyLists | undefined;

  constructor(table: SynonymTable = {}) {
    this.#table = new Map(Object.entries(table));
  }

  /**
   * The terms that synonyms add to a query; none that it has itself, each once, at most `MOST_EXPANDED`: the first word
   * of each key that applies, then the second words, and so on, longer keys before shorter ones. A key applies where it
   * stands in the query (a letter or digit at its ends must be the end of a word there, but CJK has no such ends), or
   * where its terms follow each other among the query's, so that `deploy` applies to `deploying`.
   */
  expand(query: string): ExpandedTerm[] {
    if (this.#table.size === 0) return [];
    this.#keys ??= new KeyLists(this.#table.keys());
    const own = analyse(query);
    const entries = [...this.#keys.heldBy(query, own)]
      .sort((a, b) => b.length - a.length || compareText(a, b))
      .map((key) => ({ key, words: this.#table.get(key)! }));
    const taken = new Set(own);
    const added: ExpandedTerm[] = [];
    const longest = entries.reduce((most, { words }) => Math.max(most, words.length), 0);
    for (let rank = 0; rank < longest; rank += 1) {
      for (const { key, words } of entries) {
        for (const term of analyse(words[rank] ?? '')) {
          if (taken.has(term)) continue;
          if (added.length === MOST_EXPANDED) return added;
          taken.add(term);
          added.push({ term, key });
        }
      }
    }
    return added;
  }

  /**
   * The query with each word of its longest key in that key's place, where the key is at least half of its terms: what is
   * searched where the query's own words lead nowhere.
   */
  wordings(query: string): Wording[] {
    if (this.#table.size === 0) return [];
    this.#keys ??= new KeyLists(this.#table.keys());
    const own = analyse(query);
    const unique = new Set(own);
    const share = (key: string): number => {
      const terms = new Set(analyse(key).filter((term) => unique.has(term)));
      return terms.size / Math.max(1, unique.size);
    };
    const [key] = [...this.#keys.heldBy(query, own)]
      .filter((one) => unique.size === 0 || share(one) >= REPLACED)
      .sort((a, b) => b.length - a.length || compareText(a, b));
    if (key === undefined) return [];
    const text = foldSynonym(query);
    const rest = text.includes(key) ? text.replace(key, ' ') : own.length > 1 ? text : '';
    return this.#table
      .get(key)!
      .slice(0, MOST_WORDINGS)
      .map((word) => ({ text: `${word} ${rest}`.trim(), key, word }));
  }
}

/** The keys of a table, to be found in queries. */
class KeyLists {
  readonly #texts: PrefixList;
  /** Each key's terms as one text. */
  readonly #sequences: PrefixList;
  readonly #bySequence = new Map<string, string[]>();

  constructor(keys: Iterable<string>) {
    const all = [...keys];
    for (const key of all) {
      // Where a word of a key is no term (`not working`, `c++ library`), the others alone would say something else.
      if (key.split(' ').some((word) => analyse(word).length === 0)) continue;
      const sequence = joinTerms(analyse(key));
      const known = this.#bySequence.get(sequence);
      if (known === undefined) this.#bySequence.set(sequence, [key]);
      else known.push(key);
    }
    this.#texts = new PrefixList(all);
    this.#sequences = new PrefixList(this.#bySequence.keys());
  }

  /** The keys that apply to a query of these terms. */
  heldBy(query: string, terms: readonly string[]): Set<string> {
    const held = new Set<string>();
    const text = foldSynonym(query);
    for (let at = 0; at < text.length; at += 1) {
      for (const key of this.#texts.at(text, at)) {
        if (!isInWord(text, at) && !isInWord(text, at + key.length)) held.add(key);
      }
    }
    const sequence = joinTerms(terms);
    let start = 0;
    for (const term of terms) {
      for (const found of this.#sequences.at(sequence, start)) {
        for (const key of this.#bySequence.get(found)!) held.add(key);
      }
      start += term.length + END.length;
    }
    return held;
  }
}

function joinTerms(terms: readonly string[]): string {
  return terms.map((term) => term + END).join('');
}

/** True where an offset lies inside of a word: a letter, digit or mark on either side, none of them CJK. */
function isInWord(text: string, at: number): boolean {
  return isWordCharacter(codeBefore(text, at)) && isWordCharacter(text.codePointAt(at));
}

function isWordCharacter(code: number | undefined): boolean {
  if (code === undefined) return false;
  const kind = classOf(code);
  return kind >= CharacterClass.lower && kind <= CharacterClass.mark;
}

function codeBefore(text: string, at: number): number | undefined {
  const isPair = at > 1 && /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(at - 2, at));
  return isPair ? text.codePointAt(at - 2) : text.codePointAt(at - 1);
}
