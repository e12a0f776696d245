import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { formatPatch } from '../../../../runtime/propose/sinks/format-patch.js';
import type { FileChange, Identity } from '../../../../runtime/propose/types.js';
import { git, skillText, TestRepo, tempFolder } from '../../../helpers/git-repo.js';

const AUTHOR: Identity = { name: 'Test Author', email: 'author@example.invalid' };
const temp = tempFolder();
afterAll(() => temp.dispose());

interface File {
  readonly executable: boolean;
  readonly bytes: Buffer;
}
type State = ReadonlyMap<string, File>;

const LINE = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '',
      'a',
      'b',
      'c',
      '---',
      '- x',
      '+ y',
      ' z',
      'diff --git a/x b/x',
      '@@ -1 +1 @@',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'From a Mon Sep 17 00:00:00 2001',
      '-- ',
      '\\ No newline',
      '>From b',
      '.',
      'é 日本 🙂',
      '=20',
      'x\r',
      'tail ',
      '\t',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'binary', maxLength: 8 }).map((text) => text.replace(/[\0\n]/g, '')),
  },
);
/** Line ends are one kind a file, or mixed; the last line may have none. */
const TEXT = fc
  .tuple(fc.array(LINE, { maxLength: 30 }), fc.constantFrom('\n', '\r\n', 'mixed'), fc.boolean())
  .map(([lines, end, open]) => {
    const text = lines
      .map((line, i) => line + (end === 'mixed' ? ['\n', '\r\n', '\r'][i % 3] : end))
      .join('');
    return open ? text.replace(/\r?\n$/, '') : text;
  });
const PATHS = [
  'skills/a/SKILL.md',
  'skills/a/run it.sh',
  'skills/ä/日本.md',
  'skills/a/"quoted"\\.md',
  'skills/a/tab\there.md',
  'skills/a/new\nline.md',
  'skills/a/ end ',
  'b/skills/a b/b/skills/a b',
  'deep',
];
const FILE = fc.record({ executable: fc.boolean(), bytes: TEXT.map((text) => Buffer.from(text, 'utf8')) });
const STATE = fc
  .array(fc.tuple(fc.constantFrom(...PATHS), FILE), { maxLength: 6 })
  .map((files): State => new Map(files));

