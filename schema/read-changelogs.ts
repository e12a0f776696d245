import { CHANGELOG_KEYS, type ChangelogRecord } from './changelog-trailers.js';
import { toLf } from './text.js';

const TRAILER = /^([A-Za-z0-9-]+)[ \t]*:[ \t]*(.*)$/;
const RULE = /^-{3,}$/;
const FIELDS: ReadonlyMap<string, keyof ChangelogRecord> = new Map(
  CHANGELOG_KEYS.map(([key, field]) => [key.toLowerCase(), field]),
);
/** Changes of one commit, sources of one change, code points of one value that are read. */
const LIMITS = { records: 64, sources: 64, value: 1000 } as const;

type Draft = { -readonly [K in Exclude<keyof ChangelogRecord, 'sources'>]?: string } & { sources: string[] };

/** A paragraph of a message; without trailers where it is prose. */
interface Paragraph {
  readonly trailers: readonly (readonly [key: string, value: string])[];
  readonly isRule: boolean;
}

/**
 * The changes that a commit's message tells in trailers, in their order. Trailers stand in the message's last
 * paragraphs, as git has it. A forge that squashes puts whole messages one behind the other, so that they stand in any
 * paragraph but the first, indented or not: there, a change has to have an action and a name. A key that stands twice
 * in one change counts as it stands last; one change told twice is one.
 */
export function readChangelogs(message: string): ChangelogRecord[] {
  if (!/skill-/i.test(message)) return [];
  const paragraphs = paragraphsOf(message).slice(1).map(readParagraph);
  const isProse = ({ trailers, isRule }: Paragraph): boolean => trailers.length === 0 && !isRule;
  const tail = paragraphs.findLastIndex(isProse);
  const records = new Map<string, ChangelogRecord>();
  paragraphs.forEach(({ trailers }, i) => {
    for (const record of recordsIn(trailers)) {
      const isWhole = record.action !== undefined && record.name !== undefined;
      if (i > tail || isWhole) records.set(JSON.stringify(record), record);
    }
  });
  return [...records.values()].slice(0, LIMITS.records);
}

function paragraphsOf(message: string): string[][] {
  const paragraphs: string[][] = [];
  let isOpen = false;
  for (const line of toLf(message).split('\n')) {
    const isBlank = /^[ \t]*$/.test(line);
    if (!isBlank && isOpen) paragraphs.at(-1)!.push(line);
    else if (!isBlank) paragraphs.push([line]);
    isOpen = !isBlank;
  }
  return paragraphs;
}

/** At least a quarter of a paragraph's lines have to be trailers, as git asks; lines that begin with a blank go on. */
function readParagraph(lines: readonly string[]): Paragraph {
  const indent = Math.min(...lines.map((line) => line.search(/[^ \t]/)));
  const trailers: [string, string][] = [];
  let others = 0;
  let isOpen = false;
  for (const line of lines.map((one) => one.slice(indent))) {
    const [, key, value] = TRAILER.exec(line) ?? [];
    const goesOn: boolean = isOpen && /^[ \t]/.test(line);
    if (key !== undefined && value !== undefined) trailers.push([key, value.trim()]);
    else if (goesOn) trailers.at(-1)![1] = `${trailers.at(-1)![1]} ${line.trim()}`.trim();
    else others++;
    isOpen = key !== undefined || goesOn;
  }
  const isRule = lines.length === 1 && RULE.test(lines[0]!.trim());
  return { trailers: trailers.length * 3 >= others ? trailers : [], isRule };
}

/** A second action or name behind a whole pair of both begins another change. */
function recordsIn(trailers: Paragraph['trailers']): ChangelogRecord[] {
  const drafts: Draft[] = [];
  for (const [key, text] of trailers) {
    const field = FIELDS.get(key.toLowerCase());
    const value = Array.from(text).slice(0, LIMITS.value).join('');
    if (field === undefined || value === '') continue;
    let draft = drafts.at(-1);
    const isWhole = draft?.action !== undefined && draft.name !== undefined;
    if (draft === undefined || (isWhole && (field === 'action' || field === 'name'))) {
      draft = { sources: [] };
      drafts.push(draft);
    }
    if (field !== 'sources') draft[field] = value;
    else if (draft.sources.length < LIMITS.sources) draft.sources.push(value);
  }
  return drafts.map(({ sources, ...record }) => (sources.length > 0 ? { ...record, sources } : record));
}
