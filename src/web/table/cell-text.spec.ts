import { describe, expect, it } from 'vitest';
import { cellText } from './cell-text.ts';

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