/** One commit for each state, made by `git fast-import`; gives their ids. */
function importStates(dir: string, states: readonly State[]): string[] {
  const parts: Buffer[] = [];
  const put = (text: string) => parts.push(Buffer.from(text));
  states.forEach((state, i) => {
    put(
      `commit refs/heads/states\nmark :${i + 1}\ncommitter T <t@example.invalid> ${1e9 + i} +0000\ndata 0\n`,
    );
    if (i > 0) put(`from :${i}\n`);
    put('deleteall\nM 100644 inline base.txt\ndata 4\nbase\n');
    for (const [path, { executable, bytes }] of state) {
      const quoted = `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
      put(`M ${executable ? '100755' : '100644'} inline ${quoted}\ndata ${bytes.length}\n`);
      parts.push(bytes);
      put('\n');
    }
  });
  git(dir, ['fast-import', '--quiet', '--force'], { input: Buffer.concat(parts) });
  return git(dir, ['rev-list', '--reverse', 'states']).trim().split('\n');
}

/** What leads from one state to the next. A proposal keeps the mode of a file that it changes. */
function changesBetween(before: State, after: State): FileChange[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.flatMap((path): FileChange[] => {
    const [old, now] = [before.get(path), after.get(path)];
    if (old !== undefined && now !== undefined && old.bytes.equals(now.bytes)) return [];
    const mode = (old ?? now)?.executable ? '100755' : '100644';
    return [{ path, mode, before: old?.bytes ?? null, after: now?.bytes ?? null }];
  });
}

/** Keeps the modes of files that stay, and drops states without a change. */
function settle(states: readonly State[]): State[] {
  const settled: State[] = [new Map()];
  for (const state of states) {
    const last = settled.at(-1)!;
    const next = new Map(
      [...state].map(([path, file]) => [
        path,
        { ...file, executable: last.get(path)?.executable ?? file.executable },
      ]),
    );
    if (changesBetween(last, next).length > 0) settled.push(next);
  }
  return settled;
}

function newRepo(name: string): TestRepo {
  return new TestRepo(`${temp.dir}/${name}`);
}

describe('formatPatch', () => {
  test('git am makes of the mails the trees that git itself makes of the same states', () => {
    let runs = 0;
    let applied = 0;
    fc.assert(
      fc.property(fc.array(STATE, { minLength: 12, maxLength: 12 }), (random) => {
        const states = settle(random);
        const repo = newRepo(`property-${runs++}`);
        const commits = importStates(repo.dir, states);
        repo.git('reset', '-q', '--hard', commits[0]!);
        const mails = states
          .slice(1)
          .map((state, i) =>
            formatPatch(
              { changes: changesBetween(states[i]!, state) },
              `Step ${i}\n`,
              AUTHOR,
              1e9,
              commits[i]!,
            ),
          );
        git(repo.dir, ['am', '-q', '--keep-non-patch'], { input: mails.join('') });
        const trees = (range: string) => repo.git('log', '--reverse', '--format=%T', range).split('\n');
        expect(trees('HEAD')).toEqual(trees('states'));
        applied += mails.length;
      }),
      { numRuns: 12 },
    );
    expect(applied).toBeGreaterThan(100);
  });

  test('the commit has the author, the date and the message', () => {
    const repo = newRepo('message').write('a', 'a\n');
    const base = repo.commit('base');
    const author = { name: "Zoë O'Hara, jr", email: 'zoe@example.invalid' };
    const message = `Lehre „git-hooks“ eine neue Regel, die länger ist als eine Zeile im Kopf einer Mail 🙂\n\nBody.\n\nSkill-Action: FIX\nSkill-Reason: weil è\n`;
    const mail = formatPatch({ changes: [change('a', 'a\n', 'b\n')] }, message, author, 1_700_000_000, base);
    git(repo.dir, ['am', '-q'], { input: mail });
    expect(repo.git('log', '-1', '--format=%an|%ae|%at')).toBe(`${author.name}|${author.email}|1700000000`);
    expect(`${repo.git('log', '-1', '--format=%B')}\n`).toBe(message);
    expect(mail).toContain(`\nbase-commit: ${base}\n`);
    expect(mail.split('\n\n')[0]).toMatch(/^[\x20-\x7e\n]*$/);
  });

  test('no text of a message takes the place of its headers, its end or its patch', () => {
    const word = fc.oneof(
      fc.constantFrom(
        'From: Eve <eve@example.invalid>',
        'Subject: other',
        'Date: Thu, 1 Jan 1970 00:00:00 +0000',
      ),
      fc.constantFrom('>From eve', '[PATCH] other', '---', '--- a/file', 'diff -u a b', 'Index: x', '-- '),
      fc.constantFrom(
        'From 0000 Mon Sep 17 00:00:00 2001',
        'Skill-Action: FIX',
        ' indented',
        '=?UTF-8?q?x?=',
        '',
      ),
      fc.string({ unit: 'grapheme', maxLength: 90 }).map((text) => text.replace(/[\n\r\0]/g, ' ')),
    );
    const subject = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 90 })
      .map((text) => `Add ${text.replace(/[\x00-\x1f\x7f]/g, ' ')}`);
    const repo = newRepo('messages').write('a', '0\n');
    const base = repo.commit('base');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(subject, fc.array(word, { maxLength: 5 })), { minLength: 10, maxLength: 10 }),
        (messages) => {
          repo.git('reset', '-q', '--hard', base);
          const mails = messages.map(([first, rest], i) =>
            formatPatch(
              { changes: [change('a', `${i}\n`, `${i + 1}\n`)] },
              `${first}\n\n${rest.join('\n')}\n`,
              AUTHOR,
              1e9,
              base,
            ),
          );
          git(repo.dir, ['am', '-q'], { input: mails.join('') });
          const log = repo.git('log', '-z', '--reverse', '--pretty=format:%an|%ae|%at|%B', `${base}..HEAD`);
          const told = log.split('\0').map((entry) => squeeze(entry));
          expect(told).toEqual(
            messages.map(([first, rest]) =>
              squeeze(`${AUTHOR.name}|${AUTHOR.email}|1000000000|${first}\n\n${rest.join('\n')}`),
            ),
          );
        },
      ),
      { numRuns: 10 },
    );
  });

  test('a file that is no text can be removed and nothing else', () => {
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0xff]);
    const repo = newRepo('binary').write('a.png', png).write('b', 'b\n');
    const base = repo.commit('base');
    const removal: FileChange = { path: 'a.png', mode: '100644', before: png, after: null };
    const mail = formatPatch(
      { changes: [removal, change('b', 'b\n', 'c\n')] },
      'Remove\n',
      AUTHOR,
      1e9,
      base,
    );
    git(repo.dir, ['am', '-q'], { input: mail });
    expect(repo.git('ls-files')).toBe('b');
    for (const [before, after] of [
      [null, png],
      [Buffer.from('x'), png],
      [png, Buffer.from('x')],
    ] as const) {
      const changes: FileChange[] = [{ path: 'a.png', mode: '100644', before, after }];
      expect(() => formatPatch({ changes }, 'x', AUTHOR, 1e9, base)).toThrow(
        expect.objectContaining({ code: 'patch-binary' }),
      );
    }
  });

  test('a repository with SHA-256 ids takes it', () => {
    const repo = new TestRepo(`${temp.dir}/sha256`, ['--object-format=sha256']).write('a', skillText('a'));
    const base = repo.commit('base');
    const mail = formatPatch(
      { changes: [change('a', skillText('a'), null)] },
      'Remove a\n',
      AUTHOR,
      1e9,
      base,
    );
    git(repo.dir, ['am', '-q', '--3way'], { input: mail });
    expect(repo.git('ls-files')).toBe('');
  });

  test('a three-way merge finds the blobs where the file changed elsewhere', () => {
    const text = (first: string, last: string) => `${first}\n${'same\n'.repeat(9)}${last}\n`;
    const repo = newRepo('three-way').write('a', text('1', '2'));
    const base = repo.commit('base');
    const mail = formatPatch(
      { changes: [change('a', text('1', '2'), text('1', 'two'))] },
      'Change\n',
      AUTHOR,
      1e9,
      base,
    );
    repo.write('a', `top\ntop\ntop\n${text('one', '2')}`).commit('elsewhere');
    git(repo.dir, ['am', '-q', '--3way'], { input: mail });
    expect(repo.git('show', 'HEAD:a')).toBe(`top\ntop\ntop\n${text('one', 'two')}`.trimEnd());
  });
});

function change(path: string, before: string | null, after: string | null): FileChange {
  const bytes = (text: string | null) => (text === null ? null : Buffer.from(text));
  return { path, mode: '100644', before: bytes(before), after: bytes(after) };
}

/** White space and the blank before what would start a patch are git's to change. */
function squeeze(text: string): string {
  return text.replace(/[\x00-\x20]+/g, ' ').trim();
}
