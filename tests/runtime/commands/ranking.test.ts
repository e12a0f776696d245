import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assemble } from '../../../build/assemble.js';
import type { Artifact } from '../../../schema/index.types.js';
import { skillgraft } from '../../helpers/cli.js';
import { collection, gated } from '../../helpers/collection.js';
import { tempFolder } from '../../helpers/git-repo.js';
import type { LooseJson } from '../../helpers/mcp-client.js';

const temp = tempFolder();
afterAll(() => temp.dispose());

/** Writes an artifact as a build would, into a file of this name. */
async function write(name: string, artifact: Artifact): Promise<void> {
  const { $digest: _, format: _format, ...parts } = artifact;
  const { index, files } = assemble(parts);
  expect([...files.keys()]).toEqual(['index.json']);
  writeFileSync(join(temp.dir, name), index);
}

const LAMPS = {
  'gas-lamp': { description: 'Lights lamps with gas.', more: 'status: archived' },
  'oil-lamp': 'Fills a lamp with oil.',
};

beforeAll(async () => {
  const artifact = await collection(
    {
      'trim-wick': {
        description: 'Trims a candle wick \u001b[31mred. Not for melting wax, use melt-wax instead.',
        more: 'triggers: [short wick]\nskill-type: WORKFLOW',
      },
      'melt-wax': { description: 'Melts wax for a candle.', more: 'status: deprecated\nskill-type: RULE' },
      'melt-more-wax': 'Melts wax for a candle.',
      'north/twin': { description: 'Sings a song.', body: 'La la la.' },
      'south/twin': { description: 'Sings a song.', body: 'La la la.' },
      'old-lamp': { description: 'Lights a lamp.', more: 'created: 2020-01-01\nttl-days: 1' },
    },
    { synonyms: { taper: ['candle'] } },
  );
  await write('open.json', gated(artifact, -1));
  await write('lamps.json', await collection(LAMPS));
  await write('shut.json', gated(artifact, 9, { description: 1 }));
  await write('none.json', { ...artifact, calibration: { ...artifact.calibration, method: 'none' } });
  await write('words.json', { ...artifact, vectors: null });
});

const run = (...args: string[]) => skillgraft(args, { cwd: temp.dir });
const on = (index: string, ...args: string[]) => run(...args, '--index', `${index}.json`);
const json = (index: string, ...args: string[]): LooseJson => JSON.parse(on(index, ...args, '--json').stdout);
const found = (...args: string[]): string[] =>
  json('open', 'search', ...args).results.map(({ name }: { name: string }) => name);

