import { describe, expect, it } from 'vitest';
import { readHash } from './scan.ts';

describe('readHash', () => {
  it.each([
    ['certificate', 'AB'.repeat(20), 'ab'.repeat(20)],
    ['certificate', 'AB'.repeat(32), 'ab'.repeat(32)],
    ['certificate', ` ${'AB:'.repeat(31)}AB `, 'ab'.repeat(32)],
    ['md5', 'c'.repeat(32), 'c'.repeat(32)],
    ['jarm', 'd'.repeat(62), 'd'.repeat(62)],
  ] as const)('%s: %s', (kind, text, digits) => expect(readHash('hash', text, kind)).toBe(digits));

  it.each([
    ['certificate', 32, 'SHA-1 or SHA-256 hash: send its 40 or 64 hexadecimal digits.'],
    ['certificate', 41, 'SHA-1 or SHA-256 hash: send its 40 or 64 hexadecimal digits.'],
    ['md5', 40, 'MD5 hash: send its 32 hexadecimal digits.'],
    ['jarm', 64, 'JARM hash: send its 62 hexadecimal digits.'],
  ] as const)('%s: not %i digits', (kind, length, words) =>
    expect(() => readHash('hash', 'a'.repeat(length), kind)).toThrow(`hash is not a valid ${words}`),
  );

  it('refuses other characters', () => {
    expect(() => readHash('hash', 'g'.repeat(40), 'certificate')).toThrow('not a valid');
    expect(() => readHash('hash', 'sha256:'.padEnd(40, 'c'), 'certificate')).toThrow('not a valid');
  });
});
