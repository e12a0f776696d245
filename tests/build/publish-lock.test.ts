import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { nodeWriteFs } from '../../build/write-fs.js';
import { CLI } from '../helpers/cli.js';
import { buildInto, codeOf, listing, publishFixture, servedWhole } from '../helpers/skills-repo.js';

const { temp, two, fresh, build } = publishFixture();
afterAll(() => temp.dispose());

describe('two builds at once', () => {
  const run = (out: string): Promise<{ code: number | null; text: string }> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [CLI, 'build', '--repo', two.repo.dir, '--out', out]);
      let text = '';
      child.stderr.on('data', (data) => {
        text += data;
      });
      child.on('close', (code) => resolve({ code, text }));
    });

  it('of two processes end whole, or are refused because of the other', async () => {
    for (let round = 0; round < 3; round += 1) {
      const out = fresh();
      await build(out, two.v1);
      const ends = await Promise.all([run(out), run(out), run(out)]);
      expect(ends.some(({ code }) => code === 0)).toBe(true);
      for (const { code, text } of ends) if (code !== 0) expect(text).toContain('Another build');
      expect(await servedWhole(out)).toBe(two.v2);
      await build(out);
      expect(Object.keys(listing(out)).filter((name) => name.startsWith('.'))).toEqual([]);
    }
  });

  it('of one process end whole, or are refused because of the other', async () => {
    const out = fresh();
    await build(out, two.v1);
    const ends = await Promise.allSettled([build(out), build(out, two.v1), build(out), build(out)]);
    expect(ends.some(({ status }) => status === 'fulfilled')).toBe(true);
    for (const end of ends) if (end.status === 'rejected') expect(end.reason.code).toBe('out-busy');
    expect([two.v1, two.v2]).toContain(await servedWhole(out));
    await build(out);
    expect(Object.keys(listing(out)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('in turn: the second is refused while the first one holds the folder, at whatever call', async () => {
    const out = fresh();
    await build(out, two.v1);
    let asked = 0;
    const refused: string[] = [];
    const fs = {
      ...nodeWriteFs,
      writeFile: async (path: string, bytes: Uint8Array, flush: boolean): Promise<void> => {
        // The first file is the owner's name, written before the lock is taken.
        if (asked++ > 0) refused.push(await codeOf(build(out, two.v1)));
        return nodeWriteFs.writeFile(path, bytes, flush);
      },
    };
    await buildInto({ repo: two.repo.dir, out }, fs);
    expect(new Set(refused)).toEqual(new Set(['out-busy']));
    expect(await servedWhole(out)).toBe(two.v2);
  });

  it('clears a stage whose process is gone, and one without an owner', async () => {
    const gone = spawn(process.execPath, ['-e', '0']);
    await new Promise((resolve) => gone.once('close', resolve));
    for (const owner of [`.stage-${gone.pid}-1`, `.stage-${process.pid}-0`, 'nonsense', null]) {
      const out = fresh();
      await build(out, two.v1);
      mkdirSync(join(out, '.stage/skills'), { recursive: true });
      mkdirSync(join(out, `.stage-${gone.pid}-7`));
      if (owner !== null) writeFileSync(join(out, '.stage/.owner'), owner);
      await build(out);
      expect(Object.keys(listing(out)).filter((name) => name.startsWith('.'))).toEqual([]);
    }
  });
});
