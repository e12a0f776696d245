import { card, table, vocab } from 'skillgraft:embedded-model';
import { fromBase64 } from '../../../schema/codec.js';
import type * as original from '../../embed/model-folder.js';
import { loadStaticModel, type StaticEmbedder } from '../../embed/static-model.js';

let loaded: StaticEmbedder | undefined;

/** The bundled model, whatever number of dimensions is asked for: it has the first ones. Opened when first asked for. */
export const loadPackagedModel: typeof original.loadPackagedModel = () => {
  loaded ??= loadStaticModel({
    model: card,
    table: fromBase64(table),
    vocab: new TextEncoder().encode(vocab),
  });
  return loaded;
};
