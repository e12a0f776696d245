import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Files without which transformers.js loads no 8-bit model, and those that it also reads where they are there. */
const NEEDED = ['config.json', 'onnx/model_quantized.onnx', 'tokenizer.json'];
const ALSO = /^(?:tokenizer_config\.json|onnx\/model_quantized\.onnx_data.*)$/;

/**
 * Names the state of a model on disk by the bytes of the files that are loaded; what else lies beside them does not
 * count. Null where the folder does not hold a whole model.
 *
 * @returns 32 hex digits
 */
export async function digestModel(folder: string): Promise<string | null> {
  const names = [...(await listFolder(folder, '')), ...(await listFolder(folder, 'onnx/'))];
  if (!NEEDED.every((name) => names.includes(name))) return null;
  const hash = createHash('sha256');
  for (const name of names.filter((one) => NEEDED.includes(one) || ALSO.test(one)).sort())
    hash.update(`${name} ${await digestFile(join(folder, name))}\n`);
  return hash.digest('hex').slice(0, 32);
}

async function listFolder(folder: string, below: string): Promise<string[]> {
  const names = await readdir(join(folder, below)).catch(() => []);
  return names.map((name) => below + name);
}

/** Read in pieces: weights may take more than memory should. */
async function digestFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array);
  return hash.digest('hex');
}
