import type { Json } from '../../../schema/skill/types.js';
import type { ChangeReport, FieldChange, FileChange, SkillChange } from '../types.js';
import { code, codes, count, type Line, line, type Quote, type Section, text } from './document.js';

const VERBS: Readonly<Record<SkillChange['kind'], string>> = {
  broken: 'Broken',
  removed: 'Removed',
  renamed: 'Renamed',
  moved: 'Moved',
  added: 'Added',
  mended: 'Mended',
  changed: 'Changed',
};
const ORDER = Object.keys(VERBS);

/** One section a skill, folded: removed and renamed ones first. */
export function skillSections({ skills }: ChangeReport): Section[] {
  return [...skills]
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
    .map((skill) => ({ title: titleOf(skill), lines: linesOf(skill), open: false }));
}

function titleOf({ kind, path, from, similarity, tokens, body, bytes }: SkillChange): (string | Quote)[] {
  const former = from === undefined || from.path === path ? [] : [' from ', code(from.path)];
  const alike = similarity === undefined ? '' : `, ${Math.floor(similarity * 100)} % the same`;
  const isKept = kind === 'changed' || kind === 'renamed' || kind === 'moved';
  const text = isKept ? textChange(body) : '';
  const other = bytes === undefined ? '' : `, ${bytes.replaceAll('-', ' ')} of SKILL.md`;
  return [`${VERBS[kind]} `, code(path), ...former, `${alike}${text}${other}${cost(tokens)}`];
}

function textChange({ added, removed }: SkillChange['body']): string {
  if (added === null || removed === null) return ', text too large to compare line by line';
  return added + removed > 0 ? `, text +${added} −${removed} lines` : '';
}

function cost({ listing, body }: SkillChange['tokens']): string {
  if (listing.before === null)
    return `, about ${listing.after} tokens in the list and ${body.after} when read`;
  if (listing.after === null) return '';
  const parts = [
    listing.before === listing.after ? '' : `list ${listing.before} → ${listing.after}`,
    body.before === body.after ? '' : `text ${body.before} → ${body.after}`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `, tokens: ${parts.join(', ')}`;
}

function linesOf(skill: SkillChange): Line[] {
  const { kind, name, from, fields, files, tools, links, invocation, requires } = skill;
  const isGone = kind === 'removed' || kind === 'broken';
  const isFresh = kind === 'added' || kind === 'mended';
  return [
    ...(from === undefined || from.name === name ? [] : [line('Name ', code(from.name), ' → ', code(name))]),
    ...(skill.description === undefined ? [] : [line(text(skill.description))]),
    ...fields.filter(({ key }) => key !== 'name' || from === undefined).map(fieldLine),
    ...(isFresh ? invocation.map(fieldLine) : []),
    ...(isFresh ? namesLine(tools.added, 'Allowed tools: ') : []),
    ...(isGone ? [] : namesLine(tools.removed, 'No longer among the allowed tools: ')),
    ...(isFresh ? namesLine(requires, 'Requires: ') : []),
    ...fileLines(files),
    ...(isFresh ? namesLine(links.hosts, 'Hosts that it names: ') : namesLine(links.urls, 'New addresses: ')),
  ];
}

function namesLine(names: readonly string[], says: string): Line[] {
  return names.length === 0 ? [] : [line(says, ...codes(names))];
}

function fieldLine({ key, before, after }: FieldChange): Line {
  if (before === null) return line(code(key), ' added: ', shown(after));
  if (after === null) return line(code(key), ' removed: ', shown(before));
  return line(code(key), ': ', shown(before), ' → ', shown(after));
}

function shown(value: Json): Quote {
  return text(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Files named up to here; of more only the number. */
const MOST_FILES = 20;

function fileLines(files: readonly FileChange[]): Line[] {
  const lines = files.slice(0, MOST_FILES).map(({ path, change, size, executable }) => {
    const bytes =
      change === 'added'
        ? `${size.after} bytes`
        : change === 'removed'
          ? `${size.before} bytes`
          : `${size.before} → ${size.after} bytes`;
    const mode =
      executable.before === executable.after || change === 'removed'
        ? ''
        : executable.after
          ? ', executable'
          : ', no longer executable';
    return line(`File ${change}: `, code(path), ` (${bytes}${mode})`);
  });
  const left = files.length - MOST_FILES;
  return left > 0 ? [...lines, line(`and ${count(left, 'more file')}`)] : lines;
}
