import { describe, expect, it } from 'vitest';
import { discover } from '../../build/discover.js';
import { brief, caseFiles, getCase, haveCases, judgeCase, memoryTree } from '../helpers/cases.js';

const skill = (name: string): string =>
  `---\nname: ${name}\ndescription: Does ${name}.\n---\n\nDo the step.\n`;

function find(files: Record<string, unknown>, roots?: readonly string[]) {
  const { entries, links } = memoryTree(files);
  return discover(entries, links, roots ? { roots } : {});
}

describe.skipIf(!haveCases)('cases of kind discovery (needs ../shared/cases)', () => {
  const paths = (id: string): string[] => judgeCase(id).skills.map((one) => one.place.file);

  it('discovery-01: a SKILL.md at the root hides nothing', () => {
    expect(paths('discovery-01')).toEqual(['skills/knot-bow/SKILL.md', 'skills/knot-reef/SKILL.md']);
    expect(brief(judgeCase('discovery-01').findings)).toEqual(['skill-outside-roots SKILL.md:1:1']);
    expect(judgeCase('discovery-01', { roots: ['.'] }).skills.map((one) => one.place.path)).toEqual([
      '.',
      'skills/knot-bow',
      'skills/knot-reef',
    ]);
  });

  it('discovery-04: a nested copy that has drifted', () => {
    const { findings, skills } = judgeCase('discovery-04');
    expect(findings).toMatchObject([
      {
        code: 'nested-copy-drifted',
        path: 'skills/reel/reel/SKILL.md',
        args: { outer: 'skills/reel/SKILL.md' },
      },
    ]);
    expect(findings).toHaveLength(1);
    expect(skills.map((one) => one.parsed.document!.body)).toEqual(['Wind it left.\n', 'Wind it right.\n']);
    expect(skills[0]!.place.files.map((one) => one.path)).toEqual([
      'skills/reel/SKILL.md',
      'skills/reel/reel/SKILL.md',
    ]);
  });

  it('discovery-05, discovery-07: links to a folder and to a file', () => {
    expect(paths('discovery-05')).toEqual(['skills/linked-one/SKILL.md']);
    expect(judgeCase('discovery-05').findings).toEqual([]);
    expect(judgeCase('discovery-05').skills[0]!.place.realFile).toBe('src/linked-one/SKILL.md');
    expect(paths('discovery-07')).toEqual(['skills/real-one/SKILL.md']);
    expect(judgeCase('discovery-07').findings).toEqual([]);
    expect(judgeCase('discovery-07').loaded.get('skills/real-one/SKILL.md')?.description).toBe(
      'Sharpens a pencil.',
    );
  });

  it('discovery-06: a dangling link and a link to a file', () => {
    expect(paths('discovery-06')).toEqual(['skills/ok-one/SKILL.md']);
    expect(judgeCase('discovery-06').findings).toMatchObject([
      {
        code: 'symlink-dangling',
        path: 'skills/gone-one',
        severity: 'error',
        args: { target: 'src/gone-one' },
      },
      { code: 'symlink-to-file', path: 'skills/page-one', args: { target: 'notes.md' } },
    ]);
  });

  it('discovery-09: a link to a folder above is a loop', () => {
    expect(paths('discovery-09')).toEqual(['skills/clover/SKILL.md']);
    expect(brief(judgeCase('discovery-09').findings)).toEqual(['symlink-loop skills/up:1:1']);
  });

  it('discovery-11, discovery-12: the file name in lower case', () => {
    expect(paths('discovery-11')).toEqual([]);
    expect(judgeCase('discovery-11').findings).toMatchObject([
      { code: 'skill-file-case', severity: 'error', path: 'skills/low-case/skill.md' },
    ]);
    const both = judgeCase('discovery-12');
    expect([...both.loaded.values()].map((one) => one.description)).toEqual(['Paints a gate.']);
    expect(brief(both.findings)).toEqual(['skill-file-collision skills/both-case/skill.md:1:1']);
  });

  it('windows-03: files of a skill hang under its folder', () => {
    const { entries, links } = memoryTree(caseFiles(getCase('windows-03')));
    const [one] = discover(entries, links).skills;
    expect(one).toMatchObject({ path: 'skills/pine-saw', file: 'skills/pine-saw/SKILL.md' });
    expect(one!.files.map((file) => file.path)).toEqual([
      'skills/pine-saw/SKILL.md',
      'skills/pine-saw/refs/tips.md',
    ]);
  });
});

