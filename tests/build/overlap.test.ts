import { expect, it } from 'vitest';
import { buildIndex } from '../../build/build-index.js';
import { openBuilt } from '../../build/open-built.js';
import { findOverlaps } from '../../build/overlap.js';
import { TestRepo, tempFolder } from '../helpers/git-repo.js';

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  deploy: 'Deploys a web service to production, rolls a bad release back, and watches the error rate.',
  // All of it is what `deploy` says, and little more.
  'deploy-web-service-release': 'Deploys a web service.',
  invoices: 'Writes invoices from time sheets, and sends reminders for unpaid bills.',
  // What is said of another skill leads there, as it should.
  letters: 'Writes letters to customers in a friendly tone. Not for invoices (use invoices).',
  gardens: 'Plans a vegetable garden by season, soil and light.',
};

it('tells of a skill that its own description does not find, and of no other', async () => {
  const { dir, dispose } = tempFolder('skillgraft-overlap-');
  const repo = new TestRepo(dir);
  for (const [name, description] of Object.entries(DESCRIPTIONS))
    repo.write(
      `skills/${name}/SKILL.md`,
      `---\nname: ${name}\ndescription: ${description}\n---\n\nOf ${name}.\n`,
    );
  repo.write(
    'skills/hub/SKILL.md',
    '---\nname: hub\ndescription: Rolls a bad release back and watches the error rate of a web service in production\n---\n\nSee elsewhere.\n',
  );
  repo.commit('all');
  const built = await buildIndex({ repo: dir, embedder: 'none' });
  try {
    const found = await findOverlaps(await openBuilt(built), built.skills);
    for (const { path } of found) expect(path).not.toMatch(/letters|gardens|invoices/u);
    const copy = built.skills.map((one) => ({
      ...one,
      path: `${one.path}-2`,
      name: `${one.name}-2`,
      bodyDigest: 'x',
    }));
    const twins = await findOverlaps(await openBuilt(built), [...built.skills, ...copy]);
    expect(twins.filter(({ by }) => by === 'equality').map(({ path, other }) => [path, other])).toEqual(
      built.skills.map(({ path }) => [`${path}-2`, path]),
    );
  } finally {
    await built.close();
    dispose();
  }
});
