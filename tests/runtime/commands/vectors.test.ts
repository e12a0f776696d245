import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assemble } from '../../../build/assemble.js';
import type { Artifact } from '../../../schema/index.types.js';
import { skillgraft } from '../../helpers/cli.js';
import { connect } from '../../helpers/mcp-client.js';
import { type SampleRepo, sampleRepo } from '../../helpers/sample-repo.js';

const NONE = { SKILLGRAFT_EMBEDDER: 'none' };
let sample: SampleRepo;
let artifact: Artifact;
let vectors: string;
const files = new Map<string, Uint8Array>();
beforeAll(async () => {
  sample = await sampleRepo();
  artifact = JSON.parse(readFileSync(join(sample.out, 'index.json'), 'latin1'));
  const { $digest: _, format: _format, ...parts } = artifact;
  for (const [path, file] of assemble(parts, 100).files) files.set(path, await file.read());
  vectors = join(sample.out, [...files.keys()].find((path) => path.startsWith('vectors-'))!);
});
beforeEach(() => {
  for (const [path, bytes] of files) writeFileSync(join(sample.out, path), bytes);
});
afterAll(() => sample.dispose());

const damages: readonly (readonly [name: string, damage: () => void])[] = [
  ['missing', () => rmSync(vectors)],
  ['altered', () => writeFileSync(vectors, 'other')],
];

function on(env: Record<string, string>, ...args: readonly string[]) {
  return skillgraft([...args, '--index', sample.out], { env });
}

describe.each(damages)('vectors that are %s', (_, damage) => {
  it('leave a search to the words, with one notice', () => {
    damage();
    const { status, stdout, stderr } = on({}, 'search', 'candle', 'wick');
    expect({ status, said: stderr.trimEnd().split('\n').length }).toEqual({ status: 0, said: 1 });
    expect(stderr).toMatch(/^Searches go by words alone.*vectors-.*Build the index again/);
    expect(stdout).toContain('clip-wick');
    const json = JSON.parse(on({}, 'search', 'candle', '--json').stdout);
    expect(json.notices.map(({ code }: { code: string }) => code)).toEqual(['vectors-unreadable']);
  });

  it('are nothing to a reader without an embedder', () => {
    damage();
    const { status, stdout, stderr } = on(NONE, 'search', 'candle', 'wick');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('clip-wick');
  });

  it('are told by stats, and when a server starts', async () => {
    damage();
    for (const env of [{}, NONE]) {
      const { status, stdout, stderr } = on(env, 'stats');
      expect(status).toBe(0);
      expect(stdout).toMatch(/\nmeaning +not compared: the vectors cannot be read\n/);
      expect(stderr).toMatch(/^Searches go by words alone/);
    }
    expect(on({ SKILLGRAFT_USAGE: 'off' }, 'serve').stderr).toMatch(
      /^Serving 8 skills.*\nSearches go by words alone/,
    );
    expect(on({ ...NONE, SKILLGRAFT_USAGE: 'off' }, 'serve').stderr).toMatch(/^Serving 8 skills.*\n$/);
    const server = await connect(sample.out, 'auto');
    try {
      const { data, isError } = await server.call('search_skills', { query: 'candle wick' });
      expect(isError).toBe(false);
      expect(data.results[0].name).toBe('clip-wick');
    } finally {
      await server.close();
    }
  });
});

describe('skillgraft stats', () => {
  it('shows the error rates of the gate that is in use, and both as JSON', () => {
    const [expected, words] = [
      { lost: 0.125, accepted: 0.0625 },
      { lost: 0.25, accepted: 0.5 },
    ];
    const { intercept, weights, threshold } = artifact.calibration;
    const wordsAlone = { intercept, weights, threshold, expected: words };
    const method = 'logistic' as const;
    const calibration = { ...artifact.calibration, method, own: 8, offTopic: 9, expected, wordsAlone };
    const { $digest: _, format: _format, ...parts } = artifact;
    writeFileSync(join(sample.out, 'index.json'), assemble({ ...parts, calibration }).index);
    const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
    const line = ({ lost, accepted }: typeof expected) =>
      `it rejects ${percent(lost)} of the first and accepts ${percent(accepted)} of the second\n`;
    expect(on({}, 'stats').stdout).toContain(`requests: ${line(expected)}`);
    const none = on(NONE, 'stats');
    expect(none.stdout).toContain(`requests: by words alone ${line(words)}`);
    expect(none.stdout).toMatch(
      /\nmeaning +not compared by this reader; the index was built with skillgraft-/,
    );
    expect(none.stderr).toBe('');
    for (const env of [{}, NONE]) {
      const json = JSON.parse(on(env, 'stats', '--json').stdout);
      expect(json).toMatchObject({
        byWordsAlone: env === NONE,
        notices: [],
        model: { id: 'skillgraft-static-en' },
        calibration: { expected, wordsAlone: { expected: words } },
      });
    }
  });
});
