import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuildResult, buildIndex } from '../../build/build-index.js';
import type { BuildOptions } from '../../build/options.js';
import { openIndex } from '../../runtime/open-index.js';
import { packageRoot } from '../../runtime/package-info.js';
import type { Artifact } from '../../schema/index.types.js';
import { skillgraft } from '../helpers/cli.js';
import { skillText, TestRepo, tempFolder } from '../helpers/git-repo.js';
import { buildInto } from '../helpers/skills-repo.js';

const temp = tempFolder();
let repo: TestRepo;
let plain = '';
let ours = '';
beforeAll(() => {
  repo = new TestRepo(join(temp.dir, 'repo'));
  plain = repo.write('skills/one/SKILL.md', skillText('one')).commit('plain');
  ours = repo
    .write('synonyms.json', '{"发版": ["release", "发布"], "Ship": ["release"]}\n')
    .write('conf/words.json', '{"boat": ["ship"]}\n')
    .write('conf/list.json', '{"boat": "ship"}\n')
    .write('conf/latin.json', Uint8Array.from([0x7b, 0xe9, 0x7d]))
    .write('conf/utf16.json', Buffer.from('\ufeff{"a": ["b"]}', 'utf16le'))
    .link('conf/link.json', 'words.json')
    .commit('synonyms');
});
afterAll(() => temp.dispose());

async function build(options: Partial<BuildOptions> = {}) {
  const result: BuildResult = await buildIndex({ repo: repo.dir, ...options });
  await result.close();
  const artifact = JSON.parse(Buffer.from(result.index).toString('latin1')) as Artifact;
  return {
    artifact,
    synonyms: artifact.synonyms,
    findings: result.findings.map(({ path, line, column, severity, code, args }) =>
      [`${path}:${line}:${column}`, severity, code, args.reason].join(' '),
    ),
  };
}

