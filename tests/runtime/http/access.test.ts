import { describe, expect, it } from 'vitest';
import { createAccess } from '../../../runtime/http/access.js';
import { allowedHosts, allowedOrigins } from '../../../runtime/http/allowed.js';

const access = createAccess({ hosts: ['skills.example.com'], origins: ['https://app.example.com'] });
const guarded = createAccess({ token: 'a-token-of-sixteen' });

async function verdict(headers: Record<string, string>, by = access, isOpen = false): Promise<string> {
  return (await by.check(new Headers(headers), isOpen))?.code ?? 'in';
}

describe('who is let in', () => {
  it.each([
    ['localhost', 'in'],
    ['LOCALHOST:8080', 'in'],
    ['127.0.0.1:1', 'in'],
    ['127.1.2.3', 'in'],
    ['[::1]:8080', 'in'],
    ['skills.example.com:443', 'in'],
    ['Skills.Example.com', 'in'],
    ['evil.com', 'host-refused'],
    ['localhost.evil.com', 'host-refused'],
    ['127.0.0.1.evil.com', 'host-refused'],
    ['evil.com@localhost', 'host-refused'],
    ['localhost:80:80', 'host-refused'],
    ['localhost/evil', 'host-refused'],
    ['localhost, evil.com', 'host-refused'],
    ['', 'host-refused'],
  ])('Host: %s: %s', async (host, expected) => {
    expect(await verdict({ host })).toBe(expected);
  });

  it.each([
    ['http://localhost:3000', 'in'],
    ['https://127.0.0.1', 'in'],
    ['http://[::1]:99', 'in'],
    ['https://app.example.com', 'in'],
    ['http://app.example.com', 'origin-refused'],
    ['https://app.example.com:8443', 'origin-refused'],
    ['null', 'origin-refused'],
    ['', 'origin-refused'],
    ['http://evil.com', 'origin-refused'],
    ['http://localhost.evil.com', 'origin-refused'],
    ['http://evil.com/http://localhost', 'origin-refused'],
    ['http://localhost@evil.com', 'origin-refused'],
    ['file://localhost', 'origin-refused'],
  ])('Origin: %s: %s', async (origin, expected) => {
    expect(await verdict({ host: 'localhost', origin })).toBe(expected);
  });

  it.each([
    [undefined, 'token-missing'],
    ['Bearer a-token-of-sixteen', 'in'],
    ['bearer   a-token-of-sixteen', 'in'],
    ['Bearer a-token-of-sixteem', 'token-wrong'],
    ['Bearer a-token-of-sixteen-and-more', 'token-wrong'],
    ['Bearer', 'token-missing'],
    ['Basic a-token-of-sixteen', 'token-missing'],
    ['a-token-of-sixteen', 'token-missing'],
  ])('Authorization: %s: %s', async (authorization, expected) => {
    const headers = { host: 'localhost', ...(authorization === undefined ? {} : { authorization }) };
    expect(await verdict(headers, guarded)).toBe(expected);
    expect(await verdict(headers, guarded, true)).toBe('in');
  });

  it('with a challenge where the token lacks', async () => {
    const refusal = await guarded.check(new Headers({ host: 'localhost' }), false);
    expect(refusal).toMatchObject({ status: 401, headers: { 'WWW-Authenticate': 'Bearer' } });
  });
});

describe('what a refusal advises', () => {
  it.each([
    [access, '--allowed-host', '--allowed-origin'],
    [createAccess({ letIn: { host: 'HOSTS', origin: 'ORIGINS' } }), 'with HOSTS.', 'with ORIGINS.'],
  ])('is what the operator has', async (by, host, origin) => {
    const refused = (headers: Record<string, string>) => by.check(new Headers(headers), false);
    expect((await refused({ host: 'evil.com' }))?.hint).toContain(host);
    expect((await refused({ host: 'localhost', origin: 'null' }))?.hint).toContain(origin);
  });
});

describe('names and origins on the command line', () => {
  it('are read as browsers write them', () => {
    expect(allowedHosts(['Skills.Example.com', '[2001:DB8::1]'])).toEqual([
      'skills.example.com',
      '[2001:db8::1]',
    ]);
    expect(allowedOrigins(['https://App.example.com/', 'vscode-webview://abc'])).toEqual([
      'https://app.example.com',
      'vscode-webview://abc',
    ]);
  });

  it.each(['example.com:80', 'http://example.com', '*', 'a b'])('refuse the host %s', (host) => {
    expect(() => allowedHosts([host])).toThrow(expect.objectContaining({ code: 'bad-host' }));
  });

  it.each(['example.com', '*', 'https://*.example.com', 'https://a.com/path', 'null'])(
    'refuse the origin %s',
    (origin) => {
      expect(() => allowedOrigins([origin])).toThrow(expect.objectContaining({ code: 'bad-origin' }));
    },
  );
});
