import { describe, expect, it } from 'vitest';
import { whyNotServable } from '../../../../runtime/mcp/skills-extension/servable.js';
import type { SkillEntry } from '../../../../schema/index.types.js';

const file = (name: string, size = 1) => ({ uri: `skill://a/reed/${name}`, digest: 'sha256:0', size });

function entry(frontmatter: object, more: Partial<SkillEntry> = {}): SkillEntry {
  const given = { name: 'reed', description: 'Cuts reeds.', ...frontmatter };
  const skill = { path: 'skills/a/reed', uri: 'skill://a/reed/SKILL.md', resources: [file('SKILL.md')] };
  return { ...skill, frontmatter: given, ...more } as SkillEntry;
}

const files = (count: number, size = 1) => ({
  resources: Array.from({ length: count }, (_, i) => file(i === 0 ? 'SKILL.md' : `f${i}`, size)),
});

describe('a skill is published', () => {
  it.each([
    ['as it should be', entry({})],
    ['with a description of 1,024 code points', entry({ description: '😀'.repeat(1024) })],
    ['with metadata of texts', entry({ metadata: { version: '1.0' }, compatibility: 'Node', other: [1] })],
    ['with 512 files', entry({}, files(512))],
    ['with 16 MiB', entry({}, files(16, 1024 * 1024))],
  ])('%s', (_, skill) => {
    expect(whyNotServable(skill)).toBeNull();
  });
});

describe('a skill is left out', () => {
  it.each([
    ['without a name', entry({ name: undefined }), 'states no name'],
    ['whose name is a number', entry({ name: 7 }), 'states no name'],
    ['with another name than its folder', entry({ name: 'other' }), 'not that of its folder'],
    ['with an invalid name', entry({ name: 'Reed' }), 'lower-case letters'],
    ['with a long name', entry({ name: 'r'.repeat(65) }), 'lower-case letters'],
    ['at the top', entry({}, { uri: 'skill://SKILL.md' }), 'not that of its folder'],
    ['without a description', entry({ description: null }), 'no description'],
    ['with an empty description', entry({ description: '' }), 'no description'],
    ['with a long description', entry({ description: 'x'.repeat(1025) }), 'more than 1024 characters'],
    ['with a long compatibility', entry({ compatibility: 'x'.repeat(501) }), 'compatibility'],
    ['with nested metadata', entry({ metadata: { tags: ['a'] } }), 'metadata'],
    ['with metadata that is a list', entry({ metadata: [] }), 'metadata'],
    [
      'with a number that was read as text',
      entry({ metadata: { v: '1.0' } }, { findings: { 'metadata-value-not-text': 1 } }),
      'metadata',
    ],
    ['that was read leniently', entry({}, { findings: { 'yaml-unquoted-colon': 1 } }), 'not YAML'],
    ['with 513 files', entry({}, files(513)), 'more than 512 files'],
    ['with more than 16 MiB', entry({}, files(17, 1024 * 1024)), 'bytes'],
  ])('%s', (_, skill, reason) => {
    expect(whyNotServable(skill)).toContain(reason);
  });
});
