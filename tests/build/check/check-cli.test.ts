import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { build as buildCommand } from '../../../build/commands/build.js';
import { check } from '../../../build/commands/check.js';
import { ROOT } from '../../helpers/cli.js';
import { git, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { runHere } from '../../helpers/here.js';
import type { LooseJson } from '../../helpers/mcp-client.js';

let folder: ReturnType<typeof tempFolder>;
let repo: TestRepo;
beforeEach(() => {
  folder = tempFolder('skillgraft-check-');
  repo = new TestRepo(join(folder.dir, 'r'));
});
afterEach(() => folder.dispose());

const at = (repository: string, ...args: string[]) =>
  runHere(check, ['--repo', repository, ...args], { cwd: folder.dir });
const run = (...args: string[]) => at('r', ...args);
const build = () => runHere(buildCommand, ['--repo', 'r', '--json'], { cwd: folder.dir });
const json = async (...args: string[]): Promise<LooseJson> =>
  JSON.parse((await run(...args, '--json')).stdout) as LooseJson;
const read = (path: string): string => readFileSync(join(repo.dir, path), 'utf8');
const codes = async (...args: string[]): Promise<string[]> =>
  (await json(...args)).findings.map(
    ({ code, path, known }: { code: string; path: string; known?: string }) =>
      [code, path, ...(known === undefined ? [] : [known])].join(' '),
  );

const DESCRIPTION = 'Formats Go sources with gofmt. Use when files that end in .go were changed.';
const skillText = (name: string, body = 'Run gofmt.'): string =>
  `---\nname: ${name}\ndescription: ${DESCRIPTION}\n---\n\n${body}\n`;
/** What a baseline says of the place of `no-skills` without settings. */
const noSkillsText = '6099e6d4e2b34c42';
const LINK = 'See [x](x.md).';
const BROKEN = skillText('b', 'Text.').replace('Formats', 'This formats: well,');

describe('check: levels of rules', () => {
  it('come from skillgraft.json, for all and for some, in check and build alike', async () => {
    repo
      .write('skills/a/SKILL.md', skillText('a', LINK))
      .write('skills/old/b/SKILL.md', skillText('b', LINK));
    const rules = {
      rules: { 'link-missing': 'error' },
      overrides: [{ paths: ['skills/old/**'], rules: { 'link-missing': 'off' } }],
    };
    repo.write('skillgraft.json', JSON.stringify(rules));
    repo.commit('one');
    expect((await run()).status).toBe(1);
    expect(await codes()).toEqual(['link-missing skills/a/SKILL.md']);
    const built = await build();
    expect(built.status).toBe(1);
    const digest = JSON.parse(readFileSync(join(repo.dir, 'dist/index.json'), 'utf8')) as LooseJson;
    expect(digest.findings).toEqual({ 'link-missing': 1 });
    expect(digest.skills[1].findings).toBeUndefined();
  });

  it('are part of the digest of the settings, and only where there are some', async () => {
    repo.write('skills/a/SKILL.md', skillText('a', LINK));
    const configOf = async (settings: string): Promise<string> => {
      repo.write('skillgraft.json', settings).commit('one');
      await build();
      return (JSON.parse(readFileSync(join(repo.dir, 'dist/index.json'), 'utf8')) as LooseJson).source.config;
    };
    const plain = await configOf('{}');
    expect(await configOf('{"rules": {}}')).toBe(plain);
    expect(await configOf('{"rules": {"link-missing": "off"}}')).not.toBe(plain);
  });

  it('say what is wrong with them, and that what loses a skill cannot be off', async () => {
    repo.write('skills/a/SKILL.md', 'No front matter.\n').write('skills/b/SKILL.md', skillText('b'));
    repo.write('skillgraft.json', '{"rules": {"frontmatter-missing": "off", "link-mising": "off"}}');
    repo.commit('one');
    expect(await codes()).toEqual([
      'rule-not-optional skillgraft.json',
      'rule-unknown skillgraft.json',
      'frontmatter-missing skills/a/SKILL.md',
    ]);
    expect((await run()).stdout).toContain('Did you mean "link-missing"?');
    expect((await run()).stderr).toBe('');
  });

  it('run optional rules where they are asked for', async () => {
    repo.write('skills/a/SKILL.md', skillText('a')).write('skills/a/left.json', '{}');
    repo.commit('one');
    expect(await codes()).toEqual([]);
    repo.write('skillgraft.json', '{"rules": {"file-orphaned": "warning"}}');
    expect(await codes()).toEqual(['file-orphaned skills/a/SKILL.md']);
    expect((await json()).summary.warnings).toBe(1);
  });
});

describe('check: waivers', () => {
  it('take a finding out of account, here and in the build, and every report shows them', async () => {
    const body = `<!-- skillgraft-ignore link-missing: made by the build -->\n${LINK}`;
    repo.write('skills/a/SKILL.md', skillText('a', body));
    repo.write('skillgraft.json', '{"rules": {"link-missing": "error"}}').commit('one');
    expect((await run()).status).toBe(0);
    expect(await json()).toMatchObject({
      findings: [],
      waived: [{ code: 'link-missing', line: 7, reason: 'made by the build', waivedAt: 6 }],
      summary: { errors: 0, waived: 1 },
    });
    expect((await run()).stdout).toContain('made by the build');
    expect((await build()).status).toBe(0);
  });

  it.each([
    [
      'without a reason',
      '<!-- skillgraft-ignore link-missing -->',
      ['waiver-without-reason', 'link-missing'],
    ],
    [
      'of an unknown rule',
      '<!-- skillgraft-ignore link-mising: so -->',
      ['waiver-unknown-rule', 'link-missing'],
    ],
    ['that nothing needs', '<!-- skillgraft-ignore body-empty: so -->', ['waiver-unused', 'link-missing']],
    [
      'of what cannot be waived',
      '<!-- skillgraft-ignore description-missing: so -->',
      ['waiver-refused', 'link-missing'],
    ],
    ['of a waiver', '<!-- skillgraft-ignore waiver-unused: so -->', ['waiver-unknown-rule', 'link-missing']],
  ])('%s are findings', async (_, comment, expected) => {
    repo.write('skills/a/SKILL.md', skillText('a', `${comment}\n${LINK}`)).commit('one');
    expect((await json()).findings.map(({ code }: { code: string }) => code)).toEqual(expected);
  });

  it('of a rule that another profile runs are not called unused', async () => {
    const text = skillText('a').replace(
      '---\n\n',
      '# skillgraft-ignore unknown-key: our own\ntags: [x]\n---\n\n',
    );
    repo.write('skills/a/SKILL.md', text).commit('one');
    expect((await run()).stdout).toContain('no findings');
    expect(await json('--profile', 'spec')).toMatchObject({
      findings: [],
      waived: [{ code: 'unknown-key' }],
    });
  });
});

describe('check: baseline', () => {
  it('takes what is there out of account until it is gone', async () => {
    repo.write('skills/a/SKILL.md', skillText('a', `${LINK}\n\n${LINK}`)).write('skills/b/SKILL.md', BROKEN);
    repo.commit('one');
    expect((await run('--strict')).status).toBe(1);
    expect(await run('--update-baseline')).toMatchObject({
      status: 0,
      stdout: '.skillgraft-baseline.json: 3 findings.\n',
    });
    const written = read('.skillgraft-baseline.json');
    expect(JSON.parse(written).findings.map(({ code, count }: LooseJson) => `${code} ${count}`)).toEqual([
      'link-missing 2',
      'yaml-unquoted-colon 1',
    ]);
    expect((await run('--strict')).status).toBe(0);
    expect((await run()).stdout).toMatch(/no findings\.\n3 known \(--all lists them\)\./u);
    expect((await run('--all')).stdout).toContain('skills/a/SKILL.md:6:9 warning');
    // Lines above it move it, and it stays known; one more is new.
    repo.write('skills/a/SKILL.md', skillText('a', `New.\n\n${LINK}\n\n${LINK}\n\n${LINK}`));
    expect((await codes('--strict')).filter((one) => !one.endsWith('baseline'))).toEqual([
      'link-missing skills/a/SKILL.md',
    ]);
    expect((await run('--strict')).status).toBe(1);
    // What is mended is said, with its line in the baseline.
    repo.write('skills/b/SKILL.md', skillText('b'));
    expect(
      (await json()).findings.filter(({ code }: LooseJson) => code === 'baseline-entry-gone'),
    ).toMatchObject([{ severity: 'info', path: '.skillgraft-baseline.json', line: 5 }]);
    await run('--update-baseline');
    expect(await run('--strict')).toMatchObject({ status: 0 });
    expect(await codes()).not.toContain('baseline-entry-gone .skillgraft-baseline.json');
    await run('--update-baseline');
    expect(read('.skillgraft-baseline.json')).not.toBe(written);
  });

  it('of a commit is that of the commit, and another file may be named', async () => {
    repo.write('skills/b/SKILL.md', BROKEN).commit('one');
    await run('--update-baseline');
    expect((await run('--ref', 'HEAD')).status).toBe(1);
    renameSync(join(repo.dir, '.skillgraft-baseline.json'), join(folder.dir, 'base.json'));
    expect((await run()).status).toBe(1);
    expect((await run('--baseline', 'base.json')).status).toBe(0);
    expect((await run('--ref', 'HEAD', '--baseline', 'base.json')).status).toBe(0);
  });

  it('that cannot be written stays as it was', async () => {
    repo.write('skills/a/SKILL.md', skillText('a', LINK)).commit('one');
    await run('--update-baseline');
    const before = read('.skillgraft-baseline.json');
    for (let i = 0; i < 60; i++) repo.write(`skills/s${i}/SKILL.md`, skillText(`s${i}`, LINK));
    const command = `ulimit -f 2; exec '${process.execPath}' '${join(ROOT, 'lib/cli.js')}' check --update-baseline`;
    const { status, stderr } = spawnSync('sh', ['-c', command], {
      cwd: repo.dir,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: folder.dir },
    });
    expect([status, stderr]).toEqual([2, expect.stringMatching(/cannot be written\.\n.* disk has room/u)]);
    expect(read('.skillgraft-baseline.json')).toBe(before);
    expect(readdirSync(repo.dir).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('that is a link is written where that leads, with the mode that it has', async () => {
    repo.write('skills/b/SKILL.md', BROKEN).commit('one');
    writeFileSync(join(folder.dir, 'base.json'), '', { mode: 0o600 });
    symlinkSync('base.json', join(folder.dir, 'link.json'));
    expect((await run('--update-baseline', '--baseline', 'link.json')).status).toBe(0);
    expect(statSync(join(folder.dir, 'base.json')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder.dir, 'base.json'), 'utf8')).toContain('yaml-unquoted-colon');
  });

  it('never holds back that there are no skills', async () => {
    repo.write('README.md', 'Nothing yet.\n').commit('one');
    const updated = await run('--update-baseline');
    expect(updated).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('No baseline holds no-skills'),
    });
    expect(JSON.parse(read('.skillgraft-baseline.json')).findings).toEqual([]);
    const entry = { path: '.', code: 'no-skills', text: noSkillsText, count: 1 };
    repo.write('.skillgraft-baseline.json', JSON.stringify({ version: 1, findings: [entry] }));
    expect([(await run()).status, await codes()]).toEqual([1, ['no-skills .']]);
  });

  it.each([
    ['gone', null, 'There is no baseline'],
    ['no JSON', '{', 'is no baseline'],
    ['of another version', '{"version": 2, "findings": []}', 'is no baseline'],
    ['with a broken entry', '{"version": 1, "findings": [{"code": 1}]}', 'is no baseline'],
  ])('that is %s stops the check', async (_, text, message) => {
    repo.write('skills/a/SKILL.md', skillText('a')).commit('one');
    if (text !== null) writeFileSync(join(folder.dir, 'base.json'), text);
    expect(await run('--baseline', 'base.json')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(message),
    });
  });
});

