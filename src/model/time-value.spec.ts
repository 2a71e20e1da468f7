import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { epochSecondsToTimestamp, MAX_EPOCH_SECONDS } from './dates.ts';
import { isRelativeTimeValue, parseTimeValue, TimeValueError } from './time-value.ts';

const NOW = Date.UTC(2026, 2, 31, 12, 0, 0) / 1000;
const read = (text: string, edge: 'start' | 'end' = 'start') =>
  epochSecondsToTimestamp(parseTimeValue(text, NOW, edge));

describe('parseTimeValue', () => {
  test.each([
    ['2026-01-31', '2026-01-31 00:00:00'],
    [' 2026-01-31 ', '2026-01-31 00:00:00'],
    ['1769817600', '2026-01-31 00:00:00'],
    ['0', '1970-01-01 00:00:00'],
    ['-0', '2026-03-31 12:00:00'],
    ['-3600', '2026-03-31 11:00:00'],
    ['-2592000', '2026-03-01 12:00:00'],
    ['-12h', '2026-03-31 00:00:00'],
    ['-30d', '2026-03-01 12:00:00'],
    ['-2w', '2026-03-17 12:00:00'],
    ['-1m', '2026-02-28 12:00:00'],
    ['-13m', '2025-02-28 12:00:00'],
    ['-99999999999', '1970-01-01 00:00:00'],
    ['-99999999999m', '1970-01-01 00:00:00'],
    ['1969-12-31', '1970-01-01 00:00:00'],
    ['9999-12-31', epochSecondsToTimestamp(MAX_EPOCH_SECONDS)],
  ])('%j is %s', (text, expected) => expect(read(text)).toBe(expected));

  it('takes the whole day of an upper bound', () => {
    expect(read('2026-01-31', 'end')).toBe('2026-01-31 23:59:59');
    expect(read('1769817600', 'end')).toBe('2026-01-31 00:00:00');
    expect(read('-1d', 'end')).toBe('2026-03-30 12:00:00');
  });

  test.each([
    ['', 'is not a time'],
    ['yesterday', 'is not a time'],
    ['30d', 'is not a time'],
    ['-30y', 'is not a time'],
    ['-1.5h', 'is not a time'],
    ['2026-1-31', 'is not a time'],
    ['2026-02-30', 'no such day as 2026-02-30'],
    ['1769817600000', 'milliseconds'],
  ])('%j is refused with what to send', (text, problem) => {
    const attempt = () => parseTimeValue(text, NOW, 'start');
    expect(attempt).toThrow(TimeValueError);
    expect(attempt).toThrow(problem);
    expect(attempt).toThrow('Send a date (2026-01-31), epoch seconds (1769817600) or a time ago');
  });

  it('knows the restricted form of infratag (C5)', () => {
    const restricted = (text: string) => parseTimeValue(text, NOW, 'start', 'restricted');
    expect(restricted('-60')).toBe(NOW - 60);
    expect(restricted('2026-01-31')).toBe(1769817600);
    expect(() => restricted('-1d')).toThrow('the suffix d is not accepted here');
    expect(() => restricted('-1d')).not.toThrow('-12h');
  });

  it('never looks ahead of now with a time ago, and orders by amount', () => {
    const unit = fc.constantFrom('', 'h', 'd', 'w', 'm');
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(100_000), unit, (a, b, suffix) => {
        const [less, more] = a < b ? [a, b] : [b, a];
        const [late, early] = [less, more].map((amount) => parseTimeValue(`-${amount}${suffix}`, NOW, 'end'));
        expect(early).toBeLessThanOrEqual(late!);
        expect(late).toBeLessThanOrEqual(NOW);
        expect(early).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('either answers in range or throws its own error, whatever the text', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^-?\d{0,16}[hdwm-]?$/));
    fc.assert(
      fc.property(text, (value) => {
        try {
          const seconds = parseTimeValue(value, NOW, 'start');
          expect(Number.isInteger(seconds) && seconds >= 0 && seconds <= MAX_EPOCH_SECONDS).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(TimeValueError);
        }
      }),
    );
  });
});

test.each([
  ['-30d', true],
  ['-60', true],
  ['2026-01-31', false],
  ['1769817600', false],
])('isRelativeTimeValue(%s) is %s', (text, expected) => expect(isRelativeTimeValue(text)).toBe(expected));
