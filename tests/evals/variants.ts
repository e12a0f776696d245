import { buildLexical, type SearchableText } from '../../build/lexical.js';
import { ownTexts } from '../../build/own-texts.js';
import { noEmbedder } from '../../runtime/embed/none.js';
import type { OpenOptions, SearchOptions } from '../../runtime/types.js';
import { splitClauses } from '../../schema/clauses.js';
import { isSidecar } from '../../schema/format.js';
import type { Artifact } from '../../schema/index.types.js';
import { DEFAULT_PROFILE, FIELDS, type FieldName } from '../../schema/profile.js';
import type { PoolOptions } from './pool.js';
import { SUITES, type SuiteParts } from './skill-mcp.js';

/** The default with one part off. */
export interface Variant {
  readonly name: string;
  readonly build?: PoolOptions;
  readonly open?: OpenOptions;
  readonly search?: SearchOptions;
  /** Changes an artifact before it is opened. */
  readonly change?: (artifact: Artifact) => Artifact;
  /** What only the suite has: the other sets stay as they are. */
  readonly suite?: SuiteParts;
}

export const VARIANTS: readonly Variant[] = [
  { name: 'default' },
  ...FIELDS.map((field) => ({ name: `without ${field}`, open: { profile: without(field) } })),
  { name: 'descriptions not cut into clauses', change: withoutClauses },
  { name: 'hand-offs off', build: { handOffs: false } },
  { name: 'semantic off: a reader without the model', open: { embedder: noEmbedder } },
  { name: 'semantic off: built without', build: { embedder: 'none' } },
  { name: 'trigger phrases off', suite: { ...SUITES.with, triggers: false } },
  { name: 'synonyms off', suite: { ...SUITES.with, synonyms: false } },
  { name: 'triggers, keywords and synonyms off', suite: SUITES.without },
  { name: 'gate off', search: { gate: false } },
  { name: 'fusion by places (rrf)', search: { fusion: 'rrf' } },
];

function without(field: FieldName): NonNullable<OpenOptions['profile']> {
  const { fields } = DEFAULT_PROFILE;
  return { ...DEFAULT_PROFILE, fields: { ...fields, [field]: { ...fields[field], weight: 0 } } };
}

/** Puts the clauses of each description together, so that one text is scored; the rest stays as it was built. */
function withoutClauses(artifact: Artifact): Artifact {
  const { lexical, skills } = artifact;
  if (isSidecar(lexical) || isSidecar(skills)) throw new Error('the pool is too large to be changed');
  const texts = skills.map(({ name, description, metadata }): SearchableText => {
    const { own } = ownTexts(name, description, metadata);
    const said = [...splitClauses(own.description), ...splitClauses(own.whenToUse)];
    const words = [...(metadata.triggers ?? []), ...(metadata.keywords ?? []), ...(metadata.tags ?? [])];
    return {
      name: [],
      description: [[...said, ...words].join('\n')],
      headings: [],
      body: [],
      references: [],
    };
  });
  const { description } = buildLexical(texts).fields;
  return { ...artifact, lexical: { ...lexical, fields: { ...lexical.fields, description } } };
}