describe('skillgraft search', () => {
  it('--verbose shows every part, its terms, and what the gate saw', () => {
    const { status, stdout, stderr } = on('open', 'search', 'short wick of a taper', '--verbose', '-n', '1');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^ 1\. trim-wick {2}0\.\d{3}$/);
    const parts = lines.slice(3, lines.indexOf(''));
    expect(parts.map((line) => line.trim().split(/ +/)[0])).toEqual([
      'name',
      'description',
      'headings',
      'body',
      'references',
      'semantic',
      'trigger',
    ]);
    expect(parts.at(-1)).toMatch(/^ {4}trigger {7}0\.\d{3} {2}short, wick$/);
    const [gate, signals] = stdout
      .slice(stdout.indexOf('\nGate: '))
      .replace(/\n(?!Signals)/g, ' ')
      .trim()
      .split('\n');
    expect(gate).toMatch(/^Gate: .* a skill seems to fit: log-odds 0\.00, accepted from -1\.00 on\.$/);
    expect(signals).toMatch(/^Signals: description \d\.\d\d, fields .*, topic -?\d\.\d\d\.$/);
    expect(json('open', 'search', 'wick', '-v').gate).toMatchObject({ accepted: true, threshold: -1 });
    expect(json('open', 'search', 'wick')).not.toHaveProperty('gate');
  });

  it('names the nearest miss of a rejected query, and shows it where told', () => {
    const { status, stdout, stderr } = on('shut', 'search', 'wick', 'candle');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [why, nearest, how, ...rest] = stdout.trimEnd().split('\n');
    expect(why).toContain('The nearest is trim-wick (skills/trim-wick)');
    expect(nearest).toMatch(/^ {4}Trims a candle wick red\./);
    expect(how).toContain('--no-gate');
    expect(rest).toEqual([]);
    const verbose = on('shut', 'search', 'wick candle', '-v').stdout;
    expect(verbose.startsWith(stdout)).toBe(true);
    expect(verbose).toMatch(
      /\n\nGate: .*no skill seems to fit: log-odds [\d.]+,\s+accepted\s+from 9\.00 on\.\nSignals: /,
    );
    expect(on('shut', 'search', 'wick candle', '--no-gate').stdout).toMatch(/^ 1\. trim-wick/);
    expect(on('shut', 'search', 'trim-wick').stdout).toMatch(/^ 1\. trim-wick/);
    expect(on('shut', 'search', 'zzzz').stdout).not.toContain('--no-gate');
  });

  it('says with --verbose that there is no calibration, and not without', () => {
    expect(on('none', 'search', 'wick', '-v').stdout).toContain('Gate: The index has no calibration');
    const { stdout, stderr } = on('none', 'search', 'wick');
    expect(`${stdout}${stderr}`).not.toContain('calibration');
  });

  it('shows the words of the query that matched, not their stems', () => {
    const { stdout } = on('open', 'search', 'Candles, melting waxes', '-v', '-n', '1');
    expect(stdout).toMatch(/\n {4}description +0\.\d{3} {2}Candles, melting, waxes\n/);
    const [{ parts }] = json('open', 'search', 'Candles, melting waxes', '-v').results;
    expect(parts[1]).toMatchObject({ field: 'description', terms: ['candl', 'melt', 'wax'] });
  });

  it.each([
    ['melt wax', 'melt-wax'],
    ['Melt-More_WAX', 'melt-more-wax'],
    ['OLD  lamp', 'old-lamp'],
  ])('puts the skill first whose name was typed as %s, whatever the gate says', (query, name) => {
    expect(json('shut', 'search', query).results[0]).toMatchObject({ name, exact: true });
  });

  it('narrows by type, by status, and to what is current', () => {
    expect(found('candle').sort()).toEqual(['melt-more-wax', 'melt-wax', 'old-lamp', 'trim-wick']);
    expect(found('candle', '--type', 'WORKFLOW')).toEqual(['trim-wick']);
    expect(found('candle', '--status', 'deprecated')).toEqual(['melt-wax']);
    expect(found('candle', '--current').sort()).toEqual(['melt-more-wax', 'trim-wick']);
    expect(found('lamp', '--current')).toEqual([]);
    const listed = json('open', 'list', '--current').skills.map(({ name }: { name: string }) => name);
    expect(listed).toEqual(['melt-more-wax', 'twin', 'twin', 'trim-wick']);
  });

  it.each([
    [['--type', 'workflow'], 'IMPLEMENTATION, WORKFLOW'],
    [['--status', 'new'], 'active, stale, deprecated, archived'],
    [['--fusion', 'max'], 'sum, rrf'],
  ])('%j: refused, with the values that there are', (args, values) => {
    const { status, stdout, stderr } = on('open', 'search', 'wick', ...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(`${args[0]} cannot be "${args[1]}".`);
    expect(stderr).toContain(values);
  });

  it('takes the fusion from the flag, from the environment and from the file', () => {
    const scores = (args: string[], env: Record<string, string> = {}, cwd = temp.dir): number[] =>
      JSON.parse(
        skillgraft(['search', 'candle wax', '--json', '--index', join(temp.dir, 'open.json'), ...args], {
          cwd,
          env,
        }).stdout,
      ).results.map(({ score }: { score: number }) => score);
    const [sum, rrf] = [scores([]), scores(['--fusion', 'rrf'])];
    expect(rrf).not.toEqual(sum);
    expect(rrf[0]).toBeGreaterThan(0.9);
    expect(scores([], { SKILLGRAFT_FUSION: 'rrf' })).toEqual(rrf);
    expect(scores(['--fusion', 'sum'], { SKILLGRAFT_FUSION: 'rrf' })).toEqual(sum);
    writeFileSync(join(temp.dir, 'skillgraft.json'), '{"fusion": "rrf"}');
    expect(scores([])).toEqual(rrf);
    rmSync(join(temp.dir, 'skillgraft.json'));
  });
});

