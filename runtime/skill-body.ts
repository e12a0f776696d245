import { splitSkill } from '../schema/skill/split.js';
import { decodeUtf8, toLf } from '../schema/text.js';

/** The text behind the front matter, whole; a file without readable front matter is all body. */
export function bodyOf(bytes: Uint8Array, path: string): string {
  const text = toLf(decodeUtf8(bytes).text);
  return splitSkill(text, path).parts?.body ?? text;
}
