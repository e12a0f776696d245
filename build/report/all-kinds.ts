import { CONFIG_FINDING_KINDS } from '../../runtime/config/findings.js';
import type { FindingKind } from '../../schema/diagnostic.js';
import { kinds } from '../../schema/messages.js';

/** Every kind of finding that a report can hold, those about settings included. */
export const allKinds: readonly FindingKind[] = [...kinds, ...CONFIG_FINDING_KINDS];

const byCode = new Map(allKinds.map((kind) => [kind.code, kind]));

/** A kind by its code; undefined for the code of a later version. */
export function kindOf(code: string): FindingKind | undefined {
  return byCode.get(code);
}