describe('skillgraft explain', () => {
  it('shows the place, the parts, the one above, the gate and the hand-offs', () => {
    const { status, stdout, stderr } = on('open', 'explain', 'melt candle wax zzzz', 'trim-wick');
    expect(status).toBe(0);
    const paragraphs = stdout.trimEnd().split('\n\n');
    expect(paragraphs[0]).toMatch(/^trim-wick {2}skills\/trim-wick\nrank 3 of 3, score 0\.\d{3}$/);
    expect(paragraphs[1]).toMatch(
      /^name +0\.000\ndescription +0\.\d{3} {2}candle\n[\s\S]*\nlacks: melt, wax, zzzz$/,
    );
    expect(paragraphs[2]).toMatch(
      /^Just above is melt-(more-)?wax {2}skills\/melt-(more-)?wax, score 0\.\d{3}\nit has more: (name|description) 0\.\d{3}, /,
    );
    expect(paragraphs[3]).toMatch(/^Gate: By the logistic calibration a skill seems to fit/);
    expect(paragraphs[4]).toBe('hands off to: skills/melt-wax');
    expect(paragraphs).toHaveLength(5);
    expect(stderr).toBe('');
  });

  it('takes the last word for the skill, and all before it for the query', () => {
    const joined = json('open', 'explain', 'melt candle wax', 'melt-wax');
    expect(json('open', 'explain', 'melt', 'candle', 'wax', 'skills/melt-wax')).toEqual(joined);
    expect(joined).toMatchObject({ query: 'melt candle wax', skill: { name: 'melt-wax' }, handsOffTo: [] });
    expect(on('open', 'explain', 'melt candle wax', 'melt-wax').stderr).toContain('It is deprecated');
  });

  it('shows a synonym with its word', () => {
    expect(on('open', 'explain', 'taper', 'trim-wick').stdout).toMatch(
      /description +0\.\d{3} {2}candl \(taper\)\n/,
    );
  });

  it('says of an archived skill that no search shows it, in place of a rank', () => {
    const { status, stdout, stderr } = on('lamps', 'explain', 'lamp gas', 'gas-lamp');
    expect(status).toBe(0);
    expect(stdout).toMatch(/\narchived: no search shows it without --status archived, score 0\.\d{3}\n/);
    expect(stdout).not.toContain('rank ');
    expect(stdout).toMatch(/\ndescription +0\.\d{3} {2}lamp, gas\n/);
    expect(stderr).toContain('It is archived');
  });

  it.each(['', '  ', 'the', '?!'])('refuses the query %j as a search does', (query) => {
    const { status, stdout } = on('open', 'explain', query, 'trim-wick');
    expect({ status, stdout }).toEqual({ status: 0, stdout: on('open', 'search', query).stdout });
    expect(stdout).toMatch(/^The query .*\n$/);
  });

  it('says that the place is that of the fusion sum, where the settings want another one', () => {
    const explained = (env: Record<string, string>) =>
      skillgraft(['explain', 'candle', 'trim-wick', '--index', 'open.json', '--json'], {
        cwd: temp.dir,
        env,
      });
    const codes = (fusion: string) =>
      JSON.parse(explained({ SKILLGRAFT_FUSION: fusion }).stdout).notices.map(({ code }: LooseJson) => code);
    expect([codes('rrf'), codes('sum')]).toEqual([['fusion-sum'], []]);
    expect(run('explain', '--help').stdout.replace(/\s+/g, ' ')).toContain('those of the fusion `sum`');
  });

  it('says what a search answers where the gate rejects, and of a skill that does not match', () => {
    const rejected = on('shut', 'explain', 'candle', 'trim-wick').stdout.replace(/\s+/g, ' ');
    expect(rejected).toContain('rank 3 of 4');
    expect(rejected).toContain('no skill seems to fit');
    expect(rejected).toContain('A search answers: No skill seems to fit.');
    const none = on('open', 'explain', 'candle', 'skills/north/twin').stdout;
    expect(none).toContain('not among the 4 that match');
    expect(none).toContain('\nFirst is ');
    expect(on('open', 'explain', 'old-lamp', 'old-lamp').stdout).toContain(
      'first because the query is its name',
    );
  });

  it('refuses a skill that is not there, and a call without one', () => {
    expect(on('open', 'explain', 'candle', 'trim-wik')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: 'error: There is no skill trim-wik.\n  Did you mean trim-wick?\n',
    });
    expect(json('open', 'explain', 'candle', 'zzz').error.code).toBe('skill-unknown');
    expect(on('open', 'explain', 'candle')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('skillgraft explain QUERY... SKILL'),
    });
  });
});

