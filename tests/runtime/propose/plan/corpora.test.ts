import { describe, expect, it } from 'vitest';
import { readSections, walkSections, writeSections } from '../../../../runtime/propose/plan/sections.js';
import { SkillgraftError } from '../../../../schema/errors.js';
import { parseSkill } from '../../../../schema/skill/parse.js';
import { editFrontmatter } from '../../../../schema/skill/serialise.js';
import type { SkillDocument } from '../../../../schema/skill/types.js';
import { corpusFiles } from '../../../helpers/corpus.js';
import { sharedPath } from '../../../helpers/shared.js';
import { baseOf, plan, refusal } from './plan-base.js';

const FILE = 'skills/one/SKILL.md';
const NEW = 'Says: "something" else # now.';

describe.skipIf(sharedPath('corpora') === null)('the corpora (needs ../shared/corpora)', () => {
  const files = corpusFiles().map(({ path, bytes }) => {
    return { path, bytes, document: parseSkill(bytes, FILE).document };
  });
  const readable = files.filter(
    (one): one is typeof one & { document: SkillDocument } => one.document !== null,
  );

  /** Bodies are parsed several times: one in seven is enough to meet every form. */
  const sample = readable.filter((_, i) => i % 7 === 0);

  it('an edit of nothing gives the same bytes, and so does a body as sections', () => {
    for (const { path, bytes, document } of readable) {
      const text = latin1(bytes);
      expect(editFrontmatter(text, new Map()), path).toBe(text);
      const root = readSections(document.body);
      expect(writeSections(root, '\n'), path).toBe(document.body);
    }
  });

  it('a FIX of the description changes only its lines, and the number of a declared version', () => {
    const counts = { description: 0, added: 0, version: 0, quotes: 0 };
    const request = { action: 'FIX', name: 'skills/one', description: NEW };
    for (const { path, bytes, document } of readable) {
      const { changes, notes } = plan(baseOf({ [FILE]: bytes }), request);
      const fixed = changes[0]!.after!;
      const now = parseSkill(fixed, FILE).document!;
      expect(now.frontmatter.description, path).toBe(NEW);
      const same = expect(without(fixed, now), path);
      if (notes.length > 0) {
        // A value without the quotes that YAML needs: no other one can be set before it has them.
        expect(notes, path).toEqual([expect.stringMatching(/^Put in quotes/u)]);
        same.not.toEqual(without(bytes, document));
        counts.quotes++;
        continue;
      }
      same.toEqual(without(bytes, document));
      if (wholeVersionLine(document) !== null) counts.version++;
      else if (document.positions.has('description')) counts.description++;
      else counts.added++;
    }
    expect(counts).toEqual({ description: 9478, added: 12, version: 118, quotes: 1 });
  });

  it('a lesson is added, and no line is lost', () => {
    const lesson = 'Say what was learned, as one sentence of quokka.';
    const refused = new Map<string, number>();
    for (const { path, bytes, document } of sample) {
      const fixed = fixOrCode(bytes, { lesson }, refused);
      if (fixed === null) continue;
      const version = wholeVersionLine(document);
      const before = linesOf(bytes).filter((_, i) => i + 1 !== version);
      const now = linesOf(fixed).filter((_, i) => i + 1 !== version);
      expect(now.filter((line) => line.includes('quokka')).length, path).toBe(1);
      expect(isSubsequence(before, now), path).toBe(true);
      expect(now.length - before.length, path).toBeLessThan(7);
      // The same lesson again changes nothing.
      expect(refusal(() => fix(fixed, { lesson })).code, path).toBe('nothing-to-change');
    }
    expect(Object.fromEntries(refused)).toEqual({});
  });

  it('a new body keeps every section that it lacks, with every line', () => {
    const body = '# Another title\n\nA new start.\n\n## Quokka\n\nA new section.\n';
    const refused = new Map<string, number>();
    for (const { path, bytes, document } of sample) {
      const fixed = fixOrCode(bytes, { body }, refused);
      if (fixed === null) continue;
      const old = readSections(document.body);
      const now = readSections(parseSkill(fixed, FILE).document!.body);
      const titles = [...walkSections(now)].map(({ title }) => title);
      // The title's own text is the new one's; without a title, the text above the first heading is.
      const top = old.children.length === 1 && old.children[0]!.level === 1 ? old.children[0]! : old;
      const kept = [...walkSections(top)].filter((one) => one !== top).map(({ head, own }) => head + own);
      expect(
        isSubsequence(textLines(kept.join('')), textLines(parseSkill(fixed, FILE).document!.body)),
        path,
      ).toBe(true);
      expect(titles, path).toContain('Quokka');
    }
    expect(Object.fromEntries(refused)).toEqual({});
  });

  it('what cannot be read is refused with the line to mend', () => {
    const broken = files.filter(({ document }) => document === null);
    for (const { path, bytes } of broken) {
      const found = refusal(() => fix(bytes, { description: NEW }));
      expect(found.code, path).toBe('skill-unreadable');
      expect(found.message, path).toMatch(/^skills\/one\/SKILL\.md:\d+:\d+ cannot be read: ./u);
    }
    expect(broken.length).toBe(380);
  });
});

function fix(bytes: Uint8Array, parameters: object): Uint8Array {
  const base = baseOf({ [FILE]: bytes });
  return plan(base, { action: 'FIX', name: 'skills/one', ...parameters }).changes[0]!.after!;
}

function fixOrCode(bytes: Uint8Array, parameters: object, refused: Map<string, number>): Uint8Array | null {
  try {
    return fix(bytes, parameters);
  } catch (error) {
    if (!(error instanceof SkillgraftError)) throw error;
    refused.set(error.code, (refused.get(error.code) ?? 0) + 1);
    return null;
  }
}

function linesOf(bytes: Uint8Array): string[] {
  return latin1(bytes)
    .split('\n')
    .map((line) => line.trimEnd());
}

function textLines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const line of whole) if (at < part.length && line === part[at]) at++;
  // A file without a line end at its end gets one.
  return at >= part.length - 1 && part.slice(at).every((line) => line === '');
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

/** The file's lines but for those of its description and of a version that goes up. */
function without(bytes: Uint8Array, document: SkillDocument): string[] {
  const lines = latin1(bytes).split(/(?<=\n)/u);
  const [from, to] = descriptionLines(lines, document);
  const version = wholeVersionLine(document);
  return lines.filter((_, i) => !(i + 1 >= from && i + 1 < to) && i + 1 !== version);
}

/** Line of the key, and the one behind its value: blank lines and comments behind that are not its own. */
function descriptionLines(lines: readonly string[], document: SkillDocument): [number, number] {
  const at = document.positions.get('description');
  if (at === undefined) return [0, 0];
  const starts = [...document.positions.values()].map(({ line }) => line).filter((line) => line > at.line);
  const fence = lines.findIndex((line, i) => i >= at.line && /^---\s*$/u.test(line)) + 1;
  let to = Math.min(fence, ...starts);
  while (to > at.line + 1 && /^\s*(?:#.*)?$/u.test(lines[to - 2]!)) to--;
  return [at.line, to];
}

function wholeVersionLine({ frontmatter, positions }: SkillDocument): number | null {
  const inner = frontmatter.metadata as { version?: unknown } | undefined;
  const isTop = frontmatter.version !== undefined && frontmatter.version !== null;
  if (!/^[1-9]\d*$/u.test(String(isTop ? frontmatter.version : inner?.version))) return null;
  return positions.get(isTop ? 'version' : 'metadata.version')!.line;
}
