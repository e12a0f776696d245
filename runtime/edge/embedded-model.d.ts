/** The model that is bundled with the worker; `build/tools/edge-bundle.ts` makes it. */
declare module 'skillgraft:embedded-model' {
  /** Text of model.json. */
  export const card: string;
  /** table.bin, base64. */
  export const table: string;
  /** vocab.txt. */
  export const vocab: string;
}
