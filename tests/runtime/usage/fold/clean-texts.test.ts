import { expect, it } from 'vitest';
import { cleanTexts } from '../../../../runtime/usage/fold/clean-texts.js';

// Put together here, so that no scan takes this file for one that has secrets.
const GITHUB = `ghp_${'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'}`;
const SLACK = ['xoxb', '123456789012', '1234567890123', 'AbCdEfGhIjKlMnOpQrStUvWx'].join('-');
const KEY = `-----BEGIN RSA PRIVATE KEY----- ${'MIIEowIBAAKCAQEA75'.repeat(8)} -----END RSA PRIVATE KEY-----`;

it('takes secrets out of texts', async () => {
  const cleaned = await cleanTexts(
    [`use ${GITHUB} for git`, `post with ${SLACK}`, `read ${KEY}`, 'a plain query'],
    1000,
  );
  const [github, slack, key, plain] = [...cleaned.values()];
  expect(github).toMatch(/^use <\w+> for git$/);
  expect(slack ?? '').not.toContain('AbCdEfGh');
  expect(key ?? '').not.toContain('MIIEow');
  expect(plain).toBe('a plain query');
});

it('makes the same of a text, whatever it is cleaned with', async () => {
  const texts = [
    `use ${GITHUB} for git`,
    '-----BEGIN RSA PRIVATE KEY-----',
    'plain',
    '-----END RSA PRIVATE KEY-----',
    'password',
    '= hunter2',
  ];
  const alone = [];
  for (const text of texts) alone.push(...(await cleanTexts([text], 1000)));
  expect([...(await cleanTexts(texts, 1000))]).toEqual(alone);
  expect([...(await cleanTexts([...texts].reverse(), 1000))].reverse()).toEqual(alone);
});

it('cuts between words', async () => {
  const [text] = (await cleanTexts([`${'ab '.repeat(5)}abcdef`], 18)).values();
  expect(text).toBe('ab ab ab ab ab');
});
