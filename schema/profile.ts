/** The fields of the lexical index, in the order of the artifact. */
export const FIELDS = ['name', 'description', 'headings', 'body'] as const;
export type FieldName = (typeof FIELDS)[number];

/** How scores are made: recorded in the artifact, so that a reader ranks as the build calibrated. */
export interface SearchProfile {
  readonly k1: number;
  readonly b: number;
  /** Weight of each field's bounded score. */
  readonly weights: Readonly<Record<FieldName, number>>;
}

/** Weights shared by all collections; chosen on six sets, see tests/bench. */
export const DEFAULT_PROFILE: SearchProfile = {
  k1: 1.2,
  b: 0.75,
  weights: { name: 1, description: 2, headings: 0.5, body: 2 },
};

/**
 * Inverse document frequency, never negative: ln(1 + (N - df + 0.5) / (df + 0.5)) (Robertson and Zaragoza 2009, with
 * the +1 of Lucene).
 */
export function inverseDocumentFrequency(documents: number, documentFrequency: number): number {
  return Math.log(1 + (documents - documentFrequency + 0.5) / (documentFrequency + 0.5));
}
