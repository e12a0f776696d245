import { describe, expect, it } from 'vitest';
import { changesBetween } from '../../../runtime/mcp/changes.js';
import { openIndex } from '../../../runtime/open-index.js';
import { collection, type SampleSkill } from '../../helpers/collection.js';

type Skills = Readonly<Record<string, SampleSkill | string>>;

const BEFORE: Skills = {
  'trim-wick': { description: 'Trims.', body: 'Cut it.' },
  'pack-bag': 'Packs.',
  'web-cache': { description: 'Caches.', more: 'repo: web' },
};

async function changes(now: Skills, repo: string | null = null) {
  const [before, after] = await Promise.all(
    [BEFORE, now].map(async (one) => openIndex(await collection(one))),
  );
  return changesBetween({ before: before!, after: after! }, repo);
}

describe('what clients are told of a change', () => {
  it.each<[string, Skills, readonly string[], boolean, boolean]>([
    ['nothing', BEFORE, [], false, false],
    [
      'another body',
      { ...BEFORE, 'trim-wick': { description: 'Trims.', body: 'Cut it well.' } },
      ['trim-wick'],
      false,
      false,
    ],
    ['another description', { ...BEFORE, 'pack-bag': 'Packs bags.' }, ['pack-bag'], true, true],
    ['a skill more', { ...BEFORE, 'api-cache': 'Caches.' }, ['api-cache'], true, true],
    ['a skill less', { 'trim-wick': BEFORE['trim-wick']!, 'pack-bag': 'Packs.' }, ['web-cache'], true, true],
    [
      'an argument more',
      { ...BEFORE, 'pack-bag': { description: 'Packs.', more: 'argument-hint: what' } },
      ['pack-bag'],
      false,
      true,
    ],
    [
      'archived',
      { ...BEFORE, 'pack-bag': { description: 'Packs.', more: 'status: archived' } },
      ['pack-bag'],
      true,
      true,
    ],
  ])('%s', async (_, now, names, resourceList, promptList) => {
    const updated = names.map((name) => `skill://${name}/SKILL.md`);
    expect(await changes(now)).toEqual({ updated, resourceList, promptList });
  });

  it('does not count lists of what is for another repository', async () => {
    const now = { ...BEFORE, 'web-cache': { description: 'Caches pages.', more: 'repo: web' } };
    expect(await changes(now, 'api')).toMatchObject({ resourceList: false, promptList: false });
    expect(await changes(now, 'web')).toMatchObject({ resourceList: true, promptList: true });
  });
});
