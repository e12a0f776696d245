import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVarints, VarintWriter } from '../../schema/varint.js';

const number = fc.oneof(
  fc.nat(300),
  fc.integer({ min: 0, max: 0xffffffff }),
  fc.constantFrom(0, 127, 128, 16383, 16384, 0x7fffffff, 0x80000000, 0xffffffff),
);
const numbers = fc.array(number, { maxLength: 60 });

function pack(values: readonly number[], capacity?: number): Uint8Array {
  const writer = new VarintWriter(capacity);
  for (const value of values) writer.write(value);
  expect(writer.length).toBe(writer.bytes().length);
  return writer.bytes();
}

describe('varints', () => {
  it('come back, from any first capacity', () => {
    fc.assert(
      fc.property(numbers, fc.nat(20), (values, capacity) => {
        expect([...readVarints(pack(values, capacity), values.length)]).toEqual(values);
      }),
    );
  });

  it('are seven bits a byte, low bits first', () => {
    expect([...pack([0, 1, 127, 128, 300, 0xffffffff])]).toEqual([
      0, 1, 127, 128, 1, 172, 2, 255, 255, 255, 255, 15,
    ]);
  });

  it('are refused where the bytes end early, or go on', () => {
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 30 }), fc.nat(200), (values, cut) => {
        const bytes = pack(values);
        expect(() => readVarints(bytes.subarray(0, cut % bytes.length), values.length)).toThrow(RangeError);
        expect(() => readVarints(bytes, values.length + 1)).toThrow(RangeError);
        expect(() => readVarints(bytes, values.length - 1)).toThrow(RangeError);
      }),
    );
  });

  it('are refused where one does not fit 32 bits', () => {
    expect([...readVarints(Uint8Array.of(255, 255, 255, 255, 15), 1)]).toEqual([0xffffffff]);
    expect(() => readVarints(Uint8Array.of(255, 255, 255, 255, 16), 1)).toThrow(RangeError);
    expect(() => readVarints(new Uint8Array(2000).fill(255, 0, 1999), 1)).toThrow(RangeError);
  });

  it('that are no such number are not written', () => {
    for (const value of [-1, 1.5, NaN, Infinity, 0x100000000]) {
      expect(() => new VarintWriter().write(value)).toThrow(RangeError);
    }
  });
});
