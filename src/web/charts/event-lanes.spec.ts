import { describe, expect, it } from 'vitest';
import { describeLanes, type EventLane, eventSpan, placeLanes, type TimelineEvent } from './event-lanes.ts';

const day = 86_400;
const event = (key: string, from: number, to = from): TimelineEvent => ({
  key,
  label: key,
  start: from * day,
  end: to * day,
  color: 'red',
  words: key,
});
const lane = (...events: readonly TimelineEvent[]): EventLane => ({ id: 'l', label: 'Listings', note: 'none', events });
const limits = { start: 0, end: 100 * day };

const rowsOf = (given: EventLane) => {
  const [placed] = placeLanes([given], limits, 4);
  return { rows: placed?.rows.map((row) => row.map(({ key }) => key)), hidden: placed?.hidden };
};

describe('placeLanes', () => {
  it('shares a row where events follow each other, and not where they overlap or nearly touch', () => {
    expect(rowsOf(lane(event('a', 0, 10), event('b', 20, 30)))).toEqual({ rows: [['b', 'a']], hidden: 0 });
    expect(rowsOf(lane(event('a', 0, 25), event('b', 20, 30)))).toEqual({ rows: [['b'], ['a']], hidden: 0 });
    expect(rowsOf(lane(event('a', 0, 19.5), event('b', 20, 30)))).toEqual({ rows: [['b'], ['a']], hidden: 0 });
  });

  it('leaves out the oldest where there are too many at once, and counts them', () => {
    const many = Array.from({ length: 7 }, (_, place) => event(String(place), place, 90 + place));
    expect(rowsOf(lane(...many))).toEqual({ rows: [['6'], ['5'], ['4'], ['3']], hidden: 3 });
  });
});

describe('eventSpan', () => {
  it('reaches from the first event to now, at least a month', () => {
    const { start, end } = eventSpan([lane(event('a', 10, 20))], 100 * day);
    expect(start).toBeLessThan(10 * day);
    expect(end).toBeGreaterThan(100 * day);
    expect(eventSpan([lane()], 100 * day).start).toBeLessThanOrEqual(70 * day);
  });
});

describe('describeLanes', () => {
  it('says how many events each lane has, or why none', () => {
    expect(describeLanes([lane(event('a', 1)), { ...lane(), label: 'Certificates', note: 'loading …' }])).toBe(
      'Listings: 1 event. Certificates: loading ….',
    );
  });
});
