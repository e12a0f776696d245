/** Why a history is not whole, by its code, in words that follow a colon. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['not-a-repository', 'there is no git repository'],
  ['work-tree', 'the index is of a work tree, not of a commit'],
  ['shallow-clone', 'the clone is shallow'],
  ['partial-clone', 'the clone is partial'],
  ['object-missing', 'the repository lacks some of its objects'],
]);

/** The reason of a lineage in words; a code that is not known stays as it is. */
export function lineageReason(code: string): string {
  return REASONS.get(code) ?? code;
}
