import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildInto } from '../../helpers/built-case.js';
import { tempFolder } from '../../helpers/git-repo.js';
import { connect } from '../../helpers/mcp-client.js';
import { type SampleRepo, sampleRepo } from '../../helpers/sample-repo.js';

let sample: SampleRepo;
beforeAll(async () => {
  sample = await sampleRepo();
});
afterAll(() => sample.dispose());

describe('an index that changes under a running server', () => {
  it('is taken up at the next call; a broken or missing one is not, and the last good one goes on', async () => {
    const { dir, dispose } = tempFolder('skillgraft-live-');
    const out = join(dir, 'dist');
    cpSync(join(sample.repo.dir, 'skills'), join(dir, 'skills'), { recursive: true });
    await buildInto(dir);
    const server = await connect(out, 'auto');
    const found = async () =>
      (await server.call('search_skills', { query: 'polishes brass' })).data.results.length;
    try {
      expect(await found()).toBe(0);
      const skill = '---\nname: brass\ndescription: Polishes brass.\n---\n\nRub it.\n';
      cpSync(join(dir, 'skills/clip-wick'), join(dir, 'skills/brass'), { recursive: true });
      writeFileSync(join(dir, 'skills/brass/SKILL.md'), skill);
      await buildInto(dir);
      expect(await found()).toBe(1);
      writeFileSync(join(out, 'index.json'), '{"$digest":"sha256:');
      expect(await found()).toBe(1);
      expect(server.stderr()).toContain('The changed index was refused:');
      rmSync(out, { recursive: true });
      expect(await found()).toBe(1);
      expect(await server.call('get_skill', { name: 'brass' })).toMatchObject({
        isError: true,
        text: expect.stringContaining('put back or built again'),
      });
      expect(await found()).toBe(1);
      expect(server.stderr().match(/The index is gone: /g)).toHaveLength(1);
      await buildInto(dir);
      expect(await found()).toBe(1);
      expect(server.stderr().match(/was loaded/g)).toHaveLength(2);
    } finally {
      await server.close();
      dispose();
    }
  });
});
