import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { formatMessage } from '../../../runtime/propose/trailers.js';
import type { Changelog } from '../../../runtime/propose/types.js';
import type { LineageSection } from '../../../schema/lineage.js';
import { skillText, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { lineageOf } from '../../helpers/lineage.js';

const temp = tempFolder();
afterAll(() => temp.dispose());

const NONE = { from: null, to: null, trigger: null, reason: null, sources: [] };

/** A proposal: its files, and the commit that carries it. */
interface Proposal {
  readonly files: Readonly<Record<string, string>>;
  readonly changelog: Changelog;
}

const REASON =
  'It stopped at names with blanks: quoting them was missing, and the check for it came too late to help.';
const PROPOSALS: readonly Proposal[] = [
  {
    files: { 'skills/new/SKILL.md': skillText('new', 'What was learned today.') },
    changelog: { ...NONE, action: 'ARCHIVE', name: 'new', to: 'skills/new@1', trigger: 'a bug of today' },
  },
  {
    files: { 'skills/a/SKILL.md': skillText('a', 'Do the other step.') },
    changelog: { ...NONE, action: 'FIX', name: 'a', from: 'skills/a@1', to: 'skills/a@2', reason: REASON },
  },
  {
    files: { 'skills/a-fast/SKILL.md': skillText('a-fast', 'Do it at once.') },
    changelog: { ...NONE, action: 'DERIVE', name: 'a-fast', to: 'skills/a-fast@1', sources: ['skills/a@2'] },
  },
  {
    files: {
      'skills/ab/SKILL.md': skillText('ab', 'Do both steps.'),
      'skills/a/SKILL.md': skillText('a', 'See ab.'),
      'skills/b/SKILL.md': skillText('b', 'See ab.'),
    },
    changelog: {
      ...NONE,
      action: 'MERGE',
      name: 'ab',
      to: 'skills/ab@1',
      reason: 'They were one.',
      sources: ['skills/a@2', 'skills/b@1'],
    },
  },
];

function messageOf({ files, changelog }: Proposal): string {
  const changes = Object.keys(files).map((path) => ({
    path,
    mode: '100644' as const,
    before: null,
    after: new Uint8Array(),
  }));
  return formatMessage({
    subject: `${changelog.action} ${changelog.name}`,
    changes,
    notes: ['A note.'],
    changelog,
  });
}

function start(name: string): TestRepo {
  const repo = new TestRepo(join(temp.dir, name));
  for (const skill of ['a', 'b', 'c'])
    repo.write(`skills/${skill}/SKILL.md`, skillText(skill)).commit(`Add ${skill}`);
  return repo;
}

/** Makes the proposal's branch from main, with its commit. */
function propose(repo: TestRepo, proposal: Proposal, from = 'main'): string {
  const branch = `skillgraft/${proposal.changelog.name}`;
  repo.git('checkout', '-q', '-b', branch, from);
  for (const [path, text] of Object.entries(proposal.files)) repo.write(path, text);
  repo.commit(messageOf(proposal));
  repo.git('checkout', '-q', 'main');
  return branch;
}

/** What the log tells: each version with its trailers, and the edges, without commits. */
function story({ skills, edges, commits }: LineageSection) {
  const said = ({ commit, changelogs = [] }: LineageSection['skills'][number]['versions'][number]) =>
    changelogs.map((i) => {
      const { action, trigger, reason } = commits[commit]!.changelogs![i]!;
      return [action, trigger, reason];
    });
  return {
    skills: skills.map(({ path, versions }) => [
      path,
      ...versions.map((one) => [one.version, one.action, said(one)]),
    ]),
    edges: edges.map(({ type, from, to }) => `${type} ${from} ${to}`),
  };
}

async function storyOf(repo: TestRepo, reader: 'native' | 'isomorphic' = 'native') {
  return story(await lineageOf(repo.dir, { reader }));
}

const EXPECTED = {
  skills: [
    [
      'skills/a',
      [1, 'add', []],
      [2, 'modify', [['FIX', undefined, REASON]]],
      [3, 'modify', [['MERGE', undefined, 'They were one.']]],
    ],
    ['skills/a-fast', [1, 'add', [['DERIVE', undefined, undefined]]]],
    ['skills/ab', [1, 'add', [['MERGE', undefined, 'They were one.']]]],
    ['skills/b', [1, 'add', []], [2, 'modify', [['MERGE', undefined, 'They were one.']]]],
    ['skills/c', [1, 'add', []]],
    ['skills/new', [1, 'add', [['ARCHIVE', 'a bug of today', undefined]]]],
  ],
  edges: [
    'derive skills/a skills/a-fast',
    'merge skills/a skills/ab',
    'merge skills/b skills/ab',
    'supersede skills/a skills/ab',
    'supersede skills/b skills/ab',
  ],
};

type Landing = (repo: TestRepo, branch: string, proposal: Proposal) => void;

/** How a branch gets into main. The squashes write what the forges write. */
const LANDINGS: Readonly<Record<string, Landing>> = {
  'a merge commit': (repo, branch) => {
    repo.git('merge', '-q', '--no-ff', '-m', `Merge pull request #7 from x/${branch}\n\nA title`, branch);
  },
  'a rebase onto other work': (repo, branch) => {
    repo.write('README.md', `${branch}\n`).commit('Other work');
    repo.git('rebase', '-q', 'main', branch);
    repo.git('checkout', '-q', 'main');
    repo.git('merge', '-q', '--ff-only', branch);
  },
  "GitHub's squash of one commit": (repo, branch, proposal) => {
    repo.git('merge', '-q', '--squash', branch);
    const [subject, ...rest] = messageOf(proposal).split('\n\n');
    repo.commit(`${subject} (#7)\n\n${rest.join('\n\n')}\n\nCo-authored-by: A B <a@example.invalid>\n`);
  },
  "GitHub's squash of several commits": (repo, branch, proposal) => {
    repo.git('merge', '-q', '--squash', branch);
    repo.commit(
      `A title (#7)\n\n* ${messageOf(proposal)}\n* Mend a word\n\nSigned-off-by: A <a@x>\n\n---------\n\nCo-authored-by: A B <a@x>`,
    );
  },
  "GitLab's squash": (repo, branch, proposal) => {
    repo.git('merge', '-q', '--squash', branch);
    repo.commit(
      `A title\n\n* ${messageOf(proposal)}\n\n* Mend a word\n\nApproved-by: A <a@x>\nSee merge request x/y!7\n`,
    );
  },
  'git merge --squash': (repo, branch) => {
    repo.git('merge', '-q', '--squash', branch);
    repo.git('commit', '-q', '--no-edit');
  },
};

describe.each(Object.entries(LANDINGS))('proposals that %s brings in', (name, land) => {
  const repo = start(name.replaceAll(/\W+/g, '-'));
  for (const proposal of PROPOSALS) land(repo, propose(repo, proposal), proposal);

  it.each(['native', 'isomorphic'] as const)('tell the same story (%s reader)', async (reader) => {
    expect(await storyOf(repo, reader)).toEqual(EXPECTED);
  });

  it('tell it again where a build goes on from an older one', async () => {
    const full = await lineageOf(repo.dir);
    for (const back of [1, 3]) {
      const previous = await lineageOf(repo.dir, { ref: `HEAD~${back}` });
      expect(await lineageOf(repo.dir, { previous })).toEqual(full);
    }
  });
});

it('one squash of all four gives each skill its own', async () => {
  const repo = start('all-in-one');
  let from = 'main';
  for (const proposal of PROPOSALS) from = propose(repo, proposal, from);
  repo.git('merge', '-q', '--squash', from);
  repo.commit(`All (#9)\n\n${PROPOSALS.map((one) => `* ${messageOf(one)}\n`).join('')}`);
  const { skills, edges } = await storyOf(repo);
  expect(edges).toEqual(EXPECTED.edges);
  expect(skills).toContainEqual([
    'skills/a',
    [1, 'add', []],
    [
      2,
      'modify',
      [
        ['FIX', undefined, REASON],
        ['MERGE', undefined, 'They were one.'],
      ],
    ],
  ]);
  expect(skills).toContainEqual(['skills/new', [1, 'add', [['ARCHIVE', 'a bug of today', undefined]]]]);
});

it('a squash that drops the trailers leaves the history of the files', async () => {
  const repo = start('dropped');
  const branch = propose(repo, PROPOSALS[3]!);
  repo.git('merge', '-q', '--squash', branch);
  repo.commit('A title (#7)');
  expect((await storyOf(repo)).skills).toContainEqual(['skills/b', [1, 'add', []], [2, 'modify', []]]);
});

describe('a trailer about a skill that its commit did not touch', () => {
  it.each<[string, Partial<Changelog>]>([
    ['is left alone', { action: 'FIX', name: 'a', from: 'skills/a@1', to: 'skills/a@2' }],
    [
      'supersedes nothing',
      { action: 'MERGE', name: 'zz', to: 'skills/zz@1', sources: ['skills/a', 'b', 'skills/none'] },
    ],
    [
      'is no source where it is not there',
      { action: 'DERIVE', name: 'c', to: 'skills/c@2', sources: ['skills/none@1', '', '@1', '..'] },
    ],
    [
      'is no object of ours',
      { action: 'DERIVE', name: '__proto__', to: 'constructor@1', sources: ['toString'] },
    ],
  ])('%s', async (name, changelog) => {
    const repo = start(`untouched-${name.replaceAll(' ', '-')}`);
    repo.write('skills/c/SKILL.md', skillText('c', 'Changed.'));
    repo.commit(
      formatMessage({
        subject: 'S',
        changes: [],
        notes: [],
        changelog: { ...NONE, action: 'FIX', name: '', ...changelog },
      }),
    );
    const { skills, edges } = await storyOf(repo);
    expect(edges).toEqual([]);
    expect(skills.slice(0, 2)).toEqual([
      ['skills/a', [1, 'add', []]],
      ['skills/b', [1, 'add', []]],
    ]);
  });

  it('supersedes none that the merge left as it was', async () => {
    const repo = start('left');
    repo.write('skills/c/SKILL.md', skillText('c', 'Both steps.'));
    const sources = ['skills/a@1', 'b'];
    const changelog = { ...NONE, action: 'MERGE', name: 'c', to: 'skills/c@2', sources } as const;
    repo.commit(formatMessage({ subject: 'S', changes: [], notes: [], changelog }));
    const { skills, edges } = await storyOf(repo);
    expect(edges).toEqual(['merge skills/a skills/c', 'merge skills/b skills/c']);
    expect(skills[0]).toEqual(['skills/a', [1, 'add', []]]);
  });

  it('is told of by name where the folder moved on before it landed', async () => {
    const repo = start('moved');
    repo.git('mv', 'skills/a', 'skills/group-a');
    repo.write('skills/group-a/SKILL.md', skillText('a', 'Do the step.\nAnd more.'));
    repo.commit(
      `S\n\n${formatMessage({ subject: 'S', changes: [], notes: [], changelog: PROPOSALS[1]!.changelog })}`,
    );
    repo.git('mv', 'skills/c', 'skills/d');
    repo.commit('S\n\nSkill-Action: rename\nSkill-Reason: shorter');
    const { skills } = await storyOf(repo);
    expect(skills).toContainEqual([
      'skills/d',
      [1, 'add', []],
      [2, 'rename', [['rename', undefined, 'shorter']]],
    ]);
    expect(skills).toContainEqual([
      'skills/group-a',
      [1, 'add', []],
      [2, 'rename', [['FIX', undefined, REASON]]],
    ]);
  });
});

it('edges follow skills that are renamed, and end at those that are gone', async () => {
  const repo = start('renamed');
  repo
    .write('skills/a-fast/SKILL.md', PROPOSALS[2]!.files['skills/a-fast/SKILL.md']!)
    .commit(messageOf(PROPOSALS[2]!));
  repo.git('mv', 'skills/a-fast', 'skills/a-quick');
  repo.commit('Rename');
  repo.git('rm', '-q', '-r', 'skills/a');
  repo.commit('Remove');
  const { edges } = await lineageOf(repo.dir);
  expect(edges).toMatchObject([
    { type: 'derive', from: 'skills/a', to: 'skills/a-quick', commit: repo.git('rev-parse', 'HEAD~2') },
    { type: 'rename', from: 'skills/a-fast', to: 'skills/a-quick' },
  ]);
});

it('an edge that trailers and front matter state stands once', async () => {
  const repo = start('stated');
  repo.write('skills/a-fast/SKILL.md', PROPOSALS[2]!.files['skills/a-fast/SKILL.md']!);
  const commit = repo.commit(messageOf(PROPOSALS[2]!));
  const tips = [
    { path: 'skills/a-fast', name: 'a-fast', derivedFrom: ['a'], mergedFrom: ['b'] },
    { path: 'skills/b', name: 'b', supersededBy: ['a-fast'] },
  ];
  const { edges } = await lineageOf(repo.dir, { tips });
  expect(edges).toEqual([
    { type: 'derive', from: 'skills/a', to: 'skills/a-fast', commit },
    { type: 'merge', from: 'skills/b', to: 'skills/a-fast' },
    { type: 'supersede', from: 'skills/b', to: 'skills/a-fast' },
  ]);
});

describe('drift', () => {
  it('names the numbers that are not those of git', async () => {
    const repo = start('drift');
    const fix = { ...PROPOSALS[1]!, changelog: { ...PROPOSALS[1]!.changelog, to: 'skills/a@5' } };
    repo.write('skills/a/SKILL.md', fix.files['skills/a/SKILL.md']!).commit(messageOf(fix));
    repo.write('skills/a/SKILL.md', skillText('a', 'Third.')).commit('By hand');
    const declared = (version: string) => ({ tips: [{ path: 'skills/a', name: 'a', version }] });
    const drifts = async (version: string) =>
      (await lineageOf(repo.dir, declared(version))).skills[0]!.versions.map(({ drift }) => drift);
    expect(await drifts('2')).toEqual([undefined, { proposed: 5 }, { declared: 2 }]);
    expect(await drifts('3')).toEqual([undefined, { proposed: 5 }, undefined]);
    expect(await drifts('1.0.0')).toEqual([undefined, { proposed: 5 }, undefined]);
  });
});
