import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactedCause, redactor } from '../../../../runtime/propose/sinks/redact.js';

describe('redactor', () => {
  const token = fc.string({ unit: 'grapheme-ascii', minLength: 8, maxLength: 40 });

  test('no form of a secret is left, whatever stands around it', () => {
    fc.assert(
      fc.property(token, fc.string(), fc.string(), (secret, before, after) => {
        const base64 = (text: string) => Buffer.from(text).toString('base64');
        const redact = redactor([secret], 'zoe');
        for (const form of [secret, encodeURIComponent(secret), base64(secret), base64(`zoe:${secret}`)]) {
          expect(redact(`${before} ${form} ${after}`)).not.toContain(form);
          expect(redact(form)).toBe('[hidden]');
        }
      }),
    );
  });

  test('credentials of any address go, and nothing else', () => {
    const redact = redactor(['']);
    expect(redact('https://zoe:pw@host/a@b http://token@host')).toBe('https://host/a@b http://host');
    expect(redact('ssh://git:pw@host/x')).toBe('ssh://host/x');
    const kept = 'ssh://git@host/x git@host:a/b a@b.example https://host/@x';
    expect(redact(kept)).toBe(kept);
  });

  test('a cause keeps its words and those of its causes', () => {
    const secret = 'abcdefgh';
    const deep = Object.assign(new Error(`connect ${secret}`), {
      code: 'ECONNREFUSED',
      headers: { a: secret },
    });
    const cause = redactedCause(new TypeError('fetch failed', { cause: deep }), redactor([secret]));
    expect(cause.message).toBe('TypeError: fetch failed; Error: connect [hidden] (ECONNREFUSED)');
    expect(Object.keys(cause)).toEqual([]);
    expect(cause.cause).toBeUndefined();
  });
});
