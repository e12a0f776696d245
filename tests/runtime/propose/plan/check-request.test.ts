import { describe, expect, it } from 'vitest';
import { checkRequest } from '../../../../runtime/propose/plan/check-request.js';
import { PROPOSAL_LIMITS } from '../../../../runtime/propose/plan/limits.js';
import { refusal } from './plan-base.js';

const ARCHIVE = { action: 'ARCHIVE', name: 'a-name', description: 'D.', body: 'Text.' };
const FIX = { action: 'FIX', name: 'a-name', description: 'D.' };
const why = (request: unknown): string => {
  const { code, message } = refusal(() => checkRequest(request));
  expect(code).toBe('proposal-invalid');
  return message;
};

describe('checkRequest', () => {
  it('gives texts trimmed, folded, in NFC and with LF', () => {
    const given = {
      ...ARCHIVE,
      action: 'archive',
      name: ' cafe\u0301 ',
      description: ' One\r\ntwo. ',
      body: '\ufeff\r\n\r\nText.\rMore.\n\n\n',
      lesson: '* Learn.\r\n  More. ',
      reason: 'one\n\n two\u2028three\tfour ',
      tags: [' a ', 'a', '', 'b'],
      skillType: 'troubleshooting',
      repoName: null,
      trigger: undefined,
      author: ' Ada <a@b> ',
      displayName: '',
      files: { 'a.txt': '\ufeffas\r\nit is' },
    };
    const checked = checkRequest(given);
    expect(JSON.parse(JSON.stringify(checked))).toEqual({
      action: 'ARCHIVE',
      name: 'caf\u00e9',
      description: 'One\ntwo.',
      body: 'Text.\nMore.\n',
      lesson: 'Learn.\n  More.',
      reason: 'one two three four',
      tags: ['a', 'b'],
      skillType: 'TROUBLESHOOTING',
      author: 'Ada <a@b>',
      files: { 'a.txt': '\ufeffas\r\nit is' },
    });
    // The door is idempotent: what came through it comes through again.
    expect(checkRequest(checked)).toEqual(checked);
  });

  it('refuses what is no request, an unknown action, and unknown parameters with the nearest one', () => {
    for (const request of [null, 'x', [], 1, undefined]) why(request);
    expect(why({ name: 'a' })).toBe('Parameter action is missing.');
    expect(why({ ...ARCHIVE, action: 'DELETE' })).toContain('none of the actions');
    const found = refusal(() => checkRequest({ ...ARCHIVE, descripton: 'x' }));
    expect(found).toMatchObject({ code: 'proposal-invalid', hint: 'Did you mean description?' });
    why({ ...ARCHIVE, constructor: 'x' });
    why(JSON.parse('{"action":"REMOVE","name":"a","__proto__":"x"}'));
  });

  it('names what an action needs and does not get, and what it does not take', () => {
    expect(why({ ...ARCHIVE, body: ' ' })).toBe('Parameter body or lesson is missing.');
    expect(why({ ...ARCHIVE, description: undefined })).toBe('Parameter description is missing.');
    expect(why({ action: 'DERIVE', name: 'a', description: 'D.' })).toBe(
      'Parameter target_skill_name is missing.',
    );
    expect(why({ action: 'MERGE', name: 'a', description: 'D.' })).toBe(
      'Parameter source_skill_names is missing.',
    );
    expect(why({ action: 'DEPRECATE', name: 'a' })).toBe('Parameter reason is missing.');
    expect(why({ action: 'EXTEND', name: 'a' })).toBe('Parameter ttl_days is missing.');
    expect(why({ action: 'FIX', description: 'D.' })).toBe('Parameter name is missing.');
    expect(why({ action: 'REMOVE', name: 'a', body: 'Text.' })).toBe(
      'Parameter body is not one that REMOVE takes.',
    );
    expect(checkRequest({ action: 'FIX', targetSkillName: 'a/b', lesson: 'x' }).name).toBe('a/b');
  });

  it('refuses names that a host, a file system or a reader takes for something else', () => {
    for (const name of [
      'Upper',
      'a b',
      'a/b',
      '../a',
      '.git',
      'a.b',
      '-a',
      'a-',
      'a--b',
      '',
      '.',
      'a_b',
      'a\nb',
      'a\0',
      'a\u202eb',
      'a\u200bb',
      'a\u200db',
      'con',
      'nul',
      'com1',
      'lpt9',
      'com\u00b9',
      'a'.repeat(65),
      '\u0430pple',
      '\u212a',
      '\ud800',
      'ﬁx',
      7,
      {},
    ])
      why({ ...ARCHIVE, name });
    for (const name of ['a', 'x'.repeat(64), '使用-react', 'café', 'пример']) {
      expect(checkRequest({ ...ARCHIVE, name }).name).toBe(name);
    }
    // A skill that is there is only looked up.
    expect(checkRequest({ ...FIX, name: 'skills/A b' }).name).toBe('skills/A b');
  });

  it('refuses what cannot be seen in texts that are read on one line, and lets scripts and emoji be', () => {
    for (const hidden of [
      '\0',
      '\u001b[2K',
      '\u0085',
      '\u202e',
      '\u2066',
      '\u200f',
      '\u00ad',
      '\u2060',
      '\u{e0041}',
      'a\u200db',
      'a\ufe0f',
      '\u180e',
      '\u3164',
    ]) {
      for (const parameter of ['description', 'reason', 'trigger', 'displayName', 'author', 'repoName']) {
        if (hidden === '\u0085' && (parameter === 'reason' || parameter === 'trigger')) continue;
        why({ ...ARCHIVE, [parameter]: `a${hidden}b` });
      }
      why({ ...ARCHIVE, tags: [`a${hidden}b`] });
      why({ ...FIX, name: `a${hidden}b` });
      why({ ...FIX, baseVersion: `2${hidden}1` });
      why({ action: 'MERGE', name: 'a', description: 'D.', sourceSkillNames: ['a', `b${hidden}c`] });
    }
    for (const parameter of ['displayName', 'author', 'repoName']) why({ ...ARCHIVE, [parameter]: 'a\nb' });
    for (const seen of ['❤️‍🔥 1️⃣ 👩‍🚀', 'می‌خواهم', 'क्‍ष', 'שלום']) {
      expect(checkRequest({ ...ARCHIVE, reason: seen, displayName: seen }).displayName).toBe(seen);
    }
  });

  it('refuses control characters in Markdown, not marks of direction, and front matter in the body', () => {
    for (const text of ['a\0', 'a\u001b[31m', '\ud800', 'a\u009b']) {
      why({ ...ARCHIVE, body: text });
      why({ ...ARCHIVE, lesson: text });
    }
    expect(checkRequest({ ...ARCHIVE, body: '\u200fשלום\tx' }).body).toBe('\u200fשלום\tx\n');
    expect(why({ ...ARCHIVE, body: '---\nname: x\n---\n\nText.' })).toContain('starts with front matter');
    expect(checkRequest({ ...ARCHIVE, body: '---\n\nText.\n\n---\n' }).body).toBe('---\n\nText.\n\n---\n');
  });

  it('refuses other types and too much', () => {
    why({ ...ARCHIVE, description: 5 });
    why({ ...ARCHIVE, tags: 'a, b' });
    why({ ...ARCHIVE, tags: ['a, b'] });
    why({ ...ARCHIVE, tags: [1] });
    why({ ...ARCHIVE, ttlDays: '30' });
    for (const ttlDays of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e6])
      why({ ...ARCHIVE, ttlDays });
    why({ ...FIX, replaceSections: 'yes' });
    why({ ...ARCHIVE, skillType: 'other' });
    for (const author of ['<a@b>', 'a <b', 'a> b', 'a <b c>', 'a <b> c', 'a <b\n>'])
      why({ ...ARCHIVE, author });
    const max = PROPOSAL_LIMITS;
    why({ ...ARCHIVE, description: 'x'.repeat(max.description + 1) });
    expect(checkRequest({ ...ARCHIVE, description: '🦘'.repeat(max.description) }).action).toBe('ARCHIVE');
    why({ ...ARCHIVE, reason: 'x'.repeat(max.reason + 1) });
    why({ ...ARCHIVE, lesson: 'x'.repeat(max.lesson + 1) });
    why({ ...ARCHIVE, tags: Array.from({ length: max.tags + 1 }, (_, i) => `t${i}`) });
    why({ ...ARCHIVE, body: 'é'.repeat(max.bodyBytes / 2) });
  });
});

