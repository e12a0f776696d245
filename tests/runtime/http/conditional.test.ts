import { describe, expect, it } from 'vitest';
import { assetAnswer } from '../../../runtime/http/asset.js';
import { sha256 } from '../../../schema/codec.js';

const bytes = new TextEncoder().encode('0123456789');
const digest = await sha256(bytes);
const etag = `"${digest.slice(7)}"`;
const asset = { digest, type: 'text/plain; charset=utf-8', read: async () => bytes };

async function answer(headers: Record<string, string>, method = 'GET') {
  const response = await assetAnswer(asset, new Request('http://localhost/x', { method, headers }), false);
  const { status } = response;
  return {
    status,
    text: await response.text(),
    range: response.headers.get('content-range'),
    headers: response.headers,
  };
}

describe('a file is answered', () => {
  it.each([
    [{}, 200, '0123456789', null],
    [{ Range: 'bytes=2-4' }, 206, '234', 'bytes 2-4/10'],
    [{ Range: 'bytes=8-' }, 206, '89', 'bytes 8-9/10'],
    [{ Range: 'bytes=-3' }, 206, '789', 'bytes 7-9/10'],
    [{ Range: 'bytes=-99' }, 206, '0123456789', 'bytes 0-9/10'],
    [{ Range: 'bytes=5-99' }, 206, '56789', 'bytes 5-9/10'],
    [{ Range: 'bytes=10-' }, 416, '', 'bytes */10'],
    [{ Range: 'bytes=-0' }, 416, '', 'bytes */10'],
    [{ Range: 'bytes=4-2' }, 200, '0123456789', null],
    [{ Range: 'bytes=0-1,3-4' }, 200, '0123456789', null],
    [{ Range: 'lines=0-1' }, 200, '0123456789', null],
    [{ Range: 'bytes=-' }, 200, '0123456789', null],
    [{ Range: 'bytes=0-0', 'If-Range': etag }, 206, '0', 'bytes 0-0/10'],
    [{ Range: 'bytes=0-0', 'If-Range': `W/${etag}` }, 200, '0123456789', null],
    [{ Range: 'bytes=0-0', 'If-Range': '"other"' }, 200, '0123456789', null],
    [{ 'If-None-Match': etag }, 304, '', null],
    [{ 'If-None-Match': `W/${etag}` }, 304, '', null],
    [{ 'If-None-Match': `"a", ${etag}` }, 304, '', null],
    [{ 'If-None-Match': '*' }, 304, '', null],
    [{ 'If-None-Match': '"a"' }, 200, '0123456789', null],
    [{ 'If-None-Match': etag, Range: 'bytes=0-1' }, 304, '', null],
  ])('%j: %i %s', async (headers, status, text, range) => {
    const given = await answer(headers as Record<string, string>);
    expect([given.status, given.text, given.range]).toEqual([status, text, range]);
    expect(given.headers.get('etag')).toBe(etag);
  });

  it('to HEAD as to GET, without a body', async () => {
    const given = await answer({ Range: 'bytes=2-4' }, 'HEAD');
    expect([given.status, given.text, given.headers.get('content-length')]).toEqual([200, '', '10']);
  });
});
