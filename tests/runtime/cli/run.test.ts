import { describe, expect, it } from 'vitest';
import { type CommandEntry, defineCommand } from '../../../runtime/cli/command.js';
import type { Host } from '../../../runtime/cli/context.js';
import { runCli } from '../../../runtime/cli/run.js';
import { SkillgraftError } from '../../../schema/errors.js';

const echo = defineCommand({
  name: 'echo',
  summary: 'Says what it was given',
  options: {
    json: { type: 'boolean', description: 'As JSON.' },
    fail: { type: 'string', choices: ['user', 'fault'], description: 'Fails in this way.' },
    wide: { type: 'string', value: 'SOMETHING-LONG', description: 'An option with a text that is wrapped.' },
  },
  positionals: [{ name: 'WORD', description: 'what to say', required: true, rest: true }],
  examples: ['echo hello'],
  async run({ args, positionals, print, json, style }) {
    if (args.fail === 'user') throw new SkillgraftError('no-word', 'The word \x1b[2J is missing.', 'Say it.');
    if (args.fail === 'fault') throw new TypeError('broken');
    if (args.json) json({ positionals });
    else print(`${style.bold('said')} ${positionals.join(' ')}`);
    return positionals.includes('finding') ? 1 : 0;
  },
});

const COMMANDS: readonly CommandEntry[] = [
  { name: 'echo', summary: 'Says what it was given', load: async () => echo },
];

async function run(argv: readonly string[], env: Record<string, string> = {}, columns = 80) {
  let out = '';
  let err = '';
  const host: Host = {
    env,
    workingFolder: () => process.cwd(),
    stdout: { write: (text) => (out += text), columns },
    stderr: { write: (text) => (err += text) },
  };
  const code = await runCli(COMMANDS, argv, host);
  return { code, out, err };
}

describe('runCli', () => {
  it('runs a command and passes its exit code on', async () => {
    expect(await run(['echo', 'a', 'b'])).toEqual({ code: 0, out: 'said a b\n', err: '' });
    expect((await run(['echo', 'finding'])).code).toBe(1);
  });

  it('writes colour only where it is wanted', async () => {
    expect((await run(['echo', 'a'], { FORCE_COLOR: '1' })).out).toBe('\x1b[1msaid\x1b[0m a\n');
    expect((await run(['echo', '\x1b]0;t\x07a'], { FORCE_COLOR: '1' })).out).toBe('\x1b[1msaid\x1b[0m a\n');
  });

  it.each([[[]], [['--help']], [['-h']], [['help']]])('%j prints the overview', async (argv) => {
    const { code, out } = await run(argv);
    expect(code).toBe(0);
    expect(out).toContain('echo  Says what it was given');
  });

  it.each([[['help', 'echo']], [['echo', '--help']], [['echo', '-h']]])(
    '%j prints its page',
    async (argv) => {
      const { code, out } = await run(argv);
      expect(code).toBe(0);
      expect(out).toContain('skillgraft echo WORD... [options]');
      expect(out).toContain('--fail user|fault');
      expect(out).toContain('-h, --help');
    },
  );

  it('wraps the help at the width of the terminal', async () => {
    const { out } = await run(['echo', '--help'], {}, 50);
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(50);
  });

  it.each([
    [['ecoh', 'a'], 'unknown-command', 'Did you mean echo?'],
    [['help', 'ecoh'], 'unknown-command', 'Did you mean echo?'],
    [['--json', 'echo'], 'unknown-option', 'behind the command'],
    [['echo'], 'missing-argument', 'echo WORD...'],
    [['echo', 'a', '--fail', 'x'], 'bad-choice', 'user, fault'],
  ])('%j ends with 2, %s and advice', async (argv, code, advice) => {
    const plain = await run(argv);
    expect(plain).toMatchObject({ code: 2, out: argv.includes('--json') ? expect.any(String) : '' });
    expect(plain.err).toContain(advice);
    const json = await run([...argv, '--json']);
    expect(json.code).toBe(2);
    expect(JSON.parse(json.out)).toMatchObject({ error: { code, hint: expect.stringContaining(advice) } });
  });

  it('prints failures without control characters, and --json behind -- is no option', async () => {
    const { code, out, err } = await run(['echo', '--fail', 'user', '--', '--json']);
    expect({ code, out, err }).toEqual({
      code: 2,
      out: '',
      err: 'error: The word  is missing.\n  Say it.\n',
    });
  });

  it('prints the stack of a fault of ours and asks for a report', async () => {
    const { code, err } = await run(['echo', 'a', '--fail', 'fault']);
    expect(code).toBe(2);
    expect(err).toMatch(/TypeError: broken\n\s+at /);
    expect(err).toContain('report');
  });

  it('says so where the working folder is gone', async () => {
    let err = '';
    const gone = () => {
      throw Object.assign(new Error('gone'), { code: 'ENOENT' });
    };
    const host: Host = {
      env: {},
      workingFolder: gone,
      stdout: { write: () => true },
      stderr: { write: (text) => (err += text) },
    };
    expect(await runCli(COMMANDS, ['echo', 'a'], host)).toBe(2);
    expect(err).toContain('The folder that this runs in is gone.');
  });
});