describe('files of a request', () => {
  const files = (named: unknown) => checkRequest({ ...FIX, files: named });

  it('takes plain relative paths, and a key that is also a property of every object', () => {
    const named = JSON.parse(
      '{"__proto__": "x", "a/b-c_d.e/f g.md": "", "ü/使用.txt": "x", "constructor": null}',
    );
    expect(Object.keys(files(named).files!)).toEqual([
      '__proto__',
      'a/b-c_d.e/f g.md',
      'ü/使用.txt',
      'constructor',
    ]);
  });

  it.each([
    '/etc/passwd',
    'a//b',
    'a/',
    '',
    '.',
    './a',
    'a/./b',
    '..',
    'a/../b',
    '../a',
    'a\\b',
    'C:/x',
    'c:x',
    'a\nb',
    'a\0b',
    'a\u007f',
    'a\u202eb',
    'a\u200bb',
    'a\u2028b',
    '.git/config',
    '.GIT/x',
    'a/.gIt',
    '.git',
    'GIT~1/x',
    'git~2',
    '.git./x',
    '.git /x',
    '.gi\u200dt/x',
    '.gitattributes',
    'a/.gitmodules',
    '.g\u00adit/x',
    'CON',
    'a/nul.txt',
    'com1.md',
    'aux .md',
    'a.',
    'a ',
    ' a',
    'a?',
    'a*',
    'a|b',
    '<a>',
    'a"b',
    'node_modules/x',
    'SKILL.md',
    'skill.MD',
    'b/SKILL.md',
    'cafe\u0301',
    '\ud800',
    `${'x'.repeat(201)}`,
    `a/${'é'.repeat(101)}`,
    Array.from({ length: 400 }, () => 'ab').join('/'),
  ])('refuses %j', (path) => {
    expect(why({ ...FIX, files: { [path]: 'x' } })).toMatch(/^Parameter files names "/u);
  });

  it('refuses what is no map of texts, what no text file holds, and too much', () => {
    for (const named of [
      'x',
      ['x'],
      { a: 1 },
      { a: undefined },
      { a: ['x'] },
      { a: 'x\0' },
      { a: '\udc00' },
    ]) {
      why({ ...FIX, files: named });
    }
    const max = PROPOSAL_LIMITS;
    why({ ...FIX, files: { a: 'x'.repeat(max.fileBytes + 1) } });
    why({
      ...FIX,
      files: Object.fromEntries(Array.from({ length: max.files + 1 }, (_, i) => [`f${i}`, ''])),
    });
    const large = 'x'.repeat(max.fileBytes);
    expect(why({ ...FIX, files: { a: large, b: large, c: large, d: large, e: 'x' } })).toContain('together');
  });
});