describe('check --since', () => {
  /** main has a broken link; a branch starts there. */
  const branch = (): void => {
    const rest = Array.from({ length: 12 }, (_, i) => `Step ${i} of the work.`).join('\n');
    repo.write('skills/a/SKILL.md', skillText('a', `${LINK}\n${rest}`)).write('skills/b/SKILL.md', BROKEN);
    repo.commit('one');
    repo.git('checkout', '-qb', 'topic');
  };

  it('counts only what is new, over moved lines and renamed folders', async () => {
    branch();
    repo.git('mv', 'skills/a', 'skills/c');
    const text = read('skills/c/SKILL.md').replace('name: a', 'name: c').replace(LINK, `New.\n\n${LINK}`);
    repo.write('skills/c/SKILL.md', text).commit('two');
    expect((await codes('--since', 'main')).filter((one) => !one.endsWith(' since'))).toEqual([]);
    expect(await run('--since', 'main', '--strict')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('2 known'),
    });
    repo.write('skills/c/SKILL.md', text.replace('New.', 'New [y](y.md).'));
    expect((await codes('--since', 'main')).filter((one) => !one.endsWith(' since'))).toEqual([
      'link-missing skills/c/SKILL.md',
    ]);
    expect((await run('--since', 'main', '--strict')).status).toBe(1);
    expect((await run('--since', 'main', '--strict')).stdout).not.toContain('(x.md)');
  });

  it('compares with the commit that both have in common, by the settings that hold now', async () => {
    branch();
    repo.write('skillgraft.json', '{"rules": {"link-missing": "error"}}').commit('stricter');
    repo.git('checkout', '-q', 'main');
    repo.write('skills/b/SKILL.md', skillText('b')).commit('mended on main');
    repo.git('checkout', '-q', 'topic');
    expect((await run('--since', 'main')).status).toBe(0);
    expect((await run('--since', 'main', '--ref', 'topic')).status).toBe(0);
    expect((await json('--since', 'main')).summary.since).toBe(repo.git('merge-base', 'main', 'topic'));
  });

  const loose = async (...args: string[]): Promise<string[]> =>
    (await json('--since', 'main', ...args)).findings
      .filter(({ code }: { code: string }) => /^(?:rule-lowered|profile-lowered|baseline-grown)$/.test(code))
      .map(({ code, severity, line }: LooseJson) => `${code} ${severity} ${line}`);

  it.each([
    [
      'an override',
      '{"profile": "spec",\n"overrides": [{"paths": ["skills/a/**"],\n"rules": {"link-missing": "info"}}]}',
      ['rule-lowered warning 3'],
    ],
    [
      'a security rule at its usual level',
      '{"profile": "spec", "rules": {"pipe-to-shell": "warning"}}',
      ['rule-lowered warning 1'],
    ],
    ['a level of before that is left away', '{"profile": "spec"}', []],
    ['a laxer profile', '{"profile": "lenient"}', ['profile-lowered warning 1']],
    ['what is stricter', '{"profile": "spec", "rules": {"link-missing": "error"}}', []],
    [
      'its own silence',
      '{"profile": "spec", "rules": {"link-missing": "off", "rule-lowered": "off"}}',
      ['rule-lowered warning 1', 'rule-lowered warning 1'],
    ],
  ])('says what makes a change find less: %s', async (_, settings, found) => {
    repo.write('skillgraft.json', '{"profile": "spec"}');
    branch();
    repo.write('skillgraft.json', settings).commit('two');
    expect(await loose()).toEqual(found);
    expect(await loose('--ref', 'topic')).toEqual(found);
  });

  it('fails for a lowered rule where the settings of before say so', async () => {
    repo.write('skillgraft.json', '{"rules": {"rule-lowered": "error", "link-missing": "error"}}');
    branch();
    repo.write('skillgraft.json', '{}').commit('two');
    expect(await loose()).toContain('rule-lowered error 1');
    expect((await run('--since', 'main')).status).toBe(1);
  });

  it('says what a change adds to the baseline, and not what moved in it', async () => {
    branch();
    repo.git('checkout', '-q', 'main');
    await run('--update-baseline');
    repo.commit('baseline');
    repo.git('checkout', '-q', '-B', 'topic');
    expect(await loose()).toEqual([]);
    repo.git('mv', 'skills/a', 'skills/c');
    repo.write('skills/c/SKILL.md', read('skills/c/SKILL.md').replace('name: a', 'name: c'));
    await run('--update-baseline');
    expect(await loose()).toEqual([]);
    repo.write('skills/c/SKILL.md', `${read('skills/c/SKILL.md')}\nAlso [y](y.md).\n`);
    await run('--update-baseline');
    expect(await loose()).toEqual([expect.stringContaining('baseline-grown warning')]);
  });

  it('never holds back that a change leaves no skill to check', async () => {
    repo.write('skills/a/SKILL.md', skillText('a')).commit('one');
    repo.write('skillgraft.json', '{"roots": ["skils"]}').commit('two');
    expect(await codes('--since', 'HEAD~1')).toEqual([
      'no-skills .',
      'skill-outside-roots skills/a/SKILL.md since',
    ]);
    expect((await run('--since', 'HEAD~1')).status).toBe(1);
  });

  it('counts a finding whose waiver is taken away', async () => {
    const waiver = '<!-- skillgraft-ignore link-missing: so -->\n';
    repo.write('skills/a/SKILL.md', skillText('a', waiver + LINK)).commit('one');
    repo.write('skills/a/SKILL.md', skillText('a', LINK));
    expect(await codes('--since', 'HEAD')).toEqual(['link-missing skills/a/SKILL.md']);
  });

  it('says what to do about an unknown ref, a shallow clone and a folder without git', async () => {
    branch();
    repo.write('skills/a/more.md', 'x').commit('two');
    expect(await run('--since', 'nope')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('"nope"'),
    });
    git(folder.dir, ['clone', '-q', '--depth', '1', '--no-single-branch', `file://${repo.dir}`, 'shallow']);
    const shallow = await at('shallow', '--since', 'origin/main');
    expect(shallow).toMatchObject({ status: 2, stderr: expect.stringContaining('fetch-depth: 0') });
    mkdirSync(join(folder.dir, 'plain/skills/a'), { recursive: true });
    writeFileSync(join(folder.dir, 'plain/skills/a/SKILL.md'), skillText('a'));
    const plain = await at('plain', '--since', 'main');
    expect(plain).toMatchObject({ status: 2, stderr: expect.stringContaining('no git repository') });
  });
});

