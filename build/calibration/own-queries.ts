import { analyse } from '../../schema/analyzer/analyse.js';
import type { EmbeddableText } from '../embed.js';
import type { SearchableText } from '../lexical.js';
import { type BuildMemo, remembered } from '../memo.js';

/** A text of a skill, put as a query for it. */
export interface OwnQuery {
  readonly text: string;
  /** Position of its skill. */
  readonly document: number;
  /** The clause of the description that it is, by its place among those with terms; null for a heading or a sentence. */
  readonly clause: number | null;
  /** What of the skill is embedded without that clause; null where nothing is left out. */
  readonly rest: EmbeddableText | null;
  /** What `rest` follows from. */
  readonly restId: string;
}

/** Kind of the queries of one skill in a memo. */
export const OWN_QUERIES = 'own-queries';

/** Skills that queries are taken from, evenly spread over the collection, and queries that are kept in all. */
const MOST_SKILLS = 150;
const MOST_QUERIES = 400;
const CLAUSES = 4;
const HEADINGS = 2;
const SENTENCES = 2;
/** Of a longer body, sentences are taken from what comes first. */
const MOST_BODY = 20_000;
/** A shorter text names no task. */
const LEAST_TERMS = 3;
const MOST_TERMS = 30;

/** Makes queries of the skills' own texts, the same ones each time: clauses of descriptions, headings, sentences. */
export function ownQueries(texts: readonly SearchableText[], memo?: BuildMemo): OwnQuery[] {
  const documents = evenly(
    texts.map((_, document) => document),
    MOST_SKILLS,
  );
  return evenly(
    documents.flatMap((document) => queriesOf(texts[document]!, document, memo)),
    MOST_QUERIES,
  );
}

/** A query of one skill; `others` are the other clauses of its description, where it is one of them. */
interface QueryOfSkill {
  readonly text: string;
  readonly clause: number | null;
  readonly others: string;
}

function queriesOf(text: SearchableText, document: number, memo: BuildMemo | undefined): OwnQuery[] {
  const { headings, bodyId = text.body[0] ?? '' } = text;
  const id = JSON.stringify([text.name[0], text.description, headings, bodyId]);
  const queries = remembered(memo, OWN_QUERIES, id, () => queriesIn(text));
  return queries.map(({ text: query, clause, others }) => {
    const rest = {
      name: text.name[0] ?? '',
      description: others,
      headings,
      // Decoded anew each time that it is asked for.
      get body() {
        return text.body[0] ?? '';
      },
    };
    return {
      text: query,
      document,
      clause,
      rest: clause === null ? null : rest,
      restId: JSON.stringify(['rest', id, clause]),
    };
  });
}

function queriesIn(text: SearchableText): QueryOfSkill[] {
  const clauses = text.description.filter((clause) => analyse(clause).length > 0);
  const held = clauses.map((clause, i) => ({
    text: clause,
    clause: i,
    others: clauses.filter((_, other) => other !== i).join(', '),
  }));
  const whole = (piece: string): QueryOfSkill => ({ text: piece, clause: null, others: '' });
  const sentences = (text.body[0] ?? '').slice(0, MOST_BODY).split(/(?<=[.!?])\s+|(?<=[。！？])|\n+/);
  return [
    ...evenly(held.filter(isTask), CLAUSES),
    ...evenly(text.headings.map(whole).filter(isTask), HEADINGS),
    ...evenly(sentences.map(whole).filter(isTask), SENTENCES),
  ];
}

function isTask({ text }: Pick<OwnQuery, 'text'>): boolean {
  const terms = analyse(text).length;
  return terms >= LEAST_TERMS && terms <= MOST_TERMS;
}

/** At most `most` of a list, as far from one another as can be. */
function evenly<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, i) => list[Math.floor(((i + 0.5) * list.length) / most)]!);
}
