import type { ModelWish } from '../embed/named-model.js';
import type { SettingFlags } from './settings.js';

/**
 * The model for transformers.js that settings name, as far as they do.
 *
 * @param folderOf makes the path of the models' folder absolute
 */
export function modelSettings(values: SettingFlags, folderOf: (path: string) => string): Partial<ModelWish> {
  const path = values['embedder-path'] ?? null;
  const download = values['embedder-download'];
  const wish = {
    model: values['embedder-model'],
    revision: values['embedder-revision'],
    prefix: values['embedder-prefix'],
    path: path === null ? null : folderOf(path),
    download: download === undefined ? null : download === 'yes',
  };
  const given = Object.entries(wish).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given) as Partial<ModelWish>;
}
