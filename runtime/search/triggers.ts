import { analyse } from '../../schema/analyzer/analyse.js';
import type { SkillEntry } from '../../schema/index.types.js';
import type { LexicalQuery } from './lexical.js';
import { PrefixList } from './prefix-list.js';

/** Ends the terms of a sequence: no term holds it. */
const END = '\n';

/** A trigger that a query holds as a whole. */
export interface HeldTrigger {
  /** Share of the query's weight that its terms are, in (0, 1]. */
  readonly share: number;
  /** In the order of the trigger. */
  readonly terms: readonly string[];
}

/** Finds the skills one of whose triggers a query holds as a whole: its terms, one behind the other. */
export class Triggers {
  readonly #skills: readonly SkillEntry[];
  /** Made when a query first needs it. */
  #phrases:
    | { readonly list: PrefixList; readonly documents: ReadonlyMap<string, readonly number[]> }
    | undefined;

  constructor(skills: readonly SkillEntry[]) {
    this.#skills = skills;
  }

  /** For each such skill the trigger that is the largest share of the query; by document. */
  held(text: string, query: LexicalQuery): Map<number, HeldTrigger> {
    this.#phrases ??= collect(this.#skills);
    const held = new Map<number, HeldTrigger>();
    const { list, documents } = this.#phrases;
    if (documents.size === 0 || query.bound === 0) return held;
    const idf = new Map(query.terms.slice(0, query.own).map((term) => [term.term, term.idf]));
    const terms = analyse(text);
    const sequence = join(terms);
    let at = 0;
    for (const term of terms) {
      for (const phrase of list.at(sequence, at)) {
        const words = phrase.split(END).slice(0, -1);
        const share = [...new Set(words)].reduce((sum, word) => sum + (idf.get(word) ?? 0), 0) / query.bound;
        for (const document of documents.get(phrase)!) {
          if (share > (held.get(document)?.share ?? 0)) held.set(document, { share, terms: words });
        }
      }
      at += term.length + END.length;
    }
    return held;
  }
}

function collect(skills: readonly SkillEntry[]): {
  list: PrefixList;
  documents: Map<string, number[]>;
} {
  const documents = new Map<string, number[]>();
  skills.forEach(({ metadata }, document) => {
    for (const phrase of new Set((metadata.triggers ?? []).map((trigger) => join(analyse(trigger))))) {
      if (phrase === '') continue;
      const known = documents.get(phrase);
      if (known === undefined) documents.set(phrase, [document]);
      else known.push(document);
    }
  });
  return { list: new PrefixList(documents.keys()), documents };
}

function join(terms: readonly string[]): string {
  return terms.map((term) => term + END).join('');
}
