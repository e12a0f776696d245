import { buildKinds } from './build-kinds.js';
import { checkKinds } from './check-kinds.js';
import type { Finding, FindingArgs, FindingKind, Severity } from './diagnostic.js';
import { policyKinds } from './policy-kinds.js';
import { securityKinds } from './security/scan.js';
import { collectionKinds } from './skill/kinds/collection.js';
import { discoveryKinds } from './skill/kinds/discovery.js';
import { listingKinds } from './skill/kinds/listing.js';
import { readKinds } from './skill/kinds/read.js';
import { yamlKinds } from './skill/kinds/yaml.js';
import { rules } from './skill/rules/index.js';

/** Every kind of finding that there is. A new kind is one constant in its own list, or one list here. */
export const kinds: readonly FindingKind[] = [
  ...readKinds,
  ...yamlKinds,
  ...rules,
  ...discoveryKinds,
  ...collectionKinds,
  ...listingKinds,
  ...buildKinds,
  ...checkKinds,
  ...securityKinds,
  ...policyKinds,
];

const byCode = new Map(kinds.map((kind) => [kind.code, kind]));

/** A finding in words: what is wrong, and what to do. A code from a newer version is its own wording. */
export function describe(finding: Finding): string {
  return byCode.get(finding.code)?.wording(finding.args) ?? finding.code;
}

/** Stands for whatever a finding would name, be it one word or a list of them. */
const ANYTHING: FindingArgs = new Proxy({}, { get: () => ['…'] });

/**
 * A kind of finding in words that hold for each one of it: where its wording names something, why it matters stands in
 * place of the sentences that do. Severity is null for an unknown code.
 */
export function describeKind(code: string): { readonly severity: Severity | null; readonly message: string } {
  const kind = byCode.get(code);
  if (kind === undefined) return { severity: null, message: code };
  const said = sentencesOf(kind.wording(ANYTHING));
  const general = said.filter((sentence) => !OPEN.test(sentence));
  const isWhole = general.length === said.length;
  const why = isWhole || kind.page === undefined ? [] : sentencesOf(kind.page.why).slice(0, 1);
  return { severity: kind.severity, message: [...why, ...general].join(' ') || code };
}

/** A sentence that needs the arguments of one finding; a table of words that one of them chooses from gives `undefined`. */
const OPEN = /…|undefined/;

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?]) (?=[A-Z`])/);
}
