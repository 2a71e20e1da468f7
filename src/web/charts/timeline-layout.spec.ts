import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  barThickness,
  countsByDay,
  describeRow,
  describeTimeline,
  fitText,
  groupColor,
  groupRows,
  itemRows,
  openedRows,
  timelineGroups,
  type TimelineItem,
} from './timeline-layout.ts';

const DAY = 86_400;
const item = (label: string, group: string, start: number, end: number, count?: number): TimelineItem => ({
  key: label,
  label,
  group,
  groupLabel: `${group} Ltd`,
  start: start * DAY,
  end: end * DAY,
  ...(count === undefined ? {} : { count }),
});

const items = [
  item('192.0.2.2', 'AS64501', 20, 30, 5),
  item('192.0.2.1', 'AS64500', 0, 10, 2),
  item('192.0.2.3', 'AS64501', 5, 22),
  item('192.0.2.4', 'AS64501', 40, 42),
];

describe('rows', () => {
  it('of items are in the order of first appearance', () => {
    expect(itemRows(items).map(({ label }) => label)).toEqual(['192.0.2.1', '192.0.2.3', '192.0.2.2', '192.0.2.4']);
  });

  it('of items turn a span that ends before it begins', () => {
    expect(itemRows([item('x', 'g', 9, 3)])[0]?.spans).toEqual([{ start: 3 * DAY, end: 9 * DAY }]);
  });

  it('of groups join what overlaps and sum the counts', () => {
    expect(groupRows(items)).toMatchObject([
      { key: 'AS64500', count: 2, title: '1 entry' },
      {
        key: 'AS64501',
        count: 7,
        title: '3 entries',
        spans: [
          { start: 5 * DAY, end: 30 * DAY },
          { start: 40 * DAY, end: 42 * DAY },
        ],
      },
    ]);
  });

  it('of groups never overlap and cover exactly what their items cover', () => {
    const anyItem = fc.record({ start: fc.nat(1000), length: fc.nat(100) });
    fc.assert(
      fc.property(fc.array(anyItem, { minLength: 1 }), (seen) => {
        const spans = groupRows(seen.map(({ start, length }, i) => item(String(i), 'g', start, start + length)))[0]!
          .spans;
        spans.slice(1).forEach((span, i) => expect(span.start).toBeGreaterThan(spans[i]!.end));
        const isCovered = (time: number) => spans.some((span) => span.start <= time && time <= span.end);
        expect(seen.every(({ start, length }) => isCovered(start * DAY) && isCovered((start + length) * DAY))).toBe(
          true,
        );
      }),
    );
  });
});

describe('groups', () => {
  it('are in the order of how many items they have', () => {
    expect(timelineGroups(items)).toMatchObject([
      { group: 'AS64501', groupLabel: 'AS64501 Ltd', items: 3 },
      { group: 'AS64500', groupLabel: 'AS64500 Ltd', items: 1 },
    ]);
  });

  it('keep their colour in every view, and look different for the first twenty', () => {
    const many = Array.from({ length: 20 }, (_, at) => item(`a${at}`, `AS${64_500 + at}`, 0, 1));
    const groups = timelineGroups(many);
    expect(new Set(groups.map(({ look }) => JSON.stringify(look))).size).toBe(20);
    const own = groups.filter(({ group, look }) => look.color === groupColor(group));
    expect(own.length).toBeGreaterThan(10);
    expect(groups[0]?.look).toEqual({ color: groupColor(groups[0]!.group), isStriped: false });
    const [last] = timelineGroups(many.slice(19));
    expect(last?.look).toEqual({ color: groupColor(last!.group), isStriped: false });
  });

  it('open to the rows of their items', () => {
    const rows = openedRows(items, new Set(['AS64501']));
    expect(rows.map(({ key }) => key)).toEqual(['AS64500', 'AS64501', '192.0.2.3', '192.0.2.2', '192.0.2.4']);
    expect(rows[1]?.dots).toEqual([20 * DAY, 5 * DAY, 40 * DAY]);
  });
});

it('countsByDay counts each item on every day that it covers', () => {
  const counts = countsByDay(items, { start: 0, end: 42 * DAY }, 100).map(({ count }) => count);
  expect(counts).toHaveLength(42);
  expect([counts[0], counts[5], counts[10], counts[11], counts[21], counts[31], counts[41]]).toEqual([
    1, 2, 2, 1, 2, 0, 1,
  ]);
  expect(countsByDay(items, { start: 0, end: 42 * DAY }, 10)).toHaveLength(9);
});

it('barThickness grows with the count, from 0.4 to 1', () => {
  expect(barThickness(1, 1)).toBe(1);
  expect(barThickness(0, 100)).toBe(0.4);
  expect(barThickness(100, 100)).toBe(1);
  expect(barThickness(10, 100)).toBeGreaterThan(barThickness(5, 100));
});

it('fitText keeps both ends and shows what would hide', () => {
  expect(fitText('a\u202eb', 20)).toBe('aU+202Eb');
  expect(fitText('192.0.2.1', 9)).toBe('192.0.2.1');
  expect(fitText('2001:db8:1:2:3:4:5:6', 11)).toBe('2001:…4:5:6');
});

describe('describeTimeline', () => {
  const words = { item: ['address', 'addresses'], group: ['network', 'networks'] } as const;

  it.each([
    [items, '4 addresses in 2 networks, 1970-01-01 to 1970-02-12; a new one every 13.3 days.'],
    [[item('x', 'g', 0, 1)], '1 address in 1 network, 1970-01-01 to 1970-01-02.'],
    [[item('x', 'g', 0, 0)], '1 address in 1 network, 1970-01-01.'],
    [
      [item('x', 'g', 0, 0.5), item('y', 'g', 0.25, 0.5)],
      '2 addresses in 1 network, 1970-01-01; a new one every 6.0 h.',
    ],
    [[item('x', 'g', 0, 200), item('y', 'g', 10, 200)], '2 addresses in 1 network, 1970-01-01 to 1970-07-20.'],
    [[], 'No addresses.'],
  ])('case %#', (given, text) => {
    expect(describeTimeline(given, words)).toBe(text);
  });

  it('joins them by the word that is given', () => {
    expect(describeTimeline(items, { ...words, between: 'by' })).toMatch(/^4 addresses by 2 networks,/);
  });
});

describe('describeRow', () => {
  it.each([
    [item('x', 'g', 0, 1, 3), 'x, g g Ltd, 1970-01-01 to 1970-01-02, 3 times'],
    [item('x', 'g', 0.5, 0.5), 'x, g g Ltd, 1970-01-01 12:00:00'],
    [item('g', 'g', 0, 0), 'g, g Ltd, 1970-01-01'],
    [{ ...item('x', 'g', 0, 0), groupLabel: '', title: 'a\u202eb' }, 'x, g, 1970-01-01, aU+202Eb'],
  ])('case %#', (given, text) => {
    expect(itemRows([given]).map(describeRow)).toEqual([text]);
  });
});
