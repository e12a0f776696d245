import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const PERSON = { NAME: 'Test Author', EMAIL: 'author@example.invalid' };

/** A temporary folder with its real path, removed by `dispose`. */
export function tempFolder(name = 'skillgraft-'): { readonly dir: string; dispose(): void } {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), name)));
  return { dir, dispose: () => rmSync(dir, { recursive: true, force: true }) };
}

/** Runs the real git, free of the caller's configuration, and gives what it prints. */
export function git(
  dir: string,
  args: readonly string[],
  options: { env?: object; input?: string | Buffer } = {},
): string {
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith('GIT_')));
  return execFileSync('git', ['-c', 'gc.auto=0', '-c', 'maintenance.auto=false', ...args], {
    cwd: dir,
    encoding: 'utf8',
    input: options.input ?? '',
    maxBuffer: 1 << 28,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...env,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: devNull,
      GIT_AUTHOR_NAME: PERSON.NAME,
      GIT_AUTHOR_EMAIL: PERSON.EMAIL,
      GIT_COMMITTER_NAME: PERSON.NAME,
      GIT_COMMITTER_EMAIL: PERSON.EMAIL,
      ...options.env,
    },
  });
}

/** A repository on disk that a test fills; commit n (from 0) is dated 2024-01-01 12:00 UTC plus n days. */
export class TestRepo {
  readonly dir: string;
  #commits = 0;

  constructor(dir: string, init: readonly string[] = []) {
    this.dir = dir;
    mkdirSync(dir, { recursive: true });
    git(dir, ['init', '-q', '-b', 'main', ...init]);
  }

  git(...args: string[]): string {
    return git(this.dir, args).trimEnd();
  }

  write(path: string, content: string | Uint8Array): this {
    const file = join(this.dir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return this;
  }

  link(path: string, target: string): this {
    mkdirSync(dirname(join(this.dir, path)), { recursive: true });
    symlinkSync(target, join(this.dir, path));
    return this;
  }

  /** Commits all of the work tree; `date` is in Unix seconds. Gives the commit's id. */
  commit(message: string, date = Date.UTC(2024, 0, 1 + this.#commits, 12) / 1000): string {
    this.#commits++;
    const env = { GIT_AUTHOR_DATE: `@${date} +0000`, GIT_COMMITTER_DATE: `@${date} +0000` };
    git(this.dir, ['add', '-A'], {});
    git(this.dir, ['commit', '-q', '--allow-empty', '--cleanup=verbatim', '-m', message], { env });
    return this.git('rev-parse', 'HEAD');
  }
}

/** Text of a SKILL.md. */
export function skillText(name: string, body = 'Do the step.'): string {
  return `---\nname: ${name}\ndescription: Does ${name}.\n---\n\n${body}\n`;
}
