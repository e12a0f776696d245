/** What made vectors. Two vectors can be compared where all of this is the same. */
export interface ModelFingerprint {
  readonly id: string;
  /** Of the weights: a version with digests, or what names one state of them at their source. */
  readonly revision: string;
  readonly dims: number;
  readonly pooling: 'mean' | 'none';
  /** What stands before a query; empty where the model wants nothing. */
  readonly prefix: string;
  /** True where every vector has length 1, or is all zeros. */
  readonly normalised: boolean;
  /** Which texts of a document went into its vector, and how they were added. */
  readonly recipe: string;
}

/** The documents' vectors in an artifact; document numbers are positions in its skills. */
export interface VectorSection {
  readonly model: ModelFingerprint;
  /** A component is its stored whole number times this. */
  readonly scale: number;
  readonly dims: number;
  readonly documents: number;
  /** Bits of a stored component. */
  readonly bits: 7;
  /** `documents` x `dims` numbers as `packSevenBits` packs them, base64. */
  readonly vectors: string;
}

const KEYS = ['id', 'revision', 'dims', 'pooling', 'prefix', 'normalised', 'recipe'] as const;

/** True where vectors of one model may be compared with those of the other. */
export function isSameModel(a: ModelFingerprint, b: ModelFingerprint): boolean {
  return KEYS.every((key) => a[key] === b[key]);
}
