import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SkillgraftError } from '../../schema/errors.js';
import {
  isSafePath,
  isSidecar,
  joinDigest,
  resourceFile,
  resourcePath,
  resourceUri,
  splitDigest,
  uriFolder,
} from '../../schema/format.js';

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;
const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');

describe('the digest in front', () => {
  it('is split from what it covers as it was joined', () => {
    const hex = fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: 64, maxLength: 64 });
    fc.assert(
      fc.property(hex, fc.string({ unit: 'binary-ascii' }), (digits, covered) => {
        const digest = `sha256:${digits.join('')}`;
        const split = splitDigest(latin1(joinDigest(digest, covered)))!;
        expect(split.digest).toBe(digest);
        expect(Buffer.from(split.covered).toString('latin1')).toBe(covered);
      }),
    );
  });

  it('is not found where one character is another, or the text is cut', () => {
    const good = joinDigest(DIGEST, '');
    expect(splitDigest(latin1(good))?.digest).toBe(DIGEST);
    for (let at = 0; at < good.length; at += 1) {
      expect(splitDigest(latin1(good.slice(0, at)))).toBeNull();
      expect(splitDigest(latin1(`${good.slice(0, at)}G${good.slice(at + 1)}`)), `${at}`).toBeNull();
    }
    expect(splitDigest(latin1(good.toUpperCase()))).toBeNull();
    expect(splitDigest(latin1(` ${good}`))).toBeNull();
  });
});

describe('addresses of files', () => {
  const odd = [
    'a b',
    '100%',
    'a#b',
    'a?b',
    'é',
    '日本',
    '🚀',
    '%2e%2e',
    '..a',
    'a..',
    '...',
    "it's(1)!*",
    'a\\b',
    'a:b',
    '&=+$,;@',
    '~-_.',
    '[x]',
    '\t',
    '"',
    '%',
  ];
  const segment = fc
    .oneof(
      fc.constantFrom(...odd),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }).map((text) => text.replace(/[/\0]/g, '_')),
    )
    .filter((text) => text !== '.' && text !== '..' && text !== '');
  const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));

  it('lead back to the path, and to one file in the folder', () => {
    fc.assert(
      fc.property(path, path, fc.boolean(), (folder, file, isBelow) => {
        const skillPath = isBelow ? `skills/${folder}` : folder;
        const place = skillPath.startsWith('skills/') ? skillPath.slice(7) : skillPath;
        const skillUri = `skill://${uriFolder(skillPath)}/SKILL.md`;
        const uri = resourceUri(skillUri, file);
        expect(uri).toMatch(/^skill:\/\/[\w.~%/-]+$/);
        expect(resourcePath(skillUri, uri)).toBe(file);
        expect(resourceFile(uri)).toBe(`skills/${place}/${file}`);
        expect(isSafePath(resourceFile(uri))).toBe(true);
        expect(resourceUri(skillUri, 'SKILL.md')).toBe(skillUri);
      }),
    );
  });

  it('differ where the paths differ', () => {
    const uris = odd.map((name) => resourceUri('skill://x/SKILL.md', name));
    expect(new Set(uris).size).toBe(odd.length);
    expect(resourceUri('skill://x/SKILL.md', 'a%2fb')).not.toBe(resourceUri('skill://x/SKILL.md', 'a/b'));
  });

  it('are taken with a lone surrogate, which no path on disk has', () => {
    expect(resourceUri('skill://x/SKILL.md', 'a\ud800')).toBe('skill://x/a%EF%BF%BD');
  });

  it('that are malformed are refused with a hint', () => {
    for (const uri of ['skill://%', 'skill://a/%zz', 'skill://%ff']) {
      expect(() => resourceFile(uri)).toThrow(SkillgraftError);
      expect(() => resourcePath('skill://SKILL.md', uri)).toThrow(SkillgraftError);
    }
  });
});

describe('isSafePath', () => {
  it('refuses every path that could lead out of a folder', () => {
    for (const bad of [
      '',
      '/',
      '/a',
      'a/',
      'a//b',
      '.',
      '..',
      './a',
      'a/.',
      'a/..',
      '../a',
      'a/../b',
      'a\0b',
      '\0',
    ]) {
      expect(isSafePath(bad), JSON.stringify(bad)).toBe(false);
    }
    for (const good of ['a', 'a/b', '.a', '..a', 'a..', '...', '.../a', 'a b', 'a\\b', '%2e%2e/a']) {
      expect(isSafePath(good), JSON.stringify(good)).toBe(true);
    }
  });
});

describe('isSidecar', () => {
  it('tells a reference from a section', () => {
    expect(isSidecar({ $file: 'x', digest: DIGEST, size: 1 })).toBe(true);
    for (const section of [null, undefined, 5, 'x', [], {}, { file: 'x' }])
      expect(isSidecar(section)).toBe(false);
  });
});
