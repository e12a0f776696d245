import { describe, expect, it } from 'vitest';
import { editFrontmatter } from '../../../schema/skill/serialise.js';
import { codePointLength } from '../../../schema/text.js';
import { brief, caseFiles, getCase, haveCases, judgeCase } from '../../helpers/cases.js';

const path = (name: string): string => `skills/${name}/SKILL.md`;

describe.skipIf(!haveCases)('cases of kind yaml (needs ../shared/cases)', () => {
  it('yaml-01: an unquoted colon loads with an error that shows the quoted line', () => {
    const { findings, loaded } = judgeCase('yaml-01');
    expect(brief(findings)).toEqual(['yaml-unquoted-colon skills/moss-notes/SKILL.md:3:25']);
    expect(findings[0]).toMatchObject({
      severity: 'error',
      fix: 'description: "Draft, sort: turn loose notes into one list"',
    });
    expect(loaded.get(path('moss-notes'))?.description).toBe('Draft, sort: turn loose notes into one list');
  });

  it('yaml-03, yaml-04: block scalars keep their line ends as YAML, and are trimmed when read', () => {
    const folded = judgeCase('yaml-03');
    expect(folded.findings).toEqual([]);
    expect(folded.skills.map((one) => one.parsed.document!.frontmatter.description)).toEqual([
      'Sorts parcels by weight.\n',
      'Sorts parcels by size.',
    ]);
    expect(folded.loaded.get(path('parcel-fold'))?.description).toBe('Sorts parcels by weight.');
    const literal = judgeCase('yaml-04');
    expect(literal.findings).toEqual([]);
    expect(literal.skills.map((one) => one.parsed.document!.frontmatter.description)).toEqual([
      'Sorts labels.\nPrints them.\n',
      'Sorts tags.\nPrints them.\n\n',
    ]);
  });

  it('yaml-06: a long line equals the same text folded', () => {
    const { findings, loaded } = judgeCase('yaml-06');
    expect(findings).toEqual([]);
    const [line, fold] = [path('picnic-line'), path('picnic-fold')].map(
      (one) => loaded.get(one)!.description,
    );
    expect(line).toBe(fold);
    expect(codePointLength(line!)).toBe(199);
  });

  it('yaml-07: a map as the last key', () => {
    const { findings, skills } = judgeCase('yaml-07');
    expect(findings).toEqual([]);
    expect(JSON.parse(JSON.stringify(skills[0]!.parsed.document!.frontmatter))).toEqual({
      name: 'last-map',
      description: 'Folds a paper boat.',
      metadata: { author: 'dock' },
    });
  });

  it('yaml-08: version 1.10 survives a rewrite of the description', () => {
    const text = caseFiles(getCase('yaml-08'))[path('ten-version')] as string;
    const edited = editFrontmatter(text, new Map([['description', 'Prints two tickets.']]));
    expect(edited.split('\n').slice(0, 5)).toEqual([
      '---',
      'name: ten-version',
      'description: Prints two tickets.',
      'version: 1.10',
      '---',
    ]);
    expect(judgeCase('yaml-08').loaded.get(path('ten-version'))?.metadata.version).toBe('1.10');
  });

  it('yaml-10: an integer in metadata is text, with one finding', () => {
    const { findings, skills } = judgeCase('yaml-10');
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ path: path('int-version'), line: 5, fix: 'version: "16"' });
    expect(
      skills.map((one) => (one.parsed.document!.frontmatter.metadata as { version: unknown }).version),
    ).toEqual(['16', '16']);
  });

  it('yaml-11: a duplicate key is an error, and neither value is kept', () => {
    const { findings, loaded } = judgeCase('yaml-11');
    expect(brief(findings)).toEqual(['yaml-duplicate-key skills/twice-key/SKILL.md:6:1']);
    expect(findings[0]).toMatchObject({ severity: 'error', args: { key: 'reviewed', firstLine: 4 } });
    expect(loaded.size).toBe(0);
  });

  it('yaml-13, yaml-14: four styles of allowed-tools', () => {
    const { loaded, findings } = judgeCase('yaml-13');
    expect([...loaded.values()].map((one) => one.metadata.allowedTools)).toEqual(
      Array(4).fill(['Read', 'Bash(git add *)', 'Grep']),
    );
    expect(findings).toEqual([]);
    expect(judgeCase('yaml-14').loaded.get(path('comma-tools'))?.metadata.allowedTools).toEqual([
      'Read',
      'Write',
    ]);
    const spec = judgeCase('yaml-14', { profile: 'spec' });
    expect(spec.findings).toMatchObject([{ code: 'allowed-tools-form', severity: 'warning', line: 4 }]);
    expect(spec.loaded.size).toBe(1);
  });

  it('yaml-16: a broken file leaves its siblings alone', () => {
    const { findings, loaded, skills } = judgeCase('yaml-16');
    expect([...loaded.keys()]).toEqual([path('ash-list'), path('cedar-list')]);
    expect(skills).toHaveLength(3);
    expect(findings).toMatchObject([{ code: 'yaml-syntax', severity: 'error', path: path('birch-list') }]);
    expect([3, 4]).toContain(findings[0]!.line);
  });

  it('yaml-18: one finding although two paths lead to the file, on every run', () => {
    for (let run = 0; run < 2; run++) {
      expect(brief(judgeCase('yaml-18').findings)).toEqual([
        'yaml-unquoted-colon skills/bad-colon/SKILL.md:3:17',
      ]);
    }
  });

  it('yaml-19: a blank and a hash cut a value', () => {
    const { findings, loaded } = judgeCase('yaml-19');
    expect(loaded.get(path('hash-cut'))?.description).toBe('Builds charts');
    expect(findings).toMatchObject([
      {
        code: 'yaml-comment-cut',
        severity: 'warning',
        line: 3,
        column: 28,
        fix: 'description: "Builds charts # for the weekly mail"',
      },
    ]);
    expect(findings).toHaveLength(1);
  });
});
