import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { IncompleteNotice, oldListWords } from './route.tsx';

const textOf = (markup: string) => markup.replaceAll(/<[^>]+>/g, ' ');

describe('the notice of what the collection lost', () => {
  it('names every loss in the words of the service', () => {
    const text = textOf(
      renderToStaticMarkup(
        <IncompleteNotice
          losses={[
            { table: 'rrsets', rows: 1234, reason: '1,234 rows of the table rrsets are gone from the disk' },
            { table: 'listings', reason: 'the table listings has lost all rows of import 7' },
            { table: 'whois', rows: 5678 },
          ]}
        />,
      ),
    );
    expect(text).toContain('The collection is incomplete');
    expect(text).toContain('Affected answers may lack records');
    expect(text).toContain('1,234 rows of the table rrsets are gone from the disk.');
    expect(text).toContain('The table listings has lost all rows of import 7.');
    expect(text).toContain('5,678 rows of whois.');
  });

  it('is empty for a complete collection, or if the service does not report losses', () => {
    expect(renderToStaticMarkup(<IncompleteNotice losses={[]} />)).toBe('');
    expect(renderToStaticMarkup(<IncompleteNotice losses={undefined} />)).toBe('');
  });
});

it('warns about shipped lists that are years old, not about current feeds or the sample', () => {
  const now = Date.parse('2026-11-24') / 1000;
  const list = { kind: 'listings', sample: false, rows: 1, loaded_at: '2026-11-24 00:00:00', licence: '' };
  const words = (as_of: string, more = {}) => oldListWords([{ ...list, source: 'a-list', as_of, ...more }], now);
  expect(words('2022-04-05')).toEqual(['The list a-list is 4 years old']);
  expect(words('2025-11-20')).toEqual(['The list a-list is 1 year old']);
  expect(words('2026-02-01')).toEqual([]);
  expect(words('')).toEqual([]);
  expect(words('2022-04-05', { sample: true })).toEqual([]);
  expect(words('2022-04-05', { kind: 'prefixes' })).toEqual([]);
});
