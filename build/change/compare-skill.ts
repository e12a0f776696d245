import { countChangedLines } from '../../runtime/diff/hunks.js';
import { compareFields, invocationChanges, newRequirements } from './compare-fields.js';
import { compareFiles } from './compare-files.js';
import { compareHidden } from './compare-hidden.js';
import { compareLinks } from './compare-links.js';
import { compareTools } from './compare-tools.js';
import type { FileState, SkillState } from './sides.js';
import type { SkillChange, SkillChangeKind } from './types.js';

/** A skill on both sides, one of which may be missing. */
export interface ComparedSkill {
  readonly before: SkillState | null;
  readonly after: SkillState | null;
  /** Share of SKILL.md in common, of a skill with another folder. */
  readonly similarity?: number;
  /** SKILL.md files of this side that are there and cannot be read. */
  readonly unreadable?: { readonly before: boolean; readonly after: boolean };
}

/** What differs between two states of a skill. Null where nothing does. Pure. */
export function compareSkill(compared: ComparedSkill): SkillChange | null {
  const { before, after, similarity } = compared;
  const { entry } = (after ?? before)!;
  const fields = compareFields(before?.entry.frontmatter ?? {}, after?.entry.frontmatter ?? {});
  const files = compareFiles(before, after);
  const kind = kindOf(compared);
  if (kind === 'changed' && files.length === 0 && isSameFile(before, after)) return null;
  return {
    kind,
    path: entry.path,
    name: entry.name,
    ...formerOf(compared),
    ...(similarity === undefined ? {} : { similarity }),
    ...(before === null || after === null ? { description: entry.description } : {}),
    fields: before === null || after === null ? [] : fields,
    body: changedLines(before, after),
    ...otherBytes(before, after),
    tokens: {
      listing: { before: before?.entry.tokens.listing ?? null, after: after?.entry.tokens.listing ?? null },
      body: { before: before?.entry.tokens.body ?? null, after: after?.entry.tokens.body ?? null },
    },
    files,
    tools: compareTools(before?.entry.metadata.allowedTools, after?.entry.metadata.allowedTools),
    links: compareLinks(before, after),
    requires: newRequirements(before?.entry.metadata ?? {}, after?.entry.metadata ?? {}),
    invocation: invocationChanges(fields).filter(() => after !== null),
    hidden: compareHidden(before, after),
  };
}

function kindOf({ before, after, unreadable }: ComparedSkill): SkillChangeKind {
  if (before === null) return unreadable?.before === true ? 'mended' : 'added';
  if (after === null) return unreadable?.after === true ? 'broken' : 'removed';
  if (before.entry.path === after.entry.path) return 'changed';
  return before.entry.name === after.entry.name ? 'moved' : 'renamed';
}

function formerOf({ before, after }: ComparedSkill): Pick<SkillChange, 'from'> {
  if (before === null || after === null) return {};
  const { path, name } = before.entry;
  return path === after.entry.path && name === after.entry.name ? {} : { from: { path, name } };
}

function changedLines(before: SkillState | null, after: SkillState | null): SkillChange['body'] {
  const none = { added: null, removed: null };
  if (isSameFile(before, after)) return { added: 0, removed: 0 };
  if ([before, after].some((state) => state !== null && fileOf(state)?.text === null)) return none;
  return countChangedLines(before?.body ?? '', after?.body ?? '') ?? none;
}

function otherBytes(before: SkillState | null, after: SkillState | null): Pick<SkillChange, 'bytes'> {
  if (before === null || after === null || isSameFile(before, after)) return {};
  const [a, b] = [fileOf(before), fileOf(after)];
  if (typeof a?.text !== 'string' || a.text !== b?.text) return {};
  return { bytes: a.bom === b.bom ? 'line-ends' : 'byte-order-mark' };
}

function isSameFile(before: SkillState | null, after: SkillState | null): boolean {
  return before !== null && after !== null && digestOf(before) === digestOf(after);
}

function fileOf({ files }: SkillState): FileState | undefined {
  return files.get('SKILL.md');
}

function digestOf(state: SkillState): string | undefined {
  return fileOf(state)?.digest;
}
