import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIndex } from '../../../build/build-index.js';
import { compareCommits } from '../../../build/change/compare-commits.js';
import { failuresIn } from '../../../build/change/failures.js';
import { makeDocument } from '../../../build/change/report/make-document.js';
import { referenceSection } from '../../../build/change/report/references.js';
import { textReport } from '../../../build/change/report/text.js';
import type { ChangeReport } from '../../../build/change/types.js';
import { BuildMemo } from '../../../build/memo.js';
import { createStyle } from '../../../runtime/cli/style.js';
import { skillgraft } from '../../helpers/cli.js';
import { git, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { codeOf } from '../../helpers/skills-repo.js';

const temp = tempFolder();
afterAll(() => temp.dispose());

const repo = new TestRepo(join(temp.dir, 'repo'));
const ids = { base: '', head: '', side: '' };

function skill(name: string, description: string, body: string, more = ''): string {
  return `---\nname: ${name}\ndescription: ${description}\n${more}---\n\n${body}\n`;
}

const LONG = Array.from({ length: 12 }, (_, i) => `Step ${i} of the work with its own words.`).join('\n');

beforeAll(() => {
  repo
    .write(
      'skills/bake-bread/SKILL.md',
      skill(
        'bake-bread',
        'Kneads dough and bakes bread in an oven.',
        'Bake.\nSee `cook-stew`.',
        'allowed-tools: Bash(git:*) Read\n',
      ),
    )
    .write('skills/cook-stew/SKILL.md', skill('cook-stew', 'Boils roots and meat in one pot.', LONG))
    .write('skills/old-lamp/SKILL.md', skill('old-lamp', 'Lights an old lamp with oil.', 'Light it.'))
    .write(
      'skills/fold-paper/SKILL.md',
      skill('fold-paper', 'Folds paper cranes from square sheets.', 'Fold it.'),
    )
    .write('evals/e.jsonl', '{"id": "1", "query": "fold a paper crane", "expected": ["fold-paper"]}\n');
  ids.base = repo.commit('base');
  repo.git('checkout', '-q', '-b', 'topic');
  repo.git('mv', 'skills/cook-stew', 'skills/cook-soup');
  repo
    .write('skills/cook-soup/SKILL.md', skill('cook-soup', 'Boils roots and meat in one pot.', LONG))
    .write(
      'skills/bake-bread/SKILL.md',
      skill(
        'bake-bread',
        'Kneads dough and bakes bread in an oven.',
        'Bake.\nSee `cook-stew`.\nGet https://dough.org/x \u202e.',
        'allowed-tools: Bash Read\nmetadata:\n  note: "<b>@all</b> `x` #1"\n',
      ),
    )
    .write('skills/bake-bread/run.sh', '#!/bin/sh\necho\n')
    .write(
      'skills/fold-crane/SKILL.md',
      skill(
        'fold-crane',
        'Folds a paper crane. Use to fold a paper crane from any paper.',
        'Fold a paper crane.',
      ),
    );
  repo.git('rm', '-rq', 'skills/old-lamp');
  ids.head = repo.commit('change');
  repo.git('checkout', '-q', 'main');
  repo.write('skills/later/SKILL.md', skill('later', 'Comes later on the main line.', 'Later.'));
  ids.side = repo.commit('goes on');
});

const find = (report: ChangeReport, path: string) => report.skills.find((one) => one.path === path);

describe('compareCommits', () => {
  it('tells what a branch changes, and not what the main line did meanwhile', async () => {
    const report = await compareCommits({ repo: repo.dir, base: 'main', head: 'topic' });
    expect(report).toMatchObject({ base: { commit: ids.base }, head: { commit: ids.head }, mergeBase: true });
    expect(report.skills.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'changed skills/bake-bread',
      'renamed skills/cook-soup',
      'added skills/fold-crane',
      'removed skills/old-lamp',
    ]);
    expect(find(report, 'skills/bake-bread')).toMatchObject({
      tools: { added: ['Bash'], removed: [], unrestricted: ['Bash'] },
      body: { added: 1, removed: 0 },
      links: { hosts: ['dough.org'] },
      hidden: [{ path: 'skills/bake-bread/SKILL.md', characters: ['U+202E'] }],
      files: [{ path: 'run.sh', change: 'added', script: true, size: { before: null, after: 15 } }],
    });
    expect(find(report, 'skills/cook-soup')).toMatchObject({
      from: { path: 'skills/cook-stew' },
      fields: [{ key: 'name' }],
    });
    expect(find(report, 'skills/cook-soup')!.similarity).toBeGreaterThan(0.9);
    expect(report.mentions).toEqual([
      { path: 'skills/bake-bread/SKILL.md', line: 10, name: 'cook-stew', now: 'skills/cook-soup' },
    ]);
    expect(report.ranking.changes[0]).toMatchObject({
      effect: 'taken',
      id: '1',
      before: { first: 'skills/fold-paper', rank: 1 },
      after: { first: 'skills/fold-crane', rank: 2 },
    });
    expect(report.evals).toMatchObject([{ before: { hit1: 1 }, after: { hit1: 0, hit5: 1 } }]);
    expect(report.lostLineage).toMatchObject([
      { from: 'skills/old-lamp', to: 'skills/fold-crane', reason: 'replaced' },
    ]);
  });

  it('compares a base that was named itself with --exact, and finds nothing between a commit and itself', async () => {
    const exact = await compareCommits({ repo: repo.dir, base: 'main', head: 'topic', exact: true });
    expect(find(exact, 'skills/later')?.kind).toBe('removed');
    const same = await compareCommits({ repo: repo.dir, base: 'topic', head: ids.head });
    expect(same).toMatchObject({ skills: [], ranking: { asked: 0 }, findings: { added: [], resolved: [] } });
  });

  it('compares the files on disk', async () => {
    const file = 'skills/fold-paper/SKILL.md';
    writeFileSync(join(repo.dir, file), '---\nname: [\n---\n');
    const report = await compareCommits({ repo: repo.dir, base: 'main', workTree: true });
    repo.git('checkout', '-q', '--', file);
    expect(report.skills.map(({ kind, path }) => `${kind} ${path}`)).toEqual(['broken skills/fold-paper']);
    expect(report.head).toEqual({ commit: null, ref: 'work tree' });
  });

  it('says what is lost where a skill is rewritten under another name, or moved in two steps', async () => {
    const lost = new TestRepo(join(temp.dir, 'lost'));
    lost
      .write('skills/one/SKILL.md', skill('one', 'Says the first thing.', LONG))
      .write('skills/x/two/SKILL.md', skill('two', 'Says the second thing.', 'Old.\n'.repeat(9)));
    lost.commit('both');
    lost.git('rm', '-rq', 'skills/one', 'skills/x/two');
    lost.write('skills/y/two/SKILL.md', skill('two', 'Is about something else.', 'Quite new.\n'.repeat(9)));
    lost.commit('away');
    lost.write('skills/uno/SKILL.md', skill('uno', 'Says the first thing.', LONG));
    lost.commit('back');
    const { lostLineage } = await compareCommits({ repo: lost.dir, base: 'HEAD~2' });
    expect(lostLineage.map(({ from, to, reason }) => [from, to, reason])).toEqual([
      ['skills/one', 'skills/uno', 'apart'],
      ['skills/x/two', 'skills/y/two', 'too-different'],
    ]);
  });

  it('asks for what synonyms concern, though no skill is another', async () => {
    repo.git('checkout', '-q', '-b', 'words', ids.base);
    repo.write('synonyms.json', '{"origami": ["paper cranes"]}');
    const { skills, settings, ranking } = await compareCommits({
      repo: repo.dir,
      base: ids.base,
      head: repo.commit('synonyms'),
    });
    repo.git('checkout', '-q', 'main');
    expect(skills).toEqual([]);
    expect(settings.synonyms).toEqual([{ key: 'origami', before: null, after: ['paper cranes'] }]);
    expect(ranking.asked).toBeGreaterThan(1);
  });

  it('tells a broken hand-off once', async () => {
    const gone = new TestRepo(join(temp.dir, 'gone'));
    const others = 'Folds paper. Not for baking bread: use bake-bread instead.';
    gone
      .write('skills/bake-bread/SKILL.md', skill('bake-bread', 'Bakes bread in an oven.', 'Bake.'))
      .write('skills/fold-paper/SKILL.md', skill('fold-paper', `"${others}"`, 'Fold.'));
    gone.commit('both');
    gone.git('rm', '-rq', 'skills/bake-bread');
    gone.commit('one away');
    const report = await compareCommits({ repo: gone.dir, base: 'HEAD~1' });
    expect(report.handOffs.removed).toHaveLength(1);
    expect(report.mentions.map(({ path }) => path)).toEqual(['skills/fold-paper/SKILL.md']);
    expect(referenceSection(report)?.lines.map(({ mood }) => mood)).toEqual(['warn']);
    expect(failuresIn(report, ['references'])).toEqual([{ name: 'references', count: 1 }]);
  });

  it('says which texts are too large to compare, and that only line ends differ', async () => {
    const large = new TestRepo(join(temp.dir, 'large'));
    const rows = (word: string, count: number) =>
      Array.from({ length: count }, (_, i) => `${word} ${i}`).join('\n');
    const write = (name: string, body: string) =>
      large.write(`skills/${name}/SKILL.md`, skill(name, `Keeps rows of ${name} in order.`, body));
    write('over', rows('row', 600));
    write('many', rows('row', 3000));
    write('ends', 'One.\nTwo.');
    write('marks', 'One.\nTwo.');
    const base = large.commit('base');
    const [ends, marks] = ['ends', 'marks'].map((name) =>
      skill(name, `Keeps rows of ${name} in order.`, 'One.\nTwo.'),
    );
    write('over', rows('this row is long', 60_000));
    write('many', rows('line', 3000));
    large.write('skills/ends/SKILL.md', ends!.replaceAll('\n', '\r\n'));
    large.write('skills/marks/SKILL.md', `\uFEFF${marks}`);
    const report = await compareCommits({ repo: large.dir, base, head: large.commit('head') });
    const none = { added: null, removed: null };
    expect(report.skills).toMatchObject([
      { path: 'skills/ends', body: { added: 0, removed: 0 }, bytes: 'line-ends' },
      { path: 'skills/many', body: none },
      { path: 'skills/marks', bytes: 'byte-order-mark' },
      { path: 'skills/over', body: none },
    ]);
    expect(report.findings.resolved).toEqual([]);
    const text = textReport(makeDocument(report), createStyle(false)).join('\n');
    expect(text).toMatch(/skills\/over, text too large to compare line by line, tokens/);
    expect(text).toMatch(/skills\/many, text too large to compare line by line/);
    expect(text).toMatch(/^Changed skills\/ends, line ends of SKILL.md$/m);
    expect(text).toMatch(/^Changed skills\/marks, byte order mark of SKILL.md/m);
  });

  it('notes that branches which were merged into each other have several last common commits', async () => {
    const cross = new TestRepo(join(temp.dir, 'cross'));
    cross.write('a', 'a').commit('root');
    cross.git('branch', 'other');
    const mine = cross.write('b', 'b').commit('b');
    cross.git('checkout', '-q', 'other');
    const theirs = cross.write('c', 'c').commit('c');
    cross.git('merge', '-q', '--no-edit', mine);
    cross.git('checkout', '-q', 'main');
    cross.git('merge', '-q', '--no-edit', theirs);
    const several = await compareCommits({ repo: cross.dir, base: 'other', head: 'main' });
    expect(several.base.commit).toBe(theirs);
    expect(several.notes).toContain(
      `There are 2 last common commits; compared with ${theirs.slice(0, 12)}. A merge may change less than is shown.`,
    );
    const exact = await compareCommits({ repo: cross.dir, base: 'other', head: 'main', exact: true });
    expect(exact.notes).not.toContainEqual(expect.stringContaining('last common commits'));
  });

  it('refuses what it cannot compare, and says what a shallow clone lacks', async () => {
    expect(await codeOf(compareCommits({ repo: repo.dir, base: 'nosuch' }))).toBe('ref-not-found');
    repo.git('checkout', '-q', '--orphan', 'other');
    repo.commit('apart');
    repo.git('checkout', '-q', '-f', 'main');
    expect(await codeOf(compareCommits({ repo: repo.dir, base: 'main', head: 'other' }))).toBe(
      'no-merge-base',
    );
    const shallow = join(temp.dir, 'shallow');
    git(temp.dir, ['clone', '-q', '--depth', '1', `file://${repo.dir}`, shallow]);
    await expect(compareCommits({ repo: shallow, base: 'v1' })).rejects.toMatchObject({
      code: 'ref-not-found',
      hint: expect.stringContaining('fetch-depth: 0'),
    });
  });
});

