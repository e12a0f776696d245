/** This package's version; `build/tools/edge-bundle.ts` makes it. */
declare module 'skillgraft:version' {
  export const version: string;
}
