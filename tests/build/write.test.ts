import { spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuildResult, buildIndex } from '../../build/build-index.js';
import { checkArtifact } from '../../build/check-artifact.js';
import { publishArtifact } from '../../build/publish-artifact.js';
import { nodeWriteFs, type WriteFs } from '../../build/write-fs.js';
import { CLI } from '../helpers/cli.js';
import { skillText, TestRepo, tempFolder } from '../helpers/git-repo.js';
import {
  buildInto,
  codeOf,
  type Fault,
  faultyFs,
  listing,
  servedWhole,
  type TwoVersions,
  twoVersions,
} from '../helpers/skills-repo.js';

/** Without waiting for the disk: many hundred writes. */
const quickFs: WriteFs = {
  ...nodeWriteFs,
  writeFile: (path, bytes) => nodeWriteFs.writeFile(path, bytes, false),
};
const temp = tempFolder();
const out = join(temp.dir, 'out');
const first = join(temp.dir, 'first');
let two: TwoVersions;
let v1: BuildResult;
let v2: BuildResult;
let listV1: Record<string, string>;
let listV2: Record<string, string>;

beforeAll(async () => {
  two = twoVersions(join(temp.dir, 'repo'));
  v1 = await buildIndex({ repo: two.repo.dir, ref: two.v1 });
  v2 = await buildIndex({ repo: two.repo.dir, ref: two.v2 });
  await publishArtifact(v1, first);
  listV1 = listing(first);
  reset();
  await publishArtifact(v2, out);
  listV2 = listing(out);
});
afterAll(async () => {
  await v1.close();
  await v2.close();
  temp.dispose();
});

/** Puts the first artifact back as it was written. */
function reset(): void {
  rmSync(out, { recursive: true, force: true });
  cpSync(first, out, { recursive: true });
}

function filesOnly(list: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(list).filter(([name]) => !name.endsWith('/')));
}

/** True where the write ended well. */
async function tryWrite(result: BuildResult, fault: Fault): Promise<boolean> {
  return publishArtifact(result, out, faultyFs(quickFs, fault).fs).then(
    () => true,
    () => false,
  );
}

/** Number of file system calls of a write over the first artifact. */
async function countCalls(result: BuildResult): Promise<number> {
  reset();
  const counting = faultyFs(nodeWriteFs, null);
  await publishArtifact(result, out, counting.fs);
  return counting.calls();
}

describe('a write over an artifact', () => {
  it('leaves exactly the new artifact: changed, added, removed, files and folders swapped', async () => {
    reset();
    const result = await publishArtifact(v2, out);
    expect(await servedWhole(out)).toBe(two.v2);
    expect(await checkArtifact(v2, out)).toEqual([]);
    expect(Object.keys(listing(out)).sort()).toEqual(
      [
        'index.json',
        'skills/',
        'skills/added/',
        'skills/added/SKILL.md',
        'skills/changed/',
        'skills/changed/SKILL.md',
        'skills/changed/dir',
        'skills/changed/ref/',
        'skills/changed/ref/note.md',
        'skills/kept/',
        'skills/kept/SKILL.md',
      ].sort(),
    );
    expect(result).toEqual({ written: 5, removed: 4 });
    expect(await publishArtifact(v2, out)).toEqual({ written: 0, removed: 0 });
  });

  it('gives the same folder as a write into an empty one, in both directions', async () => {
    const fresh = join(temp.dir, 'fresh');
    await publishArtifact(v2, fresh);
    expect(listV2).toEqual(listing(fresh));
    await publishArtifact(v1, fresh);
    expect(listing(fresh)).toEqual(listV1);
  });

  it('leaves foreign files alone, also in the folder of a removed skill', async () => {
    reset();
    writeFileSync(join(out, 'mine.txt'), 'mine');
    writeFileSync(join(out, 'skills/removed/deep/mine.txt'), 'mine');
    await publishArtifact(v2, out);
    expect(listing(out)).toMatchObject({
      'mine.txt': expect.anything(),
      'skills/removed/deep/mine.txt': expect.anything(),
    });
    expect(existsSync(join(out, 'skills/removed/SKILL.md'))).toBe(false);
  });

  it('fails, and changes nothing, where a foreign file keeps a folder that must become a file', async () => {
    reset();
    writeFileSync(join(out, 'skills/changed/dir/mine.txt'), 'mine');
    const before = listing(out);
    expect(await codeOf(publishArtifact(v2, out))).toBe('out-unwritable');
    expect(listing(out)).toEqual(before);
  });
});

