import { chmodSync, cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildInto, caseRepository } from '../../helpers/built-case.js';
import { haveCases } from '../../helpers/cases.js';
import { git, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { type Connection, connect, type ServerOptions } from '../../helpers/mcp-client.js';
import { untouchable } from '../../helpers/untouched.js';

const temp = tempFolder('skillgraft-save-');
afterAll(() => temp.dispose());

const AUTHOR = 'An Agent <agent@example.invalid>';
const WICK =
  '---\nname: trim-wick\n# keep this\ndescription: "Trims a candle wick."\nversion: 1.10\n---\n\n# Trim\n\nCut it.\n';

let count = 0;
let repo: TestRepo;
let out: string;
let server: Connection;
beforeEach(async () => {
  repo = new TestRepo(join(temp.dir, `repo-${++count}`));
  repo.write('.gitignore', 'dist/\n').write('skills/trim-wick/SKILL.md', WICK);
  repo
    .write('skills/trim-wick/tips.md', 'Use a sharp blade.\n')
    .write('skills/other/SKILL.md', skill('other'));
  repo.commit('add all');
  ({ out } = await buildInto(repo.dir));
});
afterEach(() => server?.close());

function skill(name: string, body = 'Do it.'): string {
  return `---\nname: ${name}\ndescription: Does ${name} things.\n---\n\n${body}\n`;
}

async function serve(options: ServerOptions = {}): Promise<void> {
  server = await connect(out, 'auto', options);
}

function save(args: object) {
  return server.call('save_skill', { author: AUTHOR, ...args });
}

/** What a caller reads of a refusal. */
const told = (call: ReturnType<Connection['call']>) =>
  call.then(
    ({ text }) => text,
    (error: unknown) => String(error),
  );

const FIX = { action: 'FIX', name: 'trim-wick', description: 'Trims the wick of a candle.' };

describe('save_skill', () => {
  it('takes an action in any case, and says what FIX has to have', async () => {
    await serve();
    const { data } = await save({ ...FIX, action: 'fix', dry_run: true });
    expect(data).toMatchObject({ action: 'FIX', path: 'skills/trim-wick' });
    const nameless = server.call('save_skill', { action: 'Fix', target_skill_name: 'trim-wick', body: 'x' });
    expect(await told(nameless)).toContain('FIX takes the skill to fix as `name`');
    expect(await told(save({ ...FIX, action: 'mend' }))).toContain('action must be "ARCHIVE" or "FIX"');
  });

  it('writes a branch and nothing else; the client sees where, and the text says what to do', async () => {
    await serve();
    const before = untouchable(repo.dir);
    const { data, text, isError } = await save({ ...FIX, reason: 'It was vague.' });
    expect(isError).toBe(false);
    expect(untouchable(repo.dir)).toEqual(before);
    expect(data).toMatchObject({
      action: 'FIX',
      path: 'skills/trim-wick',
      sink: 'branch',
      existed: false,
      base: { ref: 'main', commit: repo.git('rev-parse', 'main') },
      changelog: { from: 'skills/trim-wick@1', to: 'skills/trim-wick@2', reason: 'It was vague.' },
    });
    expect(data.branch).toMatch(/^skillgraft\/trim-wick\/fix-[0-9a-f]{8}$/);
    expect(repo.git('rev-parse', data.branch)).toBe(data.commit);
    expect(repo.git('log', '-1', '--format=%an <%ae>', data.branch)).toBe(AUTHOR);
    expect(repo.git('diff', '--numstat', `main..${data.branch}`)).toBe('1\t1\tskills/trim-wick/SKILL.md');
    expect(text).toMatch(
      /^Proposed: FIX skills\/trim-wick@1 -> skills\/trim-wick@2 on skillgraft\/trim-wick\/fix-\w+ \(commit \w{12}\), from main\.\n/,
    );
    expect(text).toContain(`Next: Review it with \`git log -p -1 ${data.branch}\``);
    const again = await save({ ...FIX, reason: 'It was vague.' });
    expect(again.data).toMatchObject({ existed: true, branch: data.branch, commit: data.commit });
    expect(again.text).toContain('Proposed before: FIX');
    const { tools } = await server.client.listTools();
    const { outputSchema } = tools.find(({ name }) => name === 'save_skill')!;
    const validate = new Ajv2020({ strict: false }).compile(outputSchema as object);
    expect(validate(data) ? null : validate.errors).toBe(null);
  });

  it('shows a dry run, and writes nothing at all', async () => {
    await serve();
    const all = () => git(repo.dir, ['count-objects', '-v']) + git(repo.dir, ['for-each-ref']);
    const before = all();
    const { data, text } = await save({ ...FIX, dry_run: true });
    expect(data).toMatchObject({ dryRun: true, ref: null, commit: null });
    expect(data.diff).toContain(
      '-description: "Trims a candle wick."\n+description: "Trims the wick of a candle."\n',
    );
    expect(text).toContain('Would propose: FIX');
    expect(text).toContain(data.diff);
    expect(all()).toBe(before);
  });

  it('refuses what the checks refuse, with the reason and without the secret, and writes nothing', async () => {
    await serve();
    const token = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
    const { text, isError } = await save({ ...FIX, lesson: `Set the token to ${token}.` });
    expect(isError).toBe(true);
    expect(text).toContain('The proposal has 1 error, and nothing was written.');
    expect(text).toContain('(secret-found)');
    expect(text).not.toContain(token);
    expect(repo.git('for-each-ref', 'refs/heads/skillgraft')).toBe('');
  });

  const REFUSED: readonly (readonly [args: object, words: string])[] = [
    [{ action: 'REMOVE', name: 'trim-wick' }, 'action'],
    [{ action: 'FIX', name: 'trim-wik', lesson: 'Cut.' }, 'Did you mean trim-wick?'],
    [
      { action: 'ARCHIVE', name: 'trim-wick', description: 'X.', lesson: 'Y.' },
      'Propose a FIX of skills/trim-wick',
    ],
    [{ action: 'ARCHIVE', name: '../x', description: 'X.', lesson: 'Y.' }, 'Parameter name'],
    [{ action: 'ARCHIVE', name: 'new', lesson: 'Y.' }, 'ARCHIVE needs description'],
    [{ action: 'FIX', name: 'trim-wick' }, 'says all of this already'],
    [{ ...FIX, sections: 'replace' }, 'no argument "sections"'],
    [{ ...FIX, replace_sections: 'yes' }, 'replace_sections'],
    [{ ...FIX, files: { '../out.md': 'x' } }, 'files'],
  ];

  it('refuses what it cannot take, and says what to do', async () => {
    await serve();
    for (const [args, words] of REFUSED) {
      const { text, isError } = await save(args);
      expect({ isError, text }).toEqual({ isError: true, text: expect.stringContaining(words) });
    }
    expect(repo.git('for-each-ref', 'refs/heads/skillgraft')).toBe('');
  });

  it('keeps sections that a body leaves out, and drops them where it is told to', async () => {
    repo.write('skills/trim-wick/SKILL.md', `${WICK}\n## Pitfalls\n\nIt is hot.\n`).commit('warn');
    await buildInto(repo.dir);
    await serve();
    const body = '# Trim\n\nCut it at an angle.\n';
    const kept = await save({ action: 'FIX', name: 'trim-wick', body });
    const whole = await save({ action: 'FIX', name: 'trim-wick', body, replace_sections: true });
    const text = (branch: string) => repo.git('show', `${branch}:skills/trim-wick/SKILL.md`);
    expect(text(kept.data.branch)).toContain('It is hot.');
    expect(text(whole.data.branch)).not.toContain('It is hot.');
  });

  it('takes null and empty texts, as forms send them, for what is not given', async () => {
    await serve();
    const { isError, data } = await save({
      ...FIX,
      body: '',
      tags: null,
      ttl_days: null,
      skill_type: '',
      base_version: null,
    });
    expect({ isError, path: data.path }).toEqual({ isError: false, path: 'skills/trim-wick' });
  });

  it('a change of the same skill since the index is a conflict that names both versions; one elsewhere is none', async () => {
    await serve();
    const first = repo.git('rev-parse', 'main');
    repo.write('skills/other/SKILL.md', skill('other', 'Do it twice.'));
    const elsewhere = repo.commit('change the other one');
    const fine = await save(FIX);
    expect(fine.data).toMatchObject({ base: { commit: elsewhere }, changelog: { to: 'skills/trim-wick@2' } });
    repo.write('skills/trim-wick/SKILL.md', WICK.replace('Cut it.', 'Cut it short.'));
    const second = repo.commit('change this one');
    const { text, isError } = await save(FIX);
    expect(isError).toBe(true);
    expect(text).toContain(`skills/trim-wick is at version 2 (commit ${second}) by now`);
    expect(text).toContain(`made from version 1 (commit ${first})`);
    expect(text).toContain('get_skill');
    const read = await server.call('get_skill', { name: 'trim-wick', version: second });
    expect(read.data.body).toContain('Cut it short.');
    const mended = await save({ ...FIX, base_version: second });
    expect(mended.data.changelog).toMatchObject({ from: 'skills/trim-wick@2', to: 'skills/trim-wick@3' });
    expect((await save({ ...FIX, base_version: 1 })).text).toContain('made from version 1');
    await buildInto(repo.dir);
    expect((await save({ ...FIX, base_version: 2 })).data).toMatchObject({ existed: true });
  });

  it('a change of another file of the skill is a conflict where that file is proposed', async () => {
    await serve();
    repo.write('skills/trim-wick/tips.md', 'Use a very sharp blade.\n').commit('change tips');
    expect((await save({ ...FIX, files: { 'tips.md': 'Use scissors.\n' } })).text).toContain(
      'skills/trim-wick/tips.md is at',
    );
    expect((await save(FIX)).isError).toBe(false);
  });

  it('a merge takes no source that changed since', async () => {
    await serve();
    repo.write('skills/other/SKILL.md', skill('other', 'Do it twice.')).commit('change the other one');
    const { text } = await save({
      action: 'MERGE',
      name: 'both',
      description: 'Both.',
      source_skill_names: ['trim-wick', 'other'],
    });
    expect(text).toContain('skills/other is at version 2');
  });

  it('names what else is open for the skill', async () => {
    await serve();
    const first = await save(FIX);
    const second = await save({ action: 'FIX', name: 'trim-wick', lesson: 'Let it cool first.' });
    expect(second.data.notes.join()).toContain(first.data.branch);
    repo.git('merge', '-q', first.data.branch);
    await buildInto(repo.dir);
    const third = await save({ action: 'FIX', name: 'trim-wick', lesson: 'Sweep the table.' });
    expect(third.data.notes.join()).toContain(second.data.branch);
    expect(third.data.notes.join()).not.toContain(first.data.branch);
    expect((await save({ action: 'FIX', name: 'other', lesson: 'Sweep.' })).data.notes).toEqual([]);
  });

  it('is not there when it is switched off, and then the client is not told of it', async () => {
    for (const options of [
      { args: ['--read-only'] },
      { env: { SKILLGRAFT_READ_ONLY: 'yes' } },
    ] satisfies ServerOptions[]) {
      await serve(options);
      const { tools } = await server.client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['search_skills', 'get_skill', 'inspect_skill']);
      expect(server.client.getInstructions()).not.toContain('save_skill');
      await expect(save(FIX)).rejects.toThrow('save_skill');
      await server.close();
    }
    await serve();
    expect(server.client.getInstructions()).toContain('save_skill');
  });

  it('keeps to the limits that are set', async () => {
    await serve({ env: { SKILLGRAFT_SAVE_LIMIT: '1', SKILLGRAFT_SAVE_SIZE: '1024' } });
    expect((await save({ ...FIX, body: 'x'.repeat(1025) })).text).toContain('the limit here is 1024');
    expect((await save(FIX)).isError).toBe(false);
    const { text, isError } = await save({ ...FIX, lesson: 'Another one.' });
    expect(isError).toBe(true);
    expect(text).toMatch(/the limit is 1\. Try again in \d+ seconds?\.$/);
    expect((await save({ ...FIX, dry_run: true })).isError).toBe(false);
  });

  it('takes the author that is configured, and asks for one where there is none', async () => {
    await serve({ env: { SKILLGRAFT_AUTHOR: 'Docs Bot <bot@example.invalid>' } });
    const { data } = await server.call('save_skill', FIX);
    expect(repo.git('log', '-1', '--format=%an <%ae>', data.branch)).toBe('Docs Bot <bot@example.invalid>');
    await server.close();
    await serve({ env: { HOME: temp.dir } });
    expect(await server.call('save_skill', { ...FIX, lesson: 'Cool it.' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('Give an author'),
    });
  });

  it('without a repository it answers a patch that git am takes', async () => {
    repo.write('skills/trim-wick/run.sh', '#!/bin/sh\n');
    chmodSync(join(repo.dir, 'skills/trim-wick/run.sh'), 0o755);
    repo.commit('a script');
    ({ out } = await buildInto(repo.dir));
    const alone = join(temp.dir, `alone-${count}`);
    cpSync(out, alone, { recursive: true });
    out = alone;
    await serve();
    const { data, text } = await save({ ...FIX, lesson: 'Let it cool first.', reason: 'It was hot.' });
    expect(data).toMatchObject({
      sink: 'patch',
      ref: null,
      commit: null,
      changelog: { to: 'skills/trim-wick@2' },
    });
    expect(text).toContain(data.patch.text);
    expect(text).toContain(`git am ${data.patch.fileName}`);
    const clone = join(temp.dir, `clone-${count}`);
    git(temp.dir, ['clone', '-q', repo.dir, clone]);
    git(clone, ['am', '-q'], { input: data.patch.text });
    const text2 = readFileSync(join(clone, 'skills/trim-wick/SKILL.md'), 'utf8');
    expect(text2).toContain('description: "Trims the wick of a candle."\nversion: 1.10\n');
    expect(text2).toContain('Let it cool first.');
    expect(git(clone, ['log', '-1', '--format=%an%n%(trailers:key=Skill-Reason)'])).toBe(
      'An Agent\nSkill-Reason: It was hot.\n\n',
    );
    expect(git(clone, ['fsck', '--strict'])).toBe('');
    const derived = await save({
      action: 'DERIVE',
      name: 'snuff',
      target_skill_name: 'trim-wick',
      description: 'Snuffs.',
    });
    git(clone, ['reset', '-q', '--hard', 'HEAD~1']);
    git(clone, ['am', '-q'], { input: derived.data.patch.text });
    const listed = git(clone, ['ls-tree', 'HEAD:skills/snuff']).replace(/ blob \w+\t/g, ' ');
    expect(listed).toBe('100644 SKILL.md\n100755 run.sh\n100644 tips.md\n');
  });

  it('an index that was copied into another repository proposes nothing to that one', async () => {
    const app = new TestRepo(join(temp.dir, `app-${count}`));
    app.write('main.c', 'int main;\n').commit('an app');
    cpSync(out, join(app.dir, 'skills-index'), { recursive: true });
    rmSync(out, { recursive: true });
    out = join(app.dir, 'skills-index');
    await serve();
    expect((await save(FIX)).data.sink).toBe('patch');
    expect(app.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
    await server.close();
    await serve({ args: ['--repo', repo.dir] });
    expect((await save(FIX)).data.sink).toBe('branch');
  });
});

describe.skipIf(!haveCases)('rows of the shared cases', () => {
  it('yaml-08: version 1.10 stays as it is written', async () => {
    const { repo: dir, dispose } = await caseRepository('yaml-08');
    try {
      ({ out } = await buildInto(dir));
      await serve();
      const { data } = await save({ action: 'FIX', name: 'ten-version', description: 'Prints two tickets.' });
      const lines = git(dir, ['show', `${data.branch}:skills/ten-version/SKILL.md`]).split('\n');
      expect(lines.slice(2, 4)).toEqual(['description: Prints two tickets.', 'version: 1.10']);
      git(dir, ['merge', '-q', data.branch]);
      await buildInto(dir);
      const read = await server.call('get_skill', { name: 'ten-version' });
      expect(read.data).toMatchObject({ description: 'Prints two tickets.', metadata: { version: '1.10' } });
    } finally {
      dispose();
    }
  });

  it('staleness-01, -02: a proposal changes what is served when it is merged and built, not before', async () => {
    const { repo: dir, dispose } = await caseRepository('staleness-01');
    try {
      ({ out } = await buildInto(dir));
      await serve();
      const show = async () => {
        const found = await server.call('search_skills', { query: 'gong' });
        const read = await server.call('get_skill', { name: 'gong-hit' });
        return [found.data.results[0].description, read.data.description, read.data.version];
      };
      const large = ['Strikes a large gong.', 'Strikes a large gong.', 2];
      expect(await show()).toEqual(large);
      const { data } = await save({ action: 'FIX', name: 'gong-hit', description: 'Strikes a huge gong.' });
      await buildInto(dir);
      expect(await show()).toEqual(large);
      git(dir, ['merge', '-q', data.branch]);
      expect(await show()).toEqual(large);
      await buildInto(dir);
      expect(await show()).toEqual(['Strikes a huge gong.', 'Strikes a huge gong.', 3]);
    } finally {
      dispose();
    }
  });
});
