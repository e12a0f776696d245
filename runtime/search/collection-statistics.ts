import type { FieldName } from '../../schema/profile.js';
import type { FieldStatistics } from './field-index.js';
import type { UnpackedFields } from './unpacked-fields.js';

/** What a searcher takes in place of its own collection's statistics. */
export interface CollectionStatistics {
  field(name: FieldName): FieldStatistics;
}

/** Terms whose frequencies are kept; with more of them, counting begins anew. */
const MOST_TERMS = 4096;

/** Statistics of several collections as if they were one. Their postings are looked into, not copied. */
export class MergedStatistics implements CollectionStatistics {
  readonly #collections: readonly UnpackedFields[];
  readonly #fields = new Map<FieldName, FieldStatistics>();

  constructor(collections: readonly UnpackedFields[]) {
    this.#collections = collections;
  }

  field(name: FieldName): FieldStatistics {
    let field = this.#fields.get(name);
    if (field === undefined) {
      field = merge(this.#collections.map((collection) => collection.field(name)));
      this.#fields.set(name, field);
    }
    return field;
  }
}

function merge(fields: readonly FieldStatistics[]): FieldStatistics {
  // Every collection's searcher asks for the same terms, one after the other.
  const known = new Map<string, number>();
  const sum = (of: (field: FieldStatistics) => number): number =>
    fields.reduce((total, field) => total + of(field), 0);
  return {
    documents: sum(({ documents }) => documents),
    bigramDocuments: sum(({ bigramDocuments }) => bigramDocuments),
    units: sum(({ units }) => units),
    length: sum(({ length }) => length),
    documentFrequency(term) {
      const there = known.get(term);
      if (there !== undefined) return there;
      const frequency = sum((field) => field.documentFrequency(term));
      if (known.size >= MOST_TERMS) known.clear();
      known.set(term, frequency);
      return frequency;
    },
  };
}