describe('a call that fails', () => {
  it.each(['ENOSPC', 'EIO', 'EACCES'])('leaves one artifact or the other whole: %s', async (code) => {
    const calls = await countCalls(v2);
    expect(calls).toBeGreaterThan(40);
    for (let at = 1; at <= calls; at += 1) {
      reset();
      const isDone = await tryWrite(v2, { at, code, short: code === 'ENOSPC' });
      const served = await servedWhole(out);
      expect(served, `call ${at}`).toBe(isDone ? two.v2 : two.v1);
      expect(await checkArtifact(isDone ? v2 : v1, out), `call ${at}`).toEqual([]);
      if (!isDone) {
        const names = Object.keys(filesOnly(listing(out))).filter((name) => !name.startsWith('.stage'));
        expect(names, `call ${at}`).toEqual(Object.keys(filesOnly(listV1)));
      }
      await publishArtifact(v2, out, quickFs);
      expect(filesOnly(listing(out)), `after call ${at}`).toEqual(filesOnly(listV2));
    }
  });

  it('is told with its reason and a hint', async () => {
    reset();
    const full = async (): Promise<void> => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    };
    const fs = { ...nodeWriteFs, writeFile: full };
    await expect(publishArtifact(v2, out, fs)).rejects.toMatchObject({
      code: 'out-unwritable',
      message: expect.stringContaining('the disk is full'),
      hint: expect.stringContaining('unchanged'),
    });
  });
});

describe('a process that is killed', () => {
  it('at any call leaves one artifact whole to readers, and the next write clears up', async () => {
    const calls = await countCalls(v2);
    let inBetween = 0;
    for (let at = 1; at <= calls; at += 1) {
      reset();
      await tryWrite(v2, { at, code: 'EIO', forGood: true, short: true });
      const served = await servedWhole(out);
      expect([two.v1, two.v2], `call ${at}`).toContain(served);
      if (served === two.v1 && (await checkArtifact(v1, out)).length > 0) inBetween += 1;
      await publishArtifact(v2, out, quickFs);
      expect(listing(out), `after call ${at}`).toEqual(listV2);
    }
    // Some of them were killed with files of both versions in place: otherwise this test would show nothing.
    expect(inBetween).toBeGreaterThan(5);
  });

  it('can be followed by a write of the artifact before', async () => {
    const calls = await countCalls(v2);
    for (let at = 1; at <= calls; at += 2) {
      reset();
      await tryWrite(v2, { at, code: 'EIO', forGood: true });
      await publishArtifact(v1, out, quickFs);
      expect(filesOnly(listing(out)), `after call ${at}`).toEqual(filesOnly(listV1));
      expect(await servedWhole(out)).toBe(two.v1);
    }
  });

  it('twice, the second time while it clears up, is recovered from', async () => {
    const calls = await countCalls(v2);
    for (let at = 30; at <= calls; at += 8) {
      for (let again = 1 + (at % 4); again <= calls + 12; again += 7) {
        reset();
        await tryWrite(v2, { at, code: 'EIO', forGood: true });
        await tryWrite(again % 2 === 0 ? v1 : v2, { at: again, code: 'EIO', forGood: again % 4 < 2 });
        expect([two.v1, two.v2], `calls ${at}, ${again}`).toContain(await servedWhole(out));
        await publishArtifact(v2, out, quickFs);
        expect(filesOnly(listing(out)), `calls ${at}, ${again}`).toEqual(filesOnly(listV2));
      }
    }
  });

  it('in its first write leaves nothing that a later one trips over', async () => {
    for (let at = 1; at <= 40; at += 1) {
      rmSync(out, { recursive: true, force: true });
      await tryWrite(v2, { at, code: 'EIO', forGood: true });
      await publishArtifact(v1, out, quickFs);
      expect(filesOnly(listing(out)), `call ${at}`).toEqual(filesOnly(listV1));
    }
  });

  it('for real (SIGKILL at some moment) leaves one artifact whole', async () => {
    const repo = new TestRepo(join(temp.dir, 'many'));
    for (let i = 0; i < 120; i += 1) repo.write(`skills/s${i}/SKILL.md`, skillText(`s${i}`, 'One.'));
    const old = repo.commit('first');
    for (let i = 0; i < 120; i += 2) repo.write(`skills/s${i}/SKILL.md`, skillText(`s${i}`, 'Two, longer.'));
    for (let i = 1; i < 120; i += 4) repo.git('rm', '-rq', `skills/s${i}`);
    const fresh = repo.commit('second');
    const dist = join(temp.dir, 'many-out');
    for (let round = 0; round < 2; round += 1) {
      await buildInto({ repo: repo.dir, ref: old, out: dist });
      const child = spawn(process.execPath, [CLI, 'build', '--repo', repo.dir, '--out', dist], {
        stdio: 'ignore',
      });
      const closed = new Promise((resolve) => child.once('close', resolve));
      while (!existsSync(join(dist, '.stage')) && child.exitCode === null) await pause(1);
      await pause(round * 40);
      child.kill('SIGKILL');
      await closed;
      expect([old, fresh]).toContain(await servedWhole(dist));
      await buildInto({ repo: repo.dir, out: dist });
      expect(await servedWhole(dist)).toBe(fresh);
      expect(readdirSync(dist).sort()).toEqual(['index.json', 'skills']);
      expect(readdirSync(join(dist, 'skills'))).toHaveLength(90);
    }
  });
});
