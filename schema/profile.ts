/** The fields of the lexical index, in the order of the artifact. */
export const FIELDS = ['name', 'description', 'headings', 'body', 'references'] as const;
export type FieldName = (typeof FIELDS)[number];

/**
 * Fields that are scored clause by clause: a document's score is that of its best clause, so that a long description
 * does not thin out what one of its clauses says.
 */
export const CLAUSE_FIELDS: ReadonlySet<FieldName> = new Set<FieldName>(['description', 'references']);

/** BM25 parameters of one field, and the weight of its bounded score in the sum. */
export interface FieldProfile {
  readonly weight: number;
  readonly k1: number;
  readonly b: number;
}

/** How scores are made: recorded in the artifact, so that a reader ranks as the build calibrated. */
export interface SearchProfile {
  readonly fields: Readonly<Record<FieldName, FieldProfile>>;
  /** Weight of the cosine between query and document. */
  readonly semantic: number;
  /** What a synonym of a query's word counts, against the word itself. */
  readonly synonym: number;
  /** Weight of a trigger that the query holds as a whole, for the share of the query that it is. */
  readonly trigger: number;
  /** Share of its score that a rule loses in the ranking: agents have the rules anyway. */
  readonly rulePenalty: number;
}

/** Shared by all collections; chosen by leaving out one of six sets in turn, see tests/bench. */
export const DEFAULT_PROFILE: SearchProfile = {
  fields: {
    name: { weight: 2, k1: 1.2, b: 0.75 },
    description: { weight: 2.7, k1: 2, b: 1 },
    headings: { weight: 0.1, k1: 1.2, b: 0.75 },
    body: { weight: 1.5, k1: 1.2, b: 0.75 },
    references: { weight: 0.4, k1: 1.2, b: 0.3 },
  },
  semantic: 0.3,
  synonym: 0.4,
  trigger: 0.5,
  rulePenalty: 0.15,
};

/** Cosine weight for a query of which a model knows `coverage` (a share): whole from all known, none below a half. */
export function semanticFade(coverage: number): number {
  return Math.min(Math.max(2 * coverage - 1, 0), 1);
}

/**
 * Inverse document frequency, never negative: ln(1 + (N - df + 0.5) / (df + 0.5)) (Robertson and Zaragoza 2009, with
 * the +1 of Lucene).
 */
export function inverseDocumentFrequency(documents: number, documentFrequency: number): number {
  return Math.log(1 + (documents - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

/**
 * How many documents a term's frequency is taken of. Terms of scripts that are cut into bigrams count among the documents
 * that have such text: where these are few, each of their bigrams would be rare, and one long text would match every
 * query in its language. Not below a quarter of all, so that a single one is still told apart.
 */
export function population(documents: number, bigramDocuments: number, isBigram: boolean): number {
  return isBigram ? Math.max(bigramDocuments, documents / 4) : documents;
}
