import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { canonicalJson, fromBase64, sha256, toBase64 } from '../../schema/codec.js';

/** The same value with the keys of every object put in backwards. */
function backwards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(backwards);
  if (value === null || typeof value !== 'object') return value;
  const copy = Object.create(null);
  for (const [key, one] of Object.entries(value).reverse()) copy[key] = backwards(one);
  return copy;
}

/** Keys in the order in which the text has them. */
function keysInOrder(text: string): string[][] {
  const found: string[][] = [];
  JSON.parse(text, function (this: unknown, _key, value: unknown) {
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) found.push(Object.keys(value));
    return value;
  });
  return found;
}

const json = fc.jsonValue({ stringUnit: 'binary' });

describe('canonicalJson', () => {
  it('says the same as JSON.stringify, in ASCII and without blanks', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = canonicalJson(value);
        expect(text).toMatch(/^[\x20-\x7e]*$/);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  it('does not depend on the order in which keys were put in', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(backwards(value))).toBe(canonicalJson(value));
      }),
    );
  });

  it('sorts keys by code unit', () => {
    const key = fc
      .string({ unit: 'binary', minLength: 1 })
      .filter((one) => !/^(?:0|[1-9]\d*)$/.test(one) && one !== '__proto__');
    fc.assert(
      fc.property(fc.dictionary(key, fc.dictionary(key, fc.boolean())), (value) => {
        for (const keys of keysInOrder(canonicalJson(value))) expect(keys).toEqual([...keys].sort());
      }),
    );
    expect(
      canonicalJson({ b: 1, a: 2, B: 3, é: 4, '\u{1f680}': 5, '\uffff': 6, '10': 7, '9': 8, $x: 9 }),
    ).toBe('{"$x":9,"10":7,"9":8,"B":3,"a":2,"b":1,"\\u00e9":4,"\\ud83d\\ude80":5,"\\uffff":6}');
  });

  it('keeps lone surrogates, control characters and keys that are special to objects', () => {
    const value = JSON.parse(
      '{"__proto__":{"a":1},"constructor":"\\ud800x\\udfff","":"\\u0000\\u007f\\u2028"}',
    );
    const text = canonicalJson(value);
    expect(text).toBe('{"":"\\u0000\\u007f\\u2028","__proto__":{"a":1},"constructor":"\\ud800x\\udfff"}');
    expect(Object.keys(JSON.parse(text))).toContain('__proto__');
    fc.assert(
      fc.property(fc.array(fc.nat(0xffff)), (units) => {
        const one = String.fromCharCode(...units);
        expect(JSON.parse(canonicalJson(one))).toBe(one);
      }),
    );
  });

  it('leaves out keys that are undefined, and refuses what JSON has no word for', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
    expect(canonicalJson([-0, 1e21, 1e-7, true, null])).toBe('[0,1e+21,1e-7,true,null]');
    for (const value of [NaN, Infinity, -Infinity, [NaN], { a: [Infinity] }]) {
      expect(() => canonicalJson(value)).toThrow(RangeError);
    }
    for (const value of [
      undefined,
      [undefined],
      () => 1,
      [() => 1],
      { a: [undefined] },
      Symbol('x'),
      { a: Symbol('x') },
    ]) {
      expect(() => canonicalJson(value)).toThrow(TypeError);
    }
    expect(() => canonicalJson(1n)).toThrow(TypeError);
  });
});

describe('base64', () => {
  const bytes = fc.uint8Array({ maxLength: 300 });

  it('comes back, and is what Buffer gives, with and without Buffer', () => {
    const original = Buffer;
    const check = (): void =>
      fc.assert(
        fc.property(bytes, fc.nat(7), (value, skip) => {
          const view = value.subarray(Math.min(skip, value.length));
          const text = toBase64(view);
          expect(text).toBe(original.from(view).toString('base64'));
          expect([...fromBase64(text)]).toEqual([...view]);
        }),
      );
    check();
    vi.stubGlobal('Buffer', undefined);
    try {
      check();
      const large = new Uint8Array(100_000).map((_, i) => i * 7);
      expect(toBase64(large)).toBe(original.from(large).toString('base64'));
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

describe('sha256', () => {
  it('is the known digest, also of a part of a buffer', async () => {
    const empty = 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    expect(await sha256(new Uint8Array())).toBe(empty);
    expect(await sha256(new Uint8Array(9).subarray(4, 4))).toBe(empty);
    const abc = 'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(await sha256(new TextEncoder().encode('xabcx').subarray(1, 4))).toBe(abc);
  });
});
