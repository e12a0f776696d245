import { describe, expect, it } from 'vitest';
import { folderUri, pathOfUri } from '../../../../runtime/mcp/skills-extension/uri.js';

describe('what a URI names', () => {
  it.each([
    ['skill://a/b/SKILL.md', 'a/b/SKILL.md'],
    ['SKILL://a/SKILL.md', 'a/SKILL.md'],
    ['skill://a/', 'a'],
    ['skill://', ''],
    ['skill://a/SKILL.md#part', 'a/SKILL.md'],
    ['skill://a/Q%26A%20(1).md', 'a/Q&A (1).md'],
    ['skill://a/Q&A (1).md', 'a/Q&A (1).md'],
    ['skill://caf%C3%A9/SKILL.md', 'café/SKILL.md'],
    ['skill://cafe%CC%81/SKILL.md', 'café/SKILL.md'],
    ['skill://a/b/../c/SKILL.md', 'a/c/SKILL.md'],
    ['skill://a/%2e%2e/%2E%2E/etc/passwd', 'a/etc/passwd'],
  ])('%s is %s', (uri, path) => {
    expect(pathOfUri(uri)).toBe(path);
  });

  it.each([
    'skill:a/SKILL.md',
    'file:///a/SKILL.md',
    'a/SKILL.md',
    '',
    'skill://a/SKILL.md?x=1',
    'skill://a%2FSKILL.md',
    'skill://a/%00',
    'skill://a/%FF.md',
    'skill://a b/SKILL.md',
  ])('%s names nothing', (uri) => {
    expect(pathOfUri(uri)).toBeNull();
  });

  it('is nothing where the URI is longer than any path', () => {
    expect(pathOfUri(`skill://${'a/'.repeat(5000)}`)).toBeNull();
  });

  it('gives the URI of a folder back', () => {
    expect(folderUri('a/Q&A (1)')).toBe('skill://a/Q%26A%20%281%29');
    expect(pathOfUri(folderUri('a/Q&A (1)'))).toBe('a/Q&A (1)');
  });
});