describe('the synonyms of a repository', () => {
  it('stand in the index as the commit has them, whatever lies on disk', async () => {
    repo.write('synonyms.json', '{"other": ["word"]}');
    expect(await build({ ref: ours })).toMatchObject({
      synonyms: { 发版: ['release', '发布'], ship: ['release'] },
      findings: [],
    });
    expect((await build({ workTree: true })).synonyms).toEqual({ other: ['word'] });
    expect(await build({ ref: plain })).toMatchObject({ synonyms: undefined, findings: [] });
    repo.git('checkout', '-q', '--', '.');
  });

  it('are absent from an index that has none, which holds no word of them', async () => {
    const { artifact } = await build({ ref: plain });
    expect(JSON.stringify(artifact)).not.toContain('synonyms');
    repo.write('conf/empty.json', '{}');
    expect(await build({ workTree: true, synonyms: 'conf/empty.json' })).toMatchObject({
      synonyms: undefined,
      findings: [],
    });
  });

  it('are read from where the setting says: option, then skillgraft.json of the commit', async () => {
    expect((await build({ synonyms: './conf/../conf/words.json' })).synonyms).toEqual({ boat: ['ship'] });
    const other = new TestRepo(join(temp.dir, 'settings'));
    other
      .write('skills/one/SKILL.md', skillText('one'))
      .write('skillgraft.json', '{"synonyms": "conf/words.json"}')
      .write('conf/words.json', '{"boat": ["ship"]}')
      .write('conf/more.json', '{"more": ["word"]}')
      .write('synonyms.json', '{"unused": ["word"]}')
      .commit('all');
    expect((await build({ repo: other.dir })).synonyms).toEqual({ boat: ['ship'] });
    expect((await build({ repo: other.dir, synonyms: 'conf/more.json' })).synonyms).toEqual({
      more: ['word'],
    });
    const env = { SKILLGRAFT_SYNONYMS: 'synonyms.json' };
    const out = join(temp.dir, 'settings-out');
    expect(skillgraft(['build', '--repo', other.dir, '--out', out], { env }).status).toBe(0);
    expect((await openIndex(out)).artifact.synonyms).toEqual({ unused: ['word'] });
    const flag = ['build', '--repo', other.dir, '--out', out, '--synonyms', 'conf/more.json'];
    expect(skillgraft(flag, { env }).status).toBe(0);
    expect((await openIndex(out)).artifact.synonyms).toEqual({ more: ['word'] });
  });

  it.each([
    ['no/such.json', 'no/such.json:1:1 error synonyms-unread missing'],
    ['conf', 'conf:1:1 error synonyms-unread missing'],
    ['../synonyms.json', '../synonyms.json:1:1 error synonyms-unread outside'],
    ['/etc/hosts', '/etc/hosts:1:1 error synonyms-unread outside'],
    ['conf/link.json', 'conf/link.json:1:1 error synonyms-unread not-a-file'],
    ['conf/latin.json', 'conf/latin.json:1:2 error synonyms-unread invalid-utf-8'],
    ['conf/utf16.json', 'conf/utf16.json:1:1 error synonyms-unread utf-16'],
    ['skills/one/SKILL.md', 'skills/one/SKILL.md:1:1 error synonyms-unread syntax'],
    ['conf/list.json', 'conf/list.json:1:10 warning synonym-entry-left-out not-a-list'],
  ])('that cannot be read from %s are a finding, and the skills are indexed', async (synonyms, line) => {
    const { artifact, findings } = await build({ ref: ours, synonyms });
    expect(findings).toEqual([line]);
    expect(artifact).not.toHaveProperty('synonyms');
    expect(artifact.skills).toHaveLength(1);
    expect(Object.keys(artifact.findings)).toEqual([line.split(' ')[2]]);
  });

  it('reports the usual file where it is a link, and nothing where it is not there', async () => {
    const other = new TestRepo(join(temp.dir, 'linked'));
    other
      .write('skills/one/SKILL.md', skillText('one'))
      .link('synonyms.json', 'skills/one/SKILL.md')
      .commit('all');
    expect((await build({ repo: other.dir })).findings).toEqual([
      'synonyms.json:1:1 error synonyms-unread not-a-file',
    ]);
  });

  it('change the index, and nothing else of it; a check says so', async () => {
    const dir = join(temp.dir, 'stale');
    const other = new TestRepo(dir);
    other
      .write('skills/one/SKILL.md', skillText('one'))
      .write('synonyms.json', '{"aa": ["bb"]}')
      .commit('one');
    const out = join(dir, 'dist');
    await buildInto({ repo: dir, out });
    expect(skillgraft(['build', '--check', '--repo', dir]).status).toBe(0);
    const before = readFileSync(join(out, 'index.json'), 'utf8');
    other.write('synonyms.json', '{"aa": ["bb", "cc"]}').commit('two');
    expect(skillgraft(['build', '--check', '--repo', dir]).status).toBe(1);
    await buildInto({ repo: dir, out });
    expect(readFileSync(join(out, 'index.json'), 'utf8')).not.toBe(before);
    expect(existsSync(join(out, 'synonyms.json'))).toBe(false);
  });

  it('are sorted and within the schema, the same bytes for the same words', async () => {
    const dir = join(temp.dir, 'order');
    const other = new TestRepo(dir);
    other
      .write('skills/one/SKILL.md', skillText('one'))
      .write('synonyms.json', '{"b": ["dd", "cc"], "a": ["ee"]}');
    const one = await build({ repo: dir, workTree: true });
    other.write('synonyms.json', '{\r\n  "A": ["ee"], "b": ["dd", "cc"]}\r\n');
    const two = await build({ repo: dir, workTree: true });
    expect(one.artifact.$digest).toBe(two.artifact.$digest);
    expect(JSON.stringify(one.synonyms)).toBe('{"a":["ee"],"b":["dd","cc"]}');
    const schema = JSON.parse(readFileSync(new URL('schema/index.schema.json', packageRoot()), 'utf8'));
    const ajv = new Ajv({ allErrors: true });
    ajv.addKeyword('tsType');
    const validate = ajv.compile(schema);
    expect(validate(one.artifact), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...one.artifact, synonyms: { a: 'b' } })).toBe(false);
  });

  it('of an index that holds something else in their place are refused', async () => {
    const { artifact } = await build({ ref: ours });
    for (const synonyms of [null, [], 'a', { a: 'b' }, { a: [1] }]) {
      await expect(openIndex({ ...artifact, synonyms } as never)).rejects.toMatchObject({
        code: 'artifact-broken',
      });
    }
    expect((await openIndex(artifact)).stats().synonyms).toBe(2);
    const { synonyms: _, ...without } = artifact;
    expect((await openIndex(without as Artifact)).stats().synonyms).toBe(0);
  });
});
