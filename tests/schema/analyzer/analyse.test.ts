import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse } from '../../../schema/analyzer/analyse.js';
import { stem } from '../../../schema/analyzer/stem.js';

describe('analyse', () => {
  it.each([
    ['Next.js', ['next', 'js', 'nextj']],
    ['getHTTPServer', ['get', 'http', 'server', 'gethttpserver', 'gethttp', 'httpserver']],
    ['es2022', ['es', '2022', 'es2022']],
    ['OAuth2', ['auth', '2', 'oauth2', 'oauth', 'auth2']],
    ['RFC-0173', ['rfc', '0173', 'rfc0173']],
    ['@acme/lint-kit', ['acm', 'lint', 'kit', 'lintkit']],
    ['safe_rename_toml', ['saf', 'renam', 'toml', 'saferenametoml']],
    ["the user's files, don't", ['user', 'fil']],
    ['APIs and an API', ['api', 'api']],
    ['e-mail', ['mail', 'email']],
    ['数据库异常', ['数据', '据库', '库异', '异常']],
    ['データベースの設定', ['デー', 'ータ', 'タベ', 'ベー', 'ース', 'の', '設定']],
    ['用docker部署', ['用', 'docker', '部署']],
    ['한국어 문서', ['한국', '국어', '문서']],
    ['𠀀𠀁', ['𠀀𠀁']],
    ['a b c of the', []],
    ['я', ['я']],
    ['हिन्दी', ['हिन्दी']],
    ['', []],
    ['?! ... "" * ( ) -- : ^ \\ /', []],
  ])('cuts %j', (text, terms) => {
    expect(analyse(text)).toEqual(terms);
  });

  it('reads composed and decomposed text alike, and a lone surrogate as a border', () => {
    expect(analyse('fore\u0302t')).toEqual(analyse('for\u00eat'));
    expect(analyse('kiln\ud800timer')).toEqual(['kiln', 'timer']);
    expect(analyse('データベース'.normalize('NFD'))).toEqual(analyse('データベース'));
  });

  it.each(['', ' ', '.', '. ', '...', "'", '-', '_ ', '\u2014', '\u2019', ')', '\n', '&'])(
    'ends a word before %j',
    (sign) => {
      expect(analyse(`Kiln${sign}`)).toEqual(['kiln']);
      expect(analyse(`kiln${sign}`)).toEqual(['kiln']);
    },
  );

  it.each(['kiln\u00e9', 'kiln\u0301', 'kiln7', 'kilnX', 'kiln-x', 'kiln.7', 'kiln_\u00e9', 'KIlns'])(
    'reads %j to its end',
    (word) => {
      expect(analyse(word)).not.toEqual(['kiln']);
      expect(analyse(`${word} oven`).slice(0, -1)).toEqual(analyse(word));
    },
  );

  it('cuts over-long words, in documents and queries alike', () => {
    expect(analyse('x'.repeat(500))).toEqual(['x'.repeat(64)]);
  });

  it('ends soon on a text of one kind of character', () => {
    for (const piece of ['a', 'A', '-', 'a-', 'aB', '1a', '数', '\u0301', "a'", '\ud800']) {
      expect(analyse(piece.repeat(100_000)).length).toBeLessThan(400_000);
    }
  });
});

const word = fc.constantFrom(
  'next.js',
  'getHTTPServer',
  'a-b-c',
  'es2022',
  'kiln',
  'API',
  '数据库',
  'ベース',
  'OAuth2',
  'how-to',
  'x',
  "it's",
);
const border = fc.constantFrom(' ', ', ', '\n', ' / ', '(', ' — ');

describe('a word-bounded part of a text', () => {
  it('shares a term with the text wherever it has one', () => {
    const texts = fc.array(fc.tuple(fc.oneof(word, fc.string({ unit: 'grapheme' })), border), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(), (pieces, a, b) => {
        const [from, to] = [a % pieces.length, b % pieces.length].sort((x, y) => x - y) as [number, number];
        const join = (part: typeof pieces): string => part.map(([text, end]) => text + end).join('');
        const terms = new Set(analyse(join(pieces)));
        const query = analyse(join(pieces.slice(from, to + 1)));
        expect(query.length === 0 || query.some((term) => terms.has(term))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is found within a compound, too', () => {
    const parts = fc.array(fc.constantFrom('a', 'b', 'to', 'foo', 'Bar', 'x2', 'the'), {
      minLength: 2,
      maxLength: 7,
    });
    fc.assert(
      fc.property(parts, fc.constantFrom('-', '.', '_'), fc.nat(), fc.nat(), (words, connector, a, b) => {
        const [from, to] = [a % words.length, b % words.length].sort((x, y) => x - y) as [number, number];
        const terms = new Set(analyse(words.join(connector)));
        const query = analyse(words.slice(from, to + 1).join(connector));
        expect(query.length === 0 || query.some((term) => terms.has(term))).toBe(true);
      }),
    );
  });
});

describe('stem', () => {
  it.each([
    ['running', 'run'],
    ['created', 'creat'],
    ['creating', 'creat'],
    ['creates', 'creat'],
    ['create', 'creat'],
    ['caches', 'cach'],
    ['caching', 'cach'],
    ['policies', 'policy'],
    ['classes', 'class'],
    ['class', 'class'],
    ['string', 'string'],
    ['analysis', 'analysis'],
    ['status', 'status'],
    ['need', 'need'],
    ['apis', 'api'],
    ['css', 'css'],
    ['2022', '2022'],
    ['aws', 'aws'],
  ])('%s -> %s', (token, expected) => {
    expect(stem(token)).toBe(expected);
  });
});
