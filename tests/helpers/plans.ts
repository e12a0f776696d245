import type { Changelog, FileChange, Plan } from '../../runtime/propose/types.js';

export const NO_CHANGELOG: Changelog = {
  action: 'ARCHIVE',
  name: 'new',
  from: null,
  to: null,
  trigger: null,
  reason: null,
  sources: [],
};

/** A change of a file from one text to another; null where there is none. */
export function change(path: string, before: string | null, after: string | null): FileChange {
  const bytes = (text: string | null): Uint8Array | null => (text === null ? null : Buffer.from(text));
  return { path, mode: '100644', before: bytes(before), after: bytes(after) };
}

/** A plan of some changes; it is about the folder of the first one. */
export function planOf(changes: readonly FileChange[], changelog: Partial<Changelog> = {}, base = ''): Plan {
  return {
    base,
    path: changes[0]?.path.replace(/\/[^/]*$/, '') ?? 'skills/none',
    changes,
    changelog: { ...NO_CHANGELOG, ...changelog },
    subject: 'Change it',
    notes: [],
    findings: [],
  };
}