describe('discover', () => {
  it('takes the whole tree where no conventional folder holds a skill, but no folder of packages', () => {
    const { skills, findings } = find({
      'SKILL.md': skill('root'),
      'README.md': 'x',
      'scripts/run.sh': 'x',
      'plugins/a/skills/b/SKILL.md': skill('b'),
      'node_modules/x/SKILL.md': skill('x'),
      '.other/skills/c/SKILL.md': skill('c'),
    });
    expect(skills.map((one) => one.path)).toEqual(['.', '.other/skills/c', 'plugins/a/skills/b']);
    expect(skills[0]!.files.map((one) => one.path)).toEqual(['SKILL.md', 'scripts/run.sh']);
    expect(findings).toEqual([]);
  });

  it('looks into the folders that hosts read by convention', () => {
    const { skills, findings } = find({
      'skills/a/SKILL.md': skill('a'),
      '.claude/skills/c/SKILL.md': skill('c'),
      '.claude/skills/a': { symlink: '../../skills/a' },
      'docs/SKILL.md': skill('d'),
    });
    expect(skills.map((one) => one.path)).toEqual(['.claude/skills/c', 'skills/a']);
    expect(findings).toMatchObject([{ code: 'skill-outside-roots', path: 'docs/SKILL.md' }]);
  });

  it('walks a dot-folder that the roots name, and does not fall back where roots were given', () => {
    const files = { '.claude/skills/c/SKILL.md': skill('c'), 'docs/SKILL.md': skill('d') };
    expect(find(files, ['.claude/skills']).skills.map((one) => one.path)).toEqual(['.claude/skills/c']);
    expect(find(files, ['skills']).skills).toEqual([]);
    expect(find(files, ['skills']).findings).toHaveLength(2);
  });

  it('reports links that leave the repository, by path or by an absolute path', () => {
    const { skills, findings } = find({
      'skills/a/SKILL.md': skill('a'),
      'skills/a/notes.md': { symlink: '../../../../etc/hosts' },
      'skills/b': { symlink: '/etc' },
      'skills/c/SKILL.md': { symlink: '../../../outside.md' },
    });
    expect(skills.map((one) => one.path)).toEqual(['skills/a']);
    expect(findings.map((one) => [one.code, one.path, one.severity])).toEqual([
      ['symlink-outside-repository', 'skills/a/notes.md', 'warning'],
      ['symlink-outside-repository', 'skills/b', 'error'],
      ['symlink-outside-repository', 'skills/c/SKILL.md', 'error'],
    ]);
  });

  it('follows links to folders of files and cuts links that point at each other', () => {
    const { skills, findings } = find({
      'shared/tips.md': 'x',
      'skills/a/SKILL.md': skill('a'),
      'skills/a/shared': { symlink: '../../shared' },
      'skills/a/self': { symlink: '.' },
      'skills/x': { symlink: 'y' },
      'skills/y': { symlink: 'x' },
    });
    expect(skills[0]!.files.map((one) => one.path)).toEqual(['skills/a/SKILL.md', 'skills/a/shared/tips.md']);
    expect(findings.map((one) => [one.code, one.path])).toEqual([
      ['symlink-loop', 'skills/a/self'],
      ['symlink-loop', 'skills/x'],
      ['symlink-loop', 'skills/y'],
    ]);
  });

  it('names submodules', () => {
    const { entries, links } = memoryTree({ 'skills/a/SKILL.md': skill('a') });
    const sub = { path: 'skills/sub', mode: '160000', oid: '1'.repeat(40) };
    expect(discover([...entries, sub], links).findings).toMatchObject([
      { code: 'submodule-skipped', path: 'skills/sub' },
    ]);
  });

  it('takes linear time through a tangle of links', () => {
    const files: Record<string, unknown> = {
      'end/SKILL.md': skill('end'),
      'skills/in': { symlink: '../d0' },
    };
    for (let i = 0; i < 40; i++) {
      const next = i === 39 ? '../end' : `../d${i + 1}`;
      for (const name of ['l', 'r']) files[`d${i}/${name}`] = { symlink: next };
    }
    const start = performance.now();
    expect(find(files).skills).toHaveLength(1);
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('does not depend on the order of entries', () => {
    const files = {
      'skills/a/SKILL.md': skill('a'),
      'skills/z': { symlink: '../src' },
      'src/SKILL.md': skill('s'),
      'skills/b': { symlink: '../src' },
    };
    const { entries, links } = memoryTree(files);
    expect(discover([...entries].reverse(), links)).toEqual(discover(entries, links));
  });
});
