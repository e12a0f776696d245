import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutPersonalData } from '../../../../runtime/usage/fold/personal-data.js';

describe('personal data', () => {
  it.each([
    ['mail jane.doe+x@example.co.uk about it', 'mail <email> about it'],
    ['mail jane\u200b@example.com', 'mail <email>'],
    ['mail jane%40example.com', 'mail <email>'],
    ['clone https://bob:hunter2@git.example.com/x', 'clone https://git.example.com/x'],
    ['why is my password=hunter2! refused', 'why is my password=<secret> refused'],
    ['the api key is abc123', 'the api key is <secret>'],
    ['run with DB_PASSWORD=hunter2 set', 'run with DB_PASSWORD=<secret> set'],
    ['POSTGRES_PASSWORD: hunter2', 'POSTGRES_PASSWORD: <secret>'],
    ['export MY_API_KEY="one two" first', 'export MY_API_KEY=<secret> first'],
    ['{"dbPassword": "hunter2"}', '{"dbPassword": <secret>}'],
    ['mysql --password hunter2 -u jane', 'mysql --password <secret> -u jane'],
    ['tool --auth-token abc run', 'tool --auth-token <secret> run'],
    ['use pwd hunter2', 'use pwd <secret>'],
    ['GET https://x.example/blob?sv=1&sig=abc%3D', 'GET https://x.example/blob?sv=1&sig=<secret>'],
    ['key AKIAAAAAAAAAAAAAAAAA fails', 'key <secret> fails'],
    ['key sk-aaaaaaaaaaaaaaaaaaaaaaaa fails', 'key <secret> fails'],
    ['call +49 170 1234567 now', 'call <number> now'],
    ['call +49 1701234567 or +1 555 123 4567', 'call <number> or <number>'],
    ['Authorization: Bearer abcdefgh.ijkl', 'Authorization: Bearer <secret>'],
    ['open /home/jane/work/plan.md please', 'open <path> please'],
    ['open "/Users/jane/My\\ Docs/a b.txt"', 'open "<path> b.txt"'],
    ['open C:\\Users\\Jane Doe\\Desktop\\x.txt now', 'open <path> now'],
    ['open /mnt/c/Users/jane/x now', 'open <path> now'],
    ['open file:///home/jane/x', 'open <path>'],
    ['open ~/secret/plan.md and ~jane/x', 'open <path> and <path>'],
    ['open $HOME/a or %USERPROFILE%\\a', 'open <path> or <path>'],
    ['ping 192.168.1.77, then 2001:db8::8a2e:370:7334.', 'ping <ip>, then <ip>.'],
    ['call +49 (30) 123 456 789', 'call <number>'],
    ['call 5551234567', 'call <number>'],
    ['card 4111 1111 1111 1111 refused', 'card <number> refused'],
    ['order ١٢٣٤٥٦٧٨', 'order <number>'],
    ['request 3f2504e0-4f89-11d3-9a0c-0305e82c3301 at aa:bb:cc:00:11:22', 'request <id> at <id>'],
    ['revert 61c24a8f00aabbccddee', 'revert <id>'],
    ['key Zm9vYmFyMTIzNDU2Nzg5MA== fails', 'key <token> fails'],
    ['two\nlines\u0000 and\ttabs', 'two lines and tabs'],
  ])('takes it out of %j', (text, expected) => {
    expect(withoutPersonalData(text)).toBe(expected);
  });

  it.each([
    'upgrade next@14.0.1 to react 19',
    'install @types/node with npm 10.8.2',
    'bind to 127.0.0.1 or 0.0.0.0 or ::1',
    'what std::vector and a::b mean',
    'error 0x80070005 on 2026-11-30 at 12:30:45',
    'how to bypass: a rule of docker login --password-stdin',
    'run pwd in bash and mkdir -p src/a',
    'sk-learn-pipeline-for-beginners',
    'git reset HEAD~1 and HTTP 404',
    'how do I use the useEffectCleanupHook in next-js-15-app-router',
    'поиск 東京 naïve e\u0301'.normalize('NFC'),
  ])('keeps %j', (text) => {
    expect(withoutPersonalData(text)).toBe(text);
  });

  it('changes nothing the second time', () => {
    const piece = fc.constantFrom(
      'a@b.cc',
      '1234567',
      '10.1.2.3',
      '/home/x/y',
      'C:\\Users\\',
      '::',
      'token=',
      ' --password ',
      '"',
      '+49',
      '<',
      '@',
      ' ',
      'aB1',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, (one) => {
        const once = withoutPersonalData(one);
        expect(withoutPersonalData(once)).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });
});
