import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLI, ROOT } from './helpers/cli.js';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
}

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;

describe('the package', () => {
  it('holds what it needs and nothing else', () => {
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const [packed] = JSON.parse(execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8' }));
    const paths = (packed.files as { path: string }[]).map((file) => file.path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'lib/cli.js',
        'lib/THIRD-PARTY-NOTICES.txt',
        'lib/runtime/index.js',
        'lib/runtime/index.d.ts',
        'lib/build/index.js',
        'lib/schema/index.js',
        'lib/edge/worker.js',
        'lib/runtime/edge/worker.d.ts',
        'schema/index.schema.json',
        'skills/find-a-skill-first/SKILL.md',
        'build/init/template/gitignore.txt',
        'build/init/template/ci/github-check.yml.txt',
        'build/init/template/skills/fix-nextjs-api-cors/SKILL.md',
      ]),
    );
    const stray = /^tests\/|tsbuildinfo$|^lib\/build\/tools\/|^lib\/tests\/|(?<!\.d)\.ts$|^\.(?!well-known)/;
    expect(paths.filter((path) => stray.test(path))).toEqual([]);
  });

  it('passes publint', () => {
    const publint = join(ROOT, 'node_modules', 'publint', 'src', 'cli.js');
    const { status, stdout } = spawnSync(process.execPath, [publint, '--strict'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining('All good!') });
  });

  it('has a command that a shell can start', () => {
    expect(readFileSync(CLI, 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true);
    expect(statSync(CLI).mode & 0o111, 'compile with npm run build').toBe(0o111);
    expect(execFileSync(CLI, ['--version'], { encoding: 'utf8' })).toMatch(/^skillgraft \d/);
  });

  it('pins every dependency to one version', () => {
    const ranges = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });
    for (const range of ranges) expect(range).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('exports its parts and the schemas', () => {
    expect(Object.keys(manifest.exports)).toEqual([
      '.',
      './build',
      './schema',
      './edge',
      './schema/frontmatter.schema.json',
      './schema/index.schema.json',
      './package.json',
    ]);
  });
});

describe('generated types', () => {
  it('are what the schemas give', () => {
    const tool = join(ROOT, 'tests', 'tools', 'types.mjs');
    const { status, stderr } = spawnSync(process.execPath, [tool, '--check'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
