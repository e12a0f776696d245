import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rankWith } from '../../../../build/rank-with.js';
import { noEmbedder } from '../../../../runtime/embed/none.js';
import { embeddableText } from '../../../../runtime/embed/skill-text.js';
import { readEvalFiles } from '../../../../runtime/evals/read-eval-files.js';
import { openRepository } from '../../../../runtime/git/open.js';
import { openIndex } from '../../../../runtime/open-index.js';
import { duplicates } from '../../../../runtime/propose/checks/duplicates.js';
import { runChecks } from '../../../../runtime/propose/checks/index.js';
import { ranking } from '../../../../runtime/propose/checks/ranking.js';
import type { CheckOptions } from '../../../../runtime/propose/checks/types.js';
import type { Changelog } from '../../../../runtime/propose/types.js';
import type { SkillIndex } from '../../../../runtime/skill-index.js';
import { describe as say } from '../../../../schema/messages.js';
import { parseSkill } from '../../../../schema/skill/parse.js';
import { buildInto } from '../../../helpers/built-case.js';
import { TestRepo, tempFolder } from '../../../helpers/git-repo.js';
import { change, planOf } from '../../../helpers/plans.js';

const temp = tempFolder();
afterAll(() => temp.dispose());

const skill = (name: string, description: string, body: string, more = ''): string =>
  `---\nname: ${name}\ndescription: ${description}\n${more}---\n\n# ${name}\n\n${body}\n`;

const SKILLS = {
  'cors-headers': skill(
    'cors-headers',
    'Sets CORS headers on the routes of a Next.js API. NOT for caching (use http-cache).',
    'Add the header Access-Control-Allow-Origin to each answer of the route handler.',
  ),
  'http-cache': skill(
    'http-cache',
    'Chooses cache headers for HTTP answers: max-age, etags, revalidation.',
    'Static files get a year; pages get an etag.',
  ),
  'pdf-forms': skill(
    'pdf-forms',
    'Fills the fields of a PDF form from a table.',
    'Read the field names, then write each value.',
  ),
  'old-forms': skill(
    'old-forms',
    'Fills forms of PDF files from tables.',
    'Read the field names, then write each value.',
    'metadata:\n  status: archived\n',
  ),
};
const EVALS = [
  {
    id: 'c1',
    query: 'browser blocks my next.js api: no access-control-allow-origin header',
    expected: ['cors-headers'],
  },
  { id: 'p1', query: 'fill in a pdf form', expected: ['pdf-forms'] },
];

let repo: TestRepo;
let base: string;
let index: SkillIndex;
let options: CheckOptions;
beforeAll(async () => {
  repo = new TestRepo(join(temp.dir, 'repo'));
  for (const [name, text] of Object.entries(SKILLS)) repo.write(`skills/${name}/SKILL.md`, text);
  repo.write('evals/own.jsonl', `${EVALS.map((line) => JSON.stringify(line)).join('\n')}\nbroken\n`);
  repo.write('evals/notes.md', 'no queries').write('evals/deep/x.jsonl', '{}');
  base = repo.commit('Skills');
  const out = join(temp.dir, 'dist');
  mkdirSync(out);
  index = await openIndex((await buildInto(repo.dir, { out })).out);
  const repository = await openRepository(repo.dir);
  options = {
    evals: await readEvalFiles(repository, base),
    rankWith: rankWith({ repo: repo.dir, ref: base }),
  };
  await repository.close();
});

const archive = (name: string, text: string, changelog: Partial<Changelog> = {}) =>
  planOf([change(`skills/${name}/SKILL.md`, null, text)], { name, ...changelog }, base);

it('reads the queries of the commit, one folder deep', () => {
  expect(options.evals?.map(({ path }) => path)).toEqual(['evals/own.jsonl']);
});

it('makes the vector that a build makes of the same text', async () => {
  for (const [name, text] of Object.entries(SKILLS)) {
    const { document } = parseSkill(text, 'SKILL.md');
    const { near } = await index.similar(embeddableText(document!, name), 0.5);
    const own = near.find((one) => one.path === `skills/${name}`);
    if (name === 'old-forms') expect(own).toBeUndefined();
    else expect(own?.cosine).toBeGreaterThan(0.99);
  }
});

describe('duplicates', () => {
  const near = skill(
    'pdf-form',
    'Fills the fields of a PDF form from a table of values.',
    'Read the names of the form fields, then write each value.',
  );
  const codes = async (plan: ReturnType<typeof archive>, on: SkillIndex | null = index) =>
    (await duplicates.run({ plan, index: on, options: {} })).findings.map(
      ({ code, args }) => `${code} ${args.near}`,
    );

  it('warns of a skill that is there, and suggests MERGE', async () => {
    const { findings, refused } = await runChecks({ plan: archive('pdf-form', near), index, options: {} });
    expect({ findings, refused }).toMatchObject({
      refused: false,
      findings: [
        {
          code: 'skill-near-duplicate',
          severity: 'warning',
          args: { proposed: 'skills/pdf-form', near: 'skills/pdf-forms' },
        },
      ],
    });
    expect(findings[0]!.args.cosine).toBeGreaterThanOrEqual(0.85);
    expect(say(findings[0]!)).toContain('MERGE');
  });

  it('has no fault to find with another task, or with an archived skill', async () => {
    expect(
      await codes(archive('bread', skill('bread', 'Bakes bread with a sourdough starter.', 'Let it rise.'))),
    ).toEqual([]);
  });

  it.each(['skills/pdf-forms@1', 'skills/pdf-forms', 'pdf-forms'])(
    'does not take the parent %s for one',
    async (parent) => {
      expect(await codes(archive('pdf-form', near, { action: 'DERIVE', sources: [parent] }))).toEqual([]);
      expect(
        await codes(archive('pdf-form', near, { action: 'DERIVE', sources: ['skills/http-cache'] })),
      ).toHaveLength(1);
    },
  );

  it('is for new skills only', async () => {
    for (const action of ['FIX', 'MERGE', 'RESTORE'] as const)
      expect(await codes(archive('pdf-form', near, { action }))).toEqual([]);
  });

  it('says where it could not look', async () => {
    const plan = archive('pdf-form', near);
    const none = await duplicates.run({ plan, index: null, options: {} });
    expect(none.notes.map(({ code }) => code)).toEqual(['not-compared']);
    const blind = await openIndex(join(temp.dir, 'dist'), { embedder: noEmbedder });
    const { findings, notes } = await duplicates.run({ plan, index: blind, options: {} });
    expect({ findings, notes }).toMatchObject({ findings: [], notes: [{ code: 'not-compared' }] });
  });
});

