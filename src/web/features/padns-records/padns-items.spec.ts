import { describe, expect, it } from 'vitest';
import { padnsItems } from './padns-items.ts';
import { padnsRow } from './padns-row.ts';

const record = {
  query: 'a.example',
  type: 'A',
  answer: '192.0.2.1',
  first_seen: '1970-01-01 00:00:10',
  last_seen: '1970-01-01 00:00:20',
  count: 3,
};

describe('padnsItems', () => {
  it('draws a record from its first to its last time, in the colour of its type', () => {
    expect(padnsItems([padnsRow(record)])).toEqual([
      {
        key: 'A a.example 192.0.2.1',
        label: '192.0.2.1',
        group: 'A',
        groupLabel: 'A records',
        start: 10,
        end: 20,
        title: 'a.example',
        count: 3,
      },
    ]);
  });

  it('calls bars by their names where all have the same answer', () => {
    const items = padnsItems([padnsRow(record), padnsRow({ ...record, query: 'b.example' })]);
    expect(items.map(({ label, title }) => [label, title])).toEqual([
      ['a.example', '192.0.2.1'],
      ['b.example', '192.0.2.1'],
    ]);
  });

  it('cuts long answers and leaves out records without times', () => {
    const items = padnsItems([padnsRow({ ...record, answer: 'x'.repeat(65_000) }), padnsRow({ query: 'a.example' })]);
    expect(items.map(({ label }) => label.length)).toEqual([61]);
  });
});
