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

/** A kind of finding in words, with `…` for what one of them would name; severity is null for an unknown code. */
export function describeKind(code: string): { readonly severity: Severity | null; readonly message: string } {
  const kind = byCode.get(code);
  return { severity: kind?.severity ?? null, message: kind?.wording(ANYTHING) ?? code };
}
