import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SkillgraftError } from '../../../schema/errors.js';
import { parseSkill } from '../../../schema/skill/parse.js';
import { editFrontmatter, replaceBody, writeSkill } from '../../../schema/skill/serialise.js';
import type { Json } from '../../../schema/skill/types.js';

const edit = (text: string, changes: Record<string, Json | undefined>): string =>
  editFrontmatter(text, new Map(Object.entries(changes)));
const read = (text: string): Record<string, unknown> => {
  const { document, findings } = parseSkill(text, 'p');
  if (!document) throw new Error(`${findings[0]?.code}: ${text}`);
  return JSON.parse(JSON.stringify(document.frontmatter)) as Record<string, unknown>;
};

const SOURCE = `---
# kept
name: 'a'   # kept too
description: >-
  Folded
  text.
version: 1.10
tags: [x, y]   # flow
triggers:
    - one
    - two
keywords: k1, k2
metadata:
  author: "me"
  # inner
  level: deep
license:
---

Body --- here.
`;

describe('editFrontmatter', () => {
  it('gives the same text where nothing changes', () => {
    expect(edit(SOURCE, {})).toBe(SOURCE);
  });

  it('changes the named lines only, and keeps quotes, comments and form', () => {
    const out = edit(SOURCE, {
      name: "it's",
      version: '2',
      tags: ['z'],
      triggers: ['three', 'a: b'],
      keywords: ['k3', 'k4'],
      license: 'MIT',
    });
    expect(out).toBe(
      SOURCE.replace("name: 'a' ", "name: 'it''s' ")
        .replace('version: 1.10', 'version: "2"')
        .replace('[x, y]', '[z]')
        .replace('    - one\n    - two', '  - three\n  - "a: b"')
        .replace('k1, k2', 'k3, k4')
        .replace('license:', 'license: MIT'),
    );
  });

  it('replaces a block scalar, adds and removes keys, also inside metadata', () => {
    const out = edit(SOURCE, {
      description: 'New: text',
      'metadata.author': undefined,
      'metadata.new': 'yes',
      status: 'stale',
      license: undefined,
    });
    expect(out).toBe(
      SOURCE.replace('>-\n  Folded\n  text.', '"New: text"')
        .replace('  author: "me"\n', '')
        .replace('  level: deep\n', '  level: deep\n  new: "yes"\n')
        .replace('license:\n', 'status: stale\n'),
    );
  });

  it('makes a metadata map, and writes into one in flow form', () => {
    expect(edit('---\nname: a\n---\n', { 'metadata.version': '1' })).toBe(
      '---\nname: a\nmetadata:\n  version: "1"\n---\n',
    );
    expect(edit('---\nmetadata: { a: b, c: d }\n---\n', { 'metadata.a': 'x', 'metadata.e': 'f' })).toBe(
      '---\nmetadata: {a: x, c: d, e: f}\n---\n',
    );
    expect(edit('---\nname: a\nmetadata:\n  v: 1\n---\n', { 'metadata.v': undefined })).toBe(
      '---\nname: a\n---\n',
    );
  });

  it('keeps CRLF and a byte order mark', () => {
    expect(edit('\ufeff---\r\nname: a\r\n---\r\nx\r\n', { name: 'b', tags: ['c'] })).toBe(
      '\ufeff---\r\nname: b\r\ntags: [c]\r\n---\r\nx\r\n',
    );
  });

  it('refuses a file that it cannot read', () => {
    expect(() => edit('no front matter', { name: 'a' })).toThrow(SkillgraftError);
    expect(() => edit('---\na: [\n---\n', { name: 'a' })).toThrow(SkillgraftError);
  });

  it('property: what was set is read back, what was not stays as it was, and the rest of the file too', () => {
    const text = fc
      .string({ unit: 'grapheme', maxLength: 30 })
      .filter((one) => !/\p{Surrogate}|\0/u.test(one));
    const value: fc.Arbitrary<Json | undefined> = fc.oneof(
      text,
      fc.array(text, { maxLength: 3 }),
      fc.boolean(),
      fc.integer(),
      fc.constant(undefined),
    );
    const key = fc.constantFrom(
      'name',
      'description',
      'version',
      'tags',
      'triggers',
      'license',
      'new-key',
      'metadata.author',
      'metadata.level',
      'metadata.new',
    );
    fc.assert(
      fc.property(fc.dictionary(key, value, { maxKeys: 4 }), fc.boolean(), (changes, crlf) => {
        const source = crlf ? SOURCE.replaceAll('\n', '\r\n') : SOURCE;
        const out = edit(source, changes);
        const [before, after] = [flat(read(source)), flat(read(out))];
        for (const [name, wanted] of Object.entries(changes)) {
          if (wanted === undefined) before.delete(name);
          else before.set(name, readBack(name, wanted, before.get(name)));
        }
        expect([...after].sort()).toEqual([...before].sort());
        expect(out.endsWith(crlf ? '\r\n\r\nBody --- here.\r\n' : '\n\nBody --- here.\n')).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

/** A list where text stood goes back as comma-separated text (1.10 is a number to YAML); scalars of metadata are text. */
function readBack(name: string, wanted: Json, old: unknown): unknown {
  const fits =
    Array.isArray(wanted) &&
    wanted.length > 0 &&
    wanted.every((one) => one !== '' && one === String(one).trim() && !String(one).includes(','));
  if (fits && typeof old === 'string' && name !== 'version') return wanted.join(', ');
  return name.startsWith('metadata.') && typeof wanted !== 'object' ? String(wanted) : wanted;
}

function flat(front: Record<string, unknown>): Map<string, unknown> {
  const out = new Map<string, unknown>();
  for (const [key, value] of Object.entries(front)) {
    if (key !== 'metadata') out.set(key, value);
    else
      for (const [inner, one] of Object.entries(value as Record<string, unknown>))
        out.set(`metadata.${inner}`, one);
  }
  return out;
}

describe('replaceBody and writeSkill', () => {
  it('sets the body and keeps the front matter', () => {
    expect(replaceBody('---\nname: a  # x\n---\nold\n', 'new\n')).toBe('---\nname: a  # x\n---\n\nnew\n');
    expect(replaceBody('---\r\nname: a\r\n---', 'x\ny\n')).toBe('---\r\nname: a\r\n---\r\n\r\nx\r\ny\r\n');
  });

  it('writes a new file that reads as it was given', () => {
    const text = writeSkill(
      [
        ['name', 'a'],
        ['description', 'Use when: x # y'],
        ['tags', ['b', '1']],
        ['metadata', { version: '1.10' }],
      ],
      'Body.\n',
    );
    expect(text).toBe(
      '---\nname: a\ndescription: "Use when: x # y"\ntags: [b, "1"]\nmetadata:\n  version: "1.10"\n---\n\nBody.\n',
    );
    expect(read(text)).toEqual({
      name: 'a',
      description: 'Use when: x # y',
      tags: ['b', '1'],
      metadata: { version: '1.10' },
    });
  });
});
