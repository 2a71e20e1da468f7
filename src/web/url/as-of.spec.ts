import { describe, expect, test } from 'vitest';
import { readAsOf, withAsOf } from './as-of.ts';

const now = new Date('2026-06-15T10:00:00Z');

describe('readAsOf', () => {
  test.each([
    ['2026-06-01', '2026-06-01'],
    ['2026-06-15', '2026-06-15'],
    ['2026-06-16', null],
    ['2026-02-30', null],
    ['1969-12-31', null],
    ['yesterday', null],
    ['', null],
    [null, null],
  ])('%j is %j', (text, day) => expect(readAsOf(text, now)).toBe(day));
});

describe('withAsOf', () => {
  test.each([
    ['/ip/192.0.2.1', '2026-06-01', '/ip/192.0.2.1?asof=2026-06-01'],
    ['/search/padns?mode=forward#x', '2026-06-01', '/search/padns?mode=forward&asof=2026-06-01#x'],
    ['/jobs?asof=2026-01-01&q=1', null, '/jobs?q=1'],
    ['/domain/xn--bcher-kva.example?asof=2026-01-01', '2026-06-01', '/domain/xn--bcher-kva.example?asof=2026-06-01'],
  ])('%s as of %j', (href, asOf, expected) => expect(withAsOf(href, asOf)).toBe(expected));
});
