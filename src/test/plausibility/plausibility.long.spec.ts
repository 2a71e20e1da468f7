// @module-tag long
import { beforeAll, describe, expect, it } from 'vitest';
import { collect, collectDomains, type Collection, type Rule } from './collection.ts';
import { REGISTRATION_RULES } from './registration-rules.ts';
import { RULES } from './rules.ts';
import { CERTIFICATE_RULES } from './scan-rules.ts';

const MOST_SHOWN = 5;

/** How often a rule is broken, and the first rows that do. */
function broken(rule: Rule, collection: Collection): { count: number; first: string[] } {
  const all = [...rule.violations(collection)];
  return { count: all.length, first: all.slice(0, MOST_SHOWN) };
}

it('review E: every rule is named once and says what it rests on', () => {
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
  expect(RULES.filter(({ demands, basis }) => !demands || !basis)).toEqual([]);
});

describe('the whole sample collection', () => {
  let collection: Collection;
  beforeAll(() => {
    collection = collect('2026-11-22');
  });

  it.each(RULES.map((rule) => [rule.id, rule.demands, rule] as const))('review E %s: %s', (_id, _demands, rule) => {
    expect(broken(rule, collection)).toEqual({ count: 0, first: [] });
  });
});

// leap days, the ends of years, and days on which other limits on certificates are in force
const loadDays = ['2026-12-31', '2027-01-01', '2028-02-29', '2029-02-28', '2029-12-31'];
describe.each(loadDays)('loaded on %s', (anchor) => {
  it('review E: the rules of the calendar hold on other load days', () => {
    const collection = collectDomains(anchor, 300);
    const ofTheCalendar = [...REGISTRATION_RULES, ...CERTIFICATE_RULES, ...RULES.filter(({ id }) => CALENDAR.has(id))];
    const faults = ofTheCalendar.map((rule) => ({ rule: rule.id, ...broken(rule, collection) }));
    expect(faults.filter(({ count }) => count > 0)).toEqual([]);
  });
});

/** Rules of other topics that depend on the load day. */
const CALENDAR: ReadonlySet<string> = new Set([
  'dns-after-registration',
  'serial-moves-on',
  'shown-certificate',
  'scan-after-record',
  'closed-in-time',
  'count-fits-span',
  'listed-after-registration',
]);