describe('skillgraft duplicates', () => {
  it('shows copies, then pairs, with exit code 0', () => {
    const { status, stdout, stderr } = on('open', 'duplicates', '--threshold', '0.5');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(
      /^Copies of each other\n {2}skills\/north\/twin\n {2}skills\/south\/twin\n\n0\.\d{3} {2}skills\/melt-more-wax {2}skills\/melt-wax {2}same text\n/,
    );
    expect(on('open', 'duplicates', '--threshold', '0.2').stdout).toContain('one sends to the other');
    const all = json('open', 'duplicates', '--threshold', '0.2');
    expect(Object.keys(all)).toEqual(['threshold', 'compared', 'copies', 'pairs', 'more']);
    const cut = on('open', 'duplicates', '--threshold', '.2', '-n', '1');
    expect(cut.stdout.trimEnd().split('\n')).toHaveLength(5);
    expect(cut.stderr).toContain(`and ${all.pairs.length - 1} more`);
    expect(on('open', 'duplicates', '--threshold', '1').stderr).toBe(
      'Of 5 skills no two are as near as 1.\n',
    );
  });

  it.each(['0', '1.5', '-1', 'abc', '1e-1', 'NaN'])('refuses the threshold %s', (threshold) => {
    const { status, stdout, stderr } = on('open', 'duplicates', `--threshold=${threshold}`);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(
      `error: --threshold cannot be "${threshold}".\n  Give a number above 0, up to 1, such as --threshold 0.85.`,
    );
  });

  it('says of one skill, and of none, that there is nothing to compare', async () => {
    await write('one.json', await collection({ lone: 'Sings.' }));
    expect(on('one', 'duplicates').stderr).toBe('There is only one skill to compare.\n');
  });

  it('says what to do without vectors', () => {
    const { status, stderr } = on('words', 'duplicates');
    expect(status).toBe(2);
    expect(stderr).toContain('`embedder`');
  });
});

describe('skillgraft stats', () => {
  it('tells of the model and of the calibration, or that there is none', () => {
    expect(on('open', 'stats').stdout).toMatch(
      /\nmeaning +compared by skillgraft-static-en .*, 256 dimensions\nno fit +logistic calibration on /,
    );
    expect(on('none', 'stats').stdout).toMatch(/\nno fit +not calibrated: too few skills/);
    expect(on('words', 'stats').stdout).toMatch(/\nmeaning +not compared/);
    expect(json('open', 'stats')).toMatchObject({
      synonyms: 1,
      model: { id: 'skillgraft-static-en', dims: 256 },
      calibration: { method: 'logistic', threshold: -1, expected: {} },
    });
    expect(json('words', 'stats').model).toBeNull();
  });
});
