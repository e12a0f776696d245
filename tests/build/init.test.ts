import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { CI_KINDS, calledWorkflows, ciFiles } from '../../build/init/ci.js';
import { initRepository } from '../../build/init/init-repository.js';
import { templateFiles } from '../../build/init/template.js';
import { parseConfigFile } from '../../runtime/config/parse-file.js';
import { ROOT, skillgraft, temporaryFolder } from '../helpers/cli.js';
import type { Workflow } from '../helpers/workflow-types.js';

const FILES = [
  '.github/workflows/skills-check.yml',
  '.github/workflows/skills-curate.yml',
  '.github/workflows/skills-publish.yml',
  '.gitignore',
  'README.md',
  'skillgraft.json',
  'skills/conventional-commits/SKILL.md',
  'skills/docker-multi-stage-builds/SKILL.md',
  'skills/fix-nextjs-api-cors/SKILL.md',
];

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

function filesBelow(dir: string): readonly string[] {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .sort();
}

describe('initRepository', () => {
  it('makes the folder and every file of the template', async () => {
    const dir = join(folder.path, 'new', 'skills-repository');
    expect(await initRepository(dir, { version: '1.2.3' })).toEqual({ created: FILES, skipped: [] });
    expect(filesBelow(dir)).toEqual(FILES);
    for (const path of FILES) expect(readFileSync(join(dir, path), 'utf8')).not.toMatch(/(?<!\$)\{\{/);
    expect(readFileSync(join(dir, 'README.md'), 'utf8')).toContain('skillgraft@1.2.3 search');
  });

  it('skips what exists and changes nothing in it', async () => {
    const readme = join(folder.path, 'README.md');
    writeFileSync(readme, 'mine');
    symlinkSync('nowhere', join(folder.path, 'skillgraft.json'));
    const first = await initRepository(folder.path, { version: '1.2.3' });
    expect(first.skipped).toEqual(['README.md', 'skillgraft.json']);
    expect(readFileSync(readme, 'utf8')).toBe('mine');
    expect(existsSync(join(folder.path, 'nowhere'))).toBe(false);
    expect(await initRepository(folder.path, { version: '1.2.3' })).toEqual({ created: [], skipped: FILES });
  });

  it('refuses with advice where a file stands in the place of a folder', async () => {
    writeFileSync(join(folder.path, 'skills'), '');
    await expect(initRepository(folder.path, { version: '1.2.3' })).rejects.toMatchObject({
      code: 'cannot-write',
      message: expect.stringContaining('skills/conventional-commits/SKILL.md'),
    });
  });

  it.runIf(process.platform === 'linux')('refuses a folder in which none can be made', () => {
    const { status, stderr } = skillgraft(['init', '/proc/skills'], { cwd: folder.path });
    expect([status, stderr]).toEqual([2, expect.stringContaining('choose another folder')]);
  });

  it('makes a git repository that git accepts, once', async () => {
    const options = { version: '1.2.3', git: true };
    expect((await initRepository(folder.path, options)).created).toEqual(['.git', ...FILES]);
    const status = execFileSync('git', ['status', '--porcelain', '--branch'], { cwd: folder.path });
    expect(status.toString()).toContain('No commits yet on main');
    expect((await initRepository(folder.path, options)).skipped).toEqual(['.git', ...FILES]);
  });

  it.each([
    ['the git program', process.env.PATH],
    ['no git program', '/nonexistent'],
  ])('whose settings keep modes and links, with %s', async (_, path) => {
    vi.stubEnv('PATH', path);
    await initRepository(folder.path, { version: '1.2.3', git: true });
    vi.unstubAllEnvs();
    const run = (...args: string[]) => execFileSync('git', args, { cwd: folder.path, encoding: 'utf8' });
    writeFileSync(join(folder.path, 'run.sh'), '#!/bin/sh\n', { mode: 0o755 });
    symlinkSync('run.sh', join(folder.path, 'link'));
    run('add', '-A');
    expect(run('ls-files', '-s', 'run.sh', 'link')).toMatch(/^120000 .*link\n100755 .*run\.sh\n$/s);
    expect(run('config', '--local', '--list')).not.toMatch(/ignorecase=true|symlinks=false|filemode=false/);
    expect(run('symbolic-ref', 'HEAD')).toBe('refs/heads/main\n');
  });
});

describe('the template', () => {
  it('covers every file in its folder', async () => {
    expect((await templateFiles({ version: '1.2.3' })).map((file) => file.path)).toEqual(FILES);
    const sources = CI_KINDS.flatMap((kind) =>
      [true, false].flatMap((isCalling) => ciFiles(kind, isCalling)),
    );
    const ci = new Set(sources.map(([, source]) => source));
    const common = FILES.filter((path) => !path.startsWith('.github/'));
    const below = filesBelow(join(ROOT, 'build', 'init', 'template'));
    expect(below.filter((path) => path.startsWith('ci/'))).toEqual([...ci].sort());
    expect(below.length).toBe(ci.size + common.length);
  });

  it('has settings without findings', async () => {
    const file = (await templateFiles({ version: '1.2.3' })).find(({ path }) => path === 'skillgraft.json');
    expect(parseConfigFile(file?.text ?? '', 'skillgraft.json')).toMatchObject({
      values: { roots: ['skills'], profile: 'spec' },
      findings: [],
    });
  });
});

describe('the choice of CI', () => {
  const uses = { repository: 'example/skillgraft', commit: 'a'.repeat(40) };

  it.each([
    ['gitlab', ['.gitlab-ci.yml']],
    ['none', []],
  ] as const)('%s has its own files, and leaves nothing of GitHub', async (ci, files) => {
    const { created } = await initRepository(folder.path, { version: '1.2.3', ci });
    const common = FILES.filter((path) => !path.startsWith('.github/'));
    expect(created).toEqual([...common, ...files].sort());
    for (const path of created)
      expect(readFileSync(join(folder.path, path), 'utf8')).not.toMatch(/(?<!\$)\{\{/);
  });

  it('calls the workflows of a repository at a commit, with the rights that they ask for', async () => {
    for (const { path, text } of await templateFiles({ version: '1.2.3', uses })) {
      if (!path.startsWith('.github/')) continue;
      const name = path.split('/').at(-1)!;
      const { jobs } = parse(text) as Workflow;
      expect(jobs.skills!.uses).toBe(`example/skillgraft/.github/workflows/${name}@${uses.commit}`);
      const called = parse(readFileSync(join(ROOT, '.github', 'workflows', name), 'utf8')) as Workflow;
      const asked = Object.values(called.jobs).map(({ permissions }) => permissions!);
      const least = Object.assign({}, ...asked.map((one) => ({ ...one }))) as Record<string, string>;
      if (asked.some(({ contents }) => contents === 'write')) least.contents = 'write';
      expect(jobs.skills!.permissions).toEqual(least);
    }
  });

  it.each([
    'example/skillgraft',
    'example/skillgraft@v1',
    `x@${uses.commit}`,
    `a/b/c@${uses.commit}`,
    `a/b@${uses.commit} `,
  ])('refuses %s as a place of workflows', (text) => {
    expect(() => calledWorkflows(text)).toThrow(expect.objectContaining({ code: 'init-uses' }));
  });
});

describe('skills that we ship', () => {
  const own = readdirSync(join(ROOT, 'skills')).map((name) => join(ROOT, 'skills', name));
  const samples = FILES.filter((path) => path.startsWith('skills/')).map((path) =>
    join(ROOT, 'build', 'init', 'template', path, '..'),
  );

  it.each([...own, ...samples].map((dir) => [dir.slice(ROOT.length), dir]))(
    '%s has the front matter of the specification',
    (_, dir) => {
      const text = readFileSync(join(dir, 'SKILL.md'), 'utf8');
      const front = parse(text.split(/^---$/m)[1] ?? '') as Record<string, unknown>;
      expect(Object.keys(front)).toEqual(['name', 'description', 'metadata']);
      expect(dir.endsWith(`/${front.name}`)).toBe(true);
      expect(front.name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      expect(front.description).toMatch(/\bUse when /);
      expect([...String(front.description)].length).toBeLessThanOrEqual(1024);
      for (const value of Object.values(front.metadata as object)) expect(typeof value).toBe('string');
    },
  );
});

describe('skillgraft init', () => {
  it('lists what it made and skipped', () => {
    mkdirSync(join(folder.path, 'x'));
    writeFileSync(join(folder.path, 'x', '.gitignore'), '');
    const { status, stdout } = skillgraft(['init', 'x', '--json'], { cwd: folder.path });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      dir: 'x',
      created: FILES.filter((path) => path !== '.gitignore'),
      skipped: ['.gitignore'],
    });
    const again = skillgraft(['init', 'x'], { cwd: folder.path });
    expect(again.stderr).not.toContain('INTEGRITY');
    expect(skillgraft(['init', 'z'], { cwd: folder.path }).stderr).toContain('--uses OWNER/NAME@COMMIT');
    expect(again.stdout).toContain('skipped  README.md (it exists)');
    expect(again.stdout).toContain('cd x\n  git init\n');
    expect(skillgraft(['init', 'x', '--git'], { cwd: folder.path }).stdout).not.toContain('git init');
    const mixed = skillgraft(['init', 'y', '--ci', 'none', '--uses', 'a/b@c'], { cwd: folder.path });
    expect([mixed.status, existsSync(join(folder.path, 'y'))]).toEqual([2, false]);
  });
});
