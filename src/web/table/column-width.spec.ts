import { describe, expect, it } from 'vitest';
import { columnLengths } from './column-width.ts';

const fixed = (width: number) => ({ width, canGrow: false });
const flexible = (width: number) => ({ width, canGrow: true });

describe('columnLengths', () => {
  it('asks for the check boxes and every column, the first of which leaves the second in view on a phone', () => {
    const lengths = columnLengths([fixed(200), fixed(104)]);
    expect(lengths.columns).toEqual(['36px', 'min(200px, max(50cqw, 100cqw - 140px))', '104px']);
    expect(lengths.asked).toBe('calc(36px + min(200px, max(50cqw, 100cqw - 140px)) + 104px)');
    expect(lengths.sticky).toBe('min(200px, max(50cqw, 100cqw - 140px))');
  });

  it('shares the spare room among the flexible columns, each but the last up to half of its width', () => {
    const lengths = columnLengths([flexible(200), fixed(104), flexible(300)]);
    expect(lengths.spare).toBe(
      'max(0px, 100cqw - calc(36px + min(200px, max(50cqw, 100cqw - 140px)) + 104px + 300px))',
    );
    expect(lengths.columns.slice(1)).toEqual([
      'calc(min(200px, max(50cqw, 100cqw - 140px)) + min(var(--spare) / 2, 100px))',
      '104px',
      'calc(300px + var(--spare) / 2)',
    ]);
  });

  it('has a length for no column at all', () => {
    expect(columnLengths([])).toMatchObject({ columns: ['36px'], asked: 'calc(36px)', sticky: '0px' });
  });
});
