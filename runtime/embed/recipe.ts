import type { Embedder } from './embedder.js';
import { unitVector } from './unit-vector.js';

/** What of a skill is embedded. */
export interface EmbeddableText {
  readonly name: string;
  /** Without the clauses that lead to other skills. */
  readonly description: string;
  readonly headings: readonly string[];
  /** Prose of SKILL.md without code. */
  readonly body: string;
}

/** A text and its weight in the sum that a document's vector is. */
interface Part {
  readonly text: string;
  readonly weight: number;
}

const HEADINGS_LIMIT = 900;
/** Code points of a body that are embedded. */
export const BODY_LIMIT = 4000;

/** How a document's vector is made, by the name that a model's fingerprint gives; the weights are of the model's README. */
const RECIPES = new Map<string, (text: EmbeddableText) => Part[]>([
  [
    'static-v1',
    (text) => {
      const headings = firstCodePoints(text.headings.join('; '), HEADINGS_LIMIT);
      return [
        { text: listing(text), weight: 1 },
        { text: `${listing(text)} ${headings}`, weight: 0.3 },
        { text: `${words(text.name)}: ${firstCodePoints(text.body, BODY_LIMIT)}`, weight: 0.3 },
      ];
    },
  ],
  ['description-v1', (text) => [{ text: listing(text), weight: 1 }]],
]);

/**
 * A document's vector, of length 1 (or 0), by the recipe that its model names.
 *
 * @throws RangeError where no such recipe is known, or a vector has other dimensions than the model says
 */
export async function embedText(text: EmbeddableText, embedder: Embedder): Promise<Float32Array> {
  const { dims, recipe: name } = embedder.fingerprint;
  const recipe = RECIPES.get(name);
  if (recipe === undefined) throw new RangeError(`no recipe ${name}`);
  const parts = recipe(text);
  const embeddings = await embedder.embed(parts.map(({ text }) => text));
  const sum = new Float64Array(dims);
  parts.forEach(({ weight }, k) => {
    const { vector } = embeddings[k]!;
    if (vector.length !== dims) throw new RangeError(`a vector of ${vector.length} dimensions, not ${dims}`);
    for (let i = 0; i < dims; i += 1) sum[i] = sum[i]! + weight * vector[i]!;
  });
  return unitVector(sum);
}

/** What an agent's list shows of a skill, the name as words. */
function listing({ name, description }: EmbeddableText): string {
  return `${words(name)}: ${description}`;
}

function words(name: string): string {
  return name.replaceAll('-', ' ');
}

function firstCodePoints(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = 0;
  for (let count = 0; count < limit && end < text.length; count += 1)
    end += text.codePointAt(end)! > 0xffff ? 2 : 1;
  return text.slice(0, end);
}
