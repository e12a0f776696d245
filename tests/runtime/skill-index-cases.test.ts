import { describe, expect, it } from 'vitest';
import { builtCase } from '../helpers/built-case.js';
import { haveCases } from '../helpers/cases.js';

describe.skipIf(!haveCases)('rows of the shared cases', () => {
  async function using<Result>(
    id: string,
    use: (built: Awaited<ReturnType<typeof builtCase>>) => Promise<Result>,
  ) {
    const built = await builtCase(id);
    try {
      return await use(built);
    } finally {
      built.dispose();
    }
  }

  it('naming-01: equal names have URIs of their own, and one answer on every run', async () =>
    using('naming-01', async ({ index: opened }) => {
      const uris = opened.skills.map(({ uri }) => uri);
      expect(new Set(uris).size).toBe(2);
      for (const uri of uris) expect((await opened.get(uri)).uri).toBe(uri);
      expect((await opened.get('pack-bag')).path).toBe('skills/north/pack-bag');
    }));

  it('naming-07: names in another script keep apart', async () =>
    using('naming-07', async ({ index: opened }) => {
      for (const { name, path } of opened.skills) expect((await opened.get(name)).path).toBe(path);
      const uris = opened.skills.map(({ uri }) => decodeURIComponent(uri));
      expect(uris).toEqual(['skill://\u7c73-\u996d/SKILL.md', 'skill://\u8336-\u676f/SKILL.md']);
    }));

  it('naming-09: folder in NFD and name in NFC are equal', async () =>
    using('naming-09', async ({ index: opened, findings }) => {
      for (const word of ['caf\u00e9-menu', 'cafe\u0301-menu'])
        expect((await opened.get(word)).body).toBe('Do the step.\n');
      expect(findings.map(({ code }) => code)).not.toContain('name-folder-mismatch');
    }));

  it('naming-10, naming-11: no look-up takes what every object has', async () => {
    await using('naming-10', async ({ index: opened, findings }) => {
      expect(findings.map(({ code, path }) => `${code} ${path}`)).toContain(
        'description-missing skills/constructor/SKILL.md',
      );
      await expect(opened.get('toString')).rejects.toMatchObject({ code: 'skill-unknown' });
    });
    await using('naming-11', async ({ index: opened }) => {
      await expect(opened.get('hasOwnProperty')).rejects.toMatchObject({ code: 'skill-unknown' });
      expect((await opened.get('__proto__')).description).toBe('Polishes a brass knob.');
      expect((await opened.get('toString')).description).toBe('Polishes a silver knob.');
      expect(({} as { description?: string }).description).toBeUndefined();
    });
  });

  it('encoding-06: all see the same behind a byte order mark', async () =>
    using('encoding-06', async ({ index: opened, findings }) => {
      const [hit] = (await opened.search('rings a bell')).results;
      const skill = await opened.get('bom-agree');
      expect(hit).toMatchObject({ name: 'bom-agree', description: 'Rings a bell.' });
      expect(skill).toMatchObject({
        description: 'Rings a bell.',
        frontmatter: { license: 'MIT' },
        body: 'Do the step.\n',
      });
      expect(findings.filter(({ code }) => code.includes('bom') || code.includes('byte-order'))).toHaveLength(
        1,
      );
    }));

  it('git-03: a renamed skill is one node with two names', async () =>
    using('git-03', async ({ index: opened }) => {
      expect(opened.list().map(({ path }) => path)).toEqual(['skills/wick-clip']);
      const { history, notices } = await opened.get('wick-trim');
      expect(history.versions.map(({ path }) => path)).toEqual(['skills/wick-trim', 'skills/wick-clip']);
      expect(history.edges).toMatchObject([
        { type: 'rename', from: 'skills/wick-trim', to: 'skills/wick-clip' },
      ]);
      expect(notices.map(({ code }) => code)).toEqual(['renamed']);
    }));
});
