import { describe, expect, it } from 'vitest';
import { cellText, timeText } from './cell-text.ts';

describe('timeText', () => {
  it.each([
    [20_260_131, '2026-01-31'],
    [1_769_853_600, '2026-01-31 10:00:00'],
    [0, '0'],
    [20_261_399, '1970-08-23 12:09:59'],
    ['2026-01-31', '2026-01-31'],
    ['2026-01-31 10:00:00', '2026-01-31 10:00:00'],
    ['2026-01-31T10:00:00', '2026-01-31 10:00:00'],
    ['2026-01-31T10:00:00.123Z', '2026-01-31 10:00:00'],
    ['UNKNOWN', 'UNKNOWN'],
  ])('%j is %s', (value, text) => {
    expect(timeText(value)).toBe(text);
  });
});

describe('cellText', () => {
  it.each([
    [null, 'text', ''],
    [undefined, 'number', ''],
    ['', 'time', ''],
    [false, 'flag', 'no'],
    [true, 'flag', 'yes'],
    [0, 'score', '0'],
    [['a.example', 'b.example'], 'indicator', 'a.example, b.example'],
    [[20_260_131, 20_260_201], 'time', '2026-01-31, 2026-02-01'],
  ] as const)('%j in a %s column is %j', (value, kind, text) => {
    expect(cellText(value, kind)).toBe(text);
  });
});