describe('ranking', () => {
  const greedy = skill(
    'api-errors',
    'Browser blocks the Next.js API, no Access-Control-Allow-Origin header: finds which header of the API blocks my browser.',
    'Browser blocks my next.js api: no access-control-allow-origin header.',
  );
  const taken = async (plan: ReturnType<typeof archive>, more: CheckOptions = {}) =>
    (await ranking.run({ plan, index, options: { ...options, ...more } })).findings;

  it('warns where a new text takes the first place of a query of another skill', async () => {
    const found = await taken(archive('api-errors', greedy));
    expect(found).toMatchObject([
      {
        code: 'ranking-taken',
        severity: 'warning',
        path: 'skills/api-errors/SKILL.md',
        args: {
          id: 'c1',
          file: 'evals/own.jsonl',
          proposed: 'skills/api-errors',
          before: 'skills/cors-headers',
        },
      },
    ]);
    expect(say(found[0]!)).toContain('in place of skills/cors-headers');
  });

  it('asks the commit, where the index is of another one', async () => {
    const plan = archive('api-errors', greedy);
    const only = rankWith({ repo: repo.dir, ref: base });
    const asked: number[] = [];
    const counted: CheckOptions['rankWith'] = (changes) => {
      asked.push(changes.length);
      return only(changes);
    };
    expect(await taken({ ...plan, base: 'another' }, { rankWith: counted })).toHaveLength(1);
    expect(asked).toEqual([0, 1]);
  });

  it('lets a skill win its own queries, a merge those of its sources, and another task none', async () => {
    const evals = [
      { path: 'evals/x.jsonl', text: JSON.stringify({ ...EVALS[0], expected: ['api-errors'] }) },
    ];
    expect(await taken(archive('api-errors', greedy), { evals })).toEqual([]);
    const merge = { action: 'MERGE', sources: ['skills/cors-headers@1', 'skills/http-cache'] } as const;
    expect(await taken(archive('api-errors', greedy, merge))).toEqual([]);
    expect(await taken(archive('bread', skill('bread', 'Bakes bread.', 'Let it rise.')))).toEqual([]);
    expect(await taken(archive('api-errors', greedy, { action: 'DEPRECATE' }))).toEqual([]);
  });

  it('says that it was left out where nothing can build', async () => {
    const { rankWith: _, ...without } = options;
    const { findings, notes } = await ranking.run({
      plan: archive('api-errors', greedy),
      index,
      options: without,
    });
    expect({ findings, notes }).toMatchObject({ findings: [], notes: [{ code: 'ranking-not-checked' }] });
    expect(
      await ranking.run({ plan: archive('x', greedy), index, options: { ...without, evals: [] } }),
    ).toEqual({ findings: [], notes: [] });
  });
});

describe('rankWith', () => {
  it('answers as an index of a commit with these changes does', async () => {
    const changes = [
      change(
        'skills/cors-headers/SKILL.md',
        SKILLS['cors-headers'],
        SKILLS['cors-headers'].replace('Sets CORS', 'Sets the CORS'),
      ),
      change('skills/http-cache/SKILL.md', SKILLS['http-cache'], null),
      change('skills/new/SKILL.md', null, SKILLS['pdf-forms'].replaceAll('pdf-forms', 'new')),
    ];
    const there = await rankWith({ repo: repo.dir, ref: base })(changes);
    const twin = new TestRepo(join(temp.dir, 'twin'));
    for (const name of ['cors-headers', 'pdf-forms', 'old-forms'] as const)
      twin.write(`skills/${name}/SKILL.md`, SKILLS[name]);
    for (const { path, after } of changes) if (after !== null) twin.write(path, after);
    twin.commit('Twin');
    const { out } = await buildInto(twin.dir);
    const committed = await openIndex(out);
    expect(there.skills.map(({ path, description }) => [path, description])).toEqual(
      committed.skills.map(({ path, description }) => [path, description]),
    );
    for (const query of ['fill in a pdf form', 'cors header', 'cache headers']) {
      const scores = async (one: SkillIndex) =>
        (await one.search(query)).results.map(({ path, score }) => [path, score]);
      expect(await scores(there)).toEqual(await scores(committed));
    }
    expect(repo.git('status', '--porcelain')).toBe('');
  });
});