describe('BuildMemo', () => {
  it('changes no byte of what is built', async () => {
    const memo = new BuildMemo();
    for (const ref of [ids.base, ids.head]) {
      const [shared, alone] = [
        await buildIndex({ repo: repo.dir, ref, memo }),
        await buildIndex({ repo: repo.dir, ref }),
      ];
      expect(Buffer.compare(shared.index, alone.index)).toBe(0);
      await shared.close();
      await alone.close();
    }
  });
});

describe('skillgraft diff', () => {
  const run = (...args: string[]) => skillgraft(['diff', ...args], { cwd: repo.dir });

  it('prints Markdown in which nothing that is quoted acts', () => {
    const { stdout, status } = run('main', 'topic', '--format', 'markdown');
    expect(status).toBe(0);
    expect(stdout.startsWith('<!-- skillgraft-report -->\n')).toBe(true);
    expect(stdout).toContain('Skills: 1 added, 1 changed, 1 renamed, 1 removed; 4 problems');
    expect(stdout).toContain('<code>allowed-tools</code> that let everything pass: <code>Bash</code>');
    expect(stdout).toContain('New program <code>skills/bake-bread/run.sh</code>: 15 bytes');
    expect(stdout).not.toMatch(/<b>|@all|`x`|\u202e|https:\/\//);
  });

  it.each([
    [
      ['main', 'topic', '--fail-on', 'permissions,takeover,evals'],
      1,
      /--fail-on permissions: 2\n--fail-on takeover: 2\n--fail-on evals: 1/,
    ],
    [['main...topic', '--json', '--fail-on', 'budgets,duplicates'], 0, /^$/],
    [['main', 'topic', '--work-tree'], 2, /cannot both be compared/],
    [['main', 'topic', '--skill', '--format', 'json'], 2, /goes with commits/],
    [['main', '--skill', '--commits'], 2, /say the opposite/],
    [['nosuch', 'v1'], 2, /there is no index[\s\S]*Run `skillgraft build` first/],
    [['main...topic', '--json', '--format', 'markdown'], 2, /exclude each other/],
  ] as const)('%j ends with %i', (args, status, notice) => {
    const result = run(...args);
    expect(result.stderr).toMatch(notice);
    expect(result.status).toBe(status);
  });

  it('refuses a word that is a skill and a branch, until it is told which', () => {
    expect(skillgraft(['build'], { cwd: repo.dir }).status).toBe(0);
    repo.git('branch', 'fold-paper');
    expect(run('fold-paper', 'v1').stderr).toContain('both a skill of the index and a commit');
    expect(run('fold-paper', 'v1', '--skill').stderr).toContain('Nothing differs.');
    expect(run('fold-paper', 'topic', '--commits').stdout).toContain('Skills: ');
    expect(run('bake-bread').stderr).toContain('needs a version');
    expect(run('nosuch-skill', 'v1').stderr).toContain('no skill of the index');
  });
});
