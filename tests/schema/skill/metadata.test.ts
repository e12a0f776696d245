import { describe, expect, it } from 'vitest';
import { readMetadata } from '../../../schema/skill/metadata.js';
import { parseSkill } from '../../../schema/skill/parse.js';
import { estimateTokens, tokensOf } from '../../../schema/skill/tokens.js';
import { validateSkill } from '../../../schema/skill/validate.js';

const document = (yaml: string) => parseSkill(`---\n${yaml}\n---\nText.\n`, 'skills/a/SKILL.md').document!;
const read = (yaml: string, folder = 'a') => readMetadata(document(yaml), folder);
const codes = (yaml: string): string[] =>
  validateSkill({ path: 'skills/a/SKILL.md', folderName: 'a', document: document(yaml) }).map((one) =>
    `${one.code} ${one.args.key ?? ''}`.trim(),
  );

describe('readMetadata', () => {
  it('reads our keys at the top and inside metadata, in both spellings, the top first', () => {
    const { metadata } = read(
      'name: a\ndescription: d\nskill-type: workflow\nwhen_to_use: Often\nstatus: deprecated\npinned: true\nkind: rule\ntags: [x, y, x]\nmetadata:\n  tags: z\n  triggers: "one, two ,"\n  last_modified: 2024-01-02\n  version: 3\n  ttl-days: 30\n  derived-from: b, c\n  superseded_by: [d, e]',
    );
    expect(metadata).toEqual({
      type: 'WORKFLOW',
      whenToUse: 'Often',
      status: 'deprecated',
      pinned: true,
      kind: 'rule',
      tags: ['x', 'y'],
      triggers: ['one', 'two'],
      lastModified: '2024-01-02',
      version: '3',
      ttlDays: 30,
      derivedFrom: ['b', 'c'],
      supersededBy: ['d', 'e'],
    });
  });

  it('leaves defaults and what it cannot read away', () => {
    expect(
      read(
        'name: a\ndescription: d\nstatus: active\nkind: skill\npinned: false\nskill-type: odd\nttl-days: soon\ntags:\nrequires: x',
      ).metadata,
    ).toEqual({});
  });

  it('trims, and brings text into NFC', () => {
    expect(read('name: " cafe\u0301 "\ndescription: |\n\n  d\n').name).toBe('caf\u00e9');
    expect(read('description: d', 'cafe\u0301').name).toBe('caf\u00e9');
    expect(read('name: [x]\ndescription: 5', 'f')).toMatchObject({ name: 'f', description: '5' });
  });

  it('reads requires as lists', () => {
    expect(
      read('description: d\nrequires:\n  bins: git, node\n  env: [TOKEN]\n  other: x').metadata.requires,
    ).toEqual({ bins: ['git', 'node'], env: ['TOKEN'] });
  });
});

describe('rules on metadata', () => {
  it('names values out of range, of a wrong type, and a wrong shape of requires', () => {
    expect(
      codes('name: a\ndescription: Does it.\nkind: Rule\nstatus: gone\nskill-type: odd\nttl-days: 0'),
    ).toEqual(['value-out-of-range status', 'value-out-of-range skill-type', 'value-out-of-range ttl-days']);
    expect(codes('name: a\ndescription: Does it.\ntags: {a: b}\nlicense: [x]\nmetadata: text')).toEqual([
      'value-wrong-type tags',
      'value-wrong-type license',
      'value-wrong-type metadata',
    ]);
    expect(codes('name: a\ndescription: Does it.\nrequires: [git]')).toEqual(['requires-shape']);
    expect(codes('name: a\ndescription: Does it.\nrequires:\n  bin: git')).toEqual(['requires-shape']);
  });

  it('counts lengths by the limits of the schema', () => {
    expect(codes(`name: a\ndescription: Does it.\ncompatibility: ${'\u{1f9e9}'.repeat(500)}`)).toEqual([]);
    expect(codes(`name: a\ndescription: Does it.\ncompatibility: ${'\u{1f9e9}'.repeat(501)}`)).toEqual([
      'compatibility-too-long',
    ]);
  });

  it('tells a missing, an empty and an odd name or description apart', () => {
    expect(codes('description: Does it.')).toEqual(['name-missing']);
    expect(codes('name: ""\ndescription: " "')).toEqual(['name-missing', 'description-empty']);
    expect(codes('name: [a]\ndescription: {b: c}')).toEqual(['name-not-text', 'description-not-text']);
    expect(codes('name: a')).toEqual(['description-missing']);
    expect(codes('name: a\u0301\ndescription: Does it.')).toEqual(['name-folder-mismatch', 'name-not-nfc']);
  });
});

describe('estimateTokens', () => {
  it('counts a quarter for ASCII, a half for other letters, one for the rest', () => {
    expect(tokensOf('abcdefgh')).toBe(2);
    expect(tokensOf('\u00e9\u00e9')).toBe(1);
    expect(tokensOf('\u56fe\u8868\u{1f9e9}')).toBe(3);
    expect(estimateTokens('ab', 'cdef', '')).toEqual({ listing: 2, body: 0 });
  });
});
