import { expect, it } from 'vitest';
import { rowsAsText } from './copy-text.ts';

it('rowsAsText keeps one line per row and guards formulas', () => {
  const columns = [
    { id: 'a', header: 'A', kind: 'text' as const, value: (row: { a: string; n: number }) => row.a },
    { id: 'n', header: 'N', kind: 'number' as const, value: (row: { a: string; n: number }) => row.n },
  ];
  const rows = [
    { a: 'x\ty\r\nz', n: 1 },
    { a: '=HYPERLINK("x")', n: 2 },
  ];
  expect(rowsAsText(rows, columns)).toBe('x y z\t1\n\'=HYPERLINK("x")\t2');
});