describe('check --fix', () => {
  it('mends the files on disk, and reports what is left', async () => {
    repo
      .write('skills/b/SKILL.md', `\ufeff${BROKEN.replaceAll('\n', '\r\n')}`)
      .write('skills/a/SKILL.md', skillText('a', LINK));
    repo.commit('one');
    const dry = await run('--fix-dry-run');
    expect(dry).toMatchObject({ status: 1, stderr: '--fix would mend 2 findings in 1 file.\n' });
    expect(dry.stdout).toContain(
      '+description: "This formats: well, Go sources with gofmt. Use when files that end in .go were changed."\r\n',
    );
    expect(repo.git('status', '--porcelain')).toBe('');
    git(repo.dir, ['apply', '--check', '-'], { input: dry.stdout });
    const done = await run('--fix');
    expect(done).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('Mended 2 findings in 1 file.'),
    });
    expect(done.stdout).toContain('1 warning');
    expect(read('skills/b/SKILL.md')).toBe(
      BROKEN.replace(
        /(?<=description: ).*/u,
        '"This formats: well, Go sources with gofmt. Use when files that end in .go were changed."',
      ).replaceAll('\n', '\r\n'),
    );
    expect(await run('--fix-dry-run')).toMatchObject({ status: 0, stdout: '' });
    expect(repo.git('status', '--porcelain')).toBe(' M skills/b/SKILL.md');
  });

  it('leaves what is waived, keeps the mode, and writes through no link', async () => {
    const waived = BROKEN.replace(
      'description',
      '# skillgraft-ignore yaml-unquoted-colon: our host\ndescription',
    );
    repo
      .write('skills/b/SKILL.md', waived)
      .write('skills/c/SKILL.md', BROKEN.replace('name: b', 'name: c'))
      .commit('one');
    git(repo.dir, ['update-index', '--chmod=+x', 'skills/c/SKILL.md']);
    repo.git('checkout-index', '-f', 'skills/c/SKILL.md');
    mkdirSync(join(folder.dir, 'outside'));
    writeFileSync(join(folder.dir, 'outside/SKILL.md'), BROKEN);
    symlinkSync(join(folder.dir, 'outside'), join(repo.dir, 'skills/link'));
    await run('--fix');
    expect(read('skills/b/SKILL.md')).toBe(waived);
    expect(read('skills/c/SKILL.md')).toContain(
      '"This formats: well, Go sources with gofmt. Use when files that end in .go were changed."',
    );
    expect(statSync(join(repo.dir, 'skills/c/SKILL.md')).mode & 0o111).not.toBe(0);
    expect(readFileSync(join(folder.dir, 'outside/SKILL.md'), 'utf8')).toBe(BROKEN);
  });

  it('needs files on disk', async () => {
    repo.write('skills/b/SKILL.md', BROKEN).commit('one');
    expect((await run('--fix', '--ref', 'HEAD')).status).toBe(2);
    git(folder.dir, ['clone', '-q', '--bare', 'r', 'bare']);
    const bare = await at('bare', '--fix');
    expect(bare).toMatchObject({ status: 2, stderr: expect.stringContaining('no files on disk') });
  });
});

describe('check --explain', () => {
  it('prints the page of a rule, without looking at any repository', async () => {
    const { status, stdout } = await runHere(check, ['--explain', 'yaml-unquoted-colon'], {
      cwd: folder.dir,
    });
    expect(status).toBe(0);
    for (const part of ['Wrong:', 'Right:', '--fix', 'skillgraft-ignore']) expect(stdout).toContain(part);
  });

  it('names the nearest rule where there is none', async () => {
    expect(await run('--explain', 'link-mising')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('link-missing'),
    });
  });
});
