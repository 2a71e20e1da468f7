import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matchesWildcard } from '#model/wildcard.ts';
import { openTestService, type TestService } from '#server/testing/collection.ts';
import { observation } from '#server/testing/observation.ts';

// The look-ups against a plain filter over the same records, on a collection of names that are alike in many ways.

interface Observed {
  readonly name: string;
  readonly answer: string;
  readonly first: string;
  readonly last: string;
}

const label = fc.string({ unit: fc.constantFrom('a', 'b', '-', '1'), minLength: 1, maxLength: 3 });
const anyName = fc
  .tuple(fc.array(label, { minLength: 1, maxLength: 3 }), fc.constantFrom('ab.test', 'b.test', 'example'))
  .map(([labels, zone]) => [...labels, zone].join('.'));
const day = fc.integer({ min: 1, max: 28 }).map((number) => `2026-10-${String(number).padStart(2, '0')}`);
const anyRecord = fc
  .record({ name: anyName, answer: fc.nat(20).map((last) => `192.0.2.${last}`), a: day, b: day })
  .map(({ name, answer, a, b }): Observed => ({ name, answer, first: a < b ? a : b, last: a < b ? b : a }));

const keyOf = ({ name, answer }: Observed) => `${name} ${answer}`;
const records =
  fc.sample(fc.uniqueArray(anyRecord, { minLength: 300, maxLength: 300, selector: keyOf }), {
    seed: 7,
    numRuns: 1,
  })[0] ?? [];

let service: TestService;
beforeAll(async () => {
  const obs = records.map(({ name, answer, first }) => observation('A', name, answer, [first, first]));
  service = await openTestService({ now: new Date('2026-11-21T12:00:00Z') });
  // in several parts, as a collection that is being filled is
  await service.engine.command({ name: 'spec', sql: 'SYSTEM STOP MERGES' });
  for (let from = 0; from < obs.length; from += 100) await service.add({ obs: obs.slice(from, from + 100) });
  // each record in two observations: its first day stands in one part, its last day in another
  const halves = records.map(({ name, answer, last }) => observation('A', name, answer, [last, last]));
  await service.add({ obs: halves });
});
afterAll(() => service.close());

/** `name answer` of each record found, in the order of the answer. */
async function found(path: string): Promise<string[]> {
  const { status, body, response } = await service.get(path);
  expect(status, `${path} ${JSON.stringify(body)}`).toBe(200);
  return response.records.map(({ query, answer }: { query: string; answer: string }) => `${query} ${answer}`);
}

const forward = (qname: string, query: string) =>
  `/explore/padns/lookup/query/a/${encodeURIComponent(qname)}?limit=1000&${query}`;
const expected = (keep: (record: Observed) => boolean) => records.filter(keep).map(keyOf).sort();

const pieces = fc.array(fc.constantFrom('a', 'b', '-', '.', '1', 'ab', '.test', 'example', '*', '*'), {
  minLength: 1,
  maxLength: 6,
});
const pattern = pieces.map((list) => list.join('')).filter((text) => text.includes('*'));
const bounds = fc.record(
  { first_seen_after: day, first_seen_before: day, last_seen_after: day, last_seen_before: day, as_of: day },
  { requiredKeys: [] },
);
type Bounds = Partial<
  Record<'first_seen_after' | 'first_seen_before' | 'last_seen_after' | 'last_seen_before' | 'as_of', string>
>;
const within = (record: Observed, limits: Bounds): boolean =>
  record.first >= (limits.first_seen_after ?? '0') &&
  record.first <= (limits.first_seen_before ?? '9') &&
  record.last >= (limits.last_seen_after ?? '0') &&
  record.last <= (limits.last_seen_before ?? '9') &&
  (limits.as_of === undefined || (record.first <= limits.as_of && limits.as_of <= record.last));
const queryOf = (limits: Bounds) => new URLSearchParams(limits as Record<string, string>).toString();

describe('padnsForward agrees with a plain filter', () => {
  it('for wildcards within times', async () => {
    const property = fc.asyncProperty(pattern, bounds, fc.boolean(), async (qname, limits, subdomains) => {
      const bare = qname.replace(/\.$/, '');
      const matches = (name: string) =>
        matchesWildcard(bare, name) || (subdomains && matchesWildcard(`*.${bare}`, name));
      const all = await found(forward(qname, `${queryOf(limits)}&subdomains=${Number(subdomains)}`));
      expect(all.sort()).toEqual(expected((record) => matches(record.name) && within(record, limits)));
    });
    await fc.assert(property, { numRuns: 60 });
  }, 60_000);

  it('for regular expressions', async () => {
    const atom = fc.constantFrom('a', 'b', '\\.', '[ab]', '.', '-', 'test', '(ab)');
    const regex = fc
      .tuple(
        fc.constantFrom('', '^'),
        fc.array(fc.tuple(atom, fc.constantFrom('', '', '+', '?', '*')), { minLength: 1, maxLength: 4 }),
        fc.constantFrom('', '$'),
      )
      .map(([start, atoms, end]) => `${start}${atoms.map(([head, tail]) => head + tail).join('')}${end}`);
    const property = fc.asyncProperty(regex, bounds, async (text, limits) => {
      const all = await found(forward('_', `regex=${encodeURIComponent(text)}&${queryOf(limits)}`));
      expect(all.sort()).toEqual(expected((record) => new RegExp(text).test(record.name) && within(record, limits)));
    });
    await fc.assert(property, { numRuns: 40 });
  }, 60_000);

  const sort = fc.constantFrom(
    '',
    'last_seen/asc',
    'last_seen/desc',
    'first_seen/asc',
    'first_seen/desc',
    'query/asc',
    'query/desc',
    'answer/asc',
    'first_seen/asc;answer/desc',
    'last_seen/desc;query/desc',
  );
  it('pages make up the whole, in every order', async () => {
    const property = fc.asyncProperty(
      pattern,
      bounds,
      sort,
      fc.integer({ min: 5, max: 40 }),
      async (qname, limits, order, size) => {
        const path = forward(qname, `${queryOf(limits)}&sort=${order}`);
        const whole = await found(path);
        const pages: string[] = [];
        for (let skip = 0; skip <= whole.length && skip < 6 * size; skip += size)
          pages.push(...(await found(`${path}&limit=${size}&skip=${skip}`)));
        expect(pages).toEqual(whole.slice(0, pages.length));
        expect(pages.length).toBe(Math.min(whole.length, 6 * size));
      },
    );
    await fc.assert(property, { numRuns: 30 });
  }, 60_000);

  it('counts an observation that came in two parts once', async () => {
    const { response } = await service.get(forward('*', ''));
    expect(response.records.every(({ count }: { count: number }) => count === 2)).toBe(true);
  });
});

describe('padnsReverse agrees with a plain filter', () => {
  it('for networks within times', async () => {
    const property = fc.asyncProperty(
      fc.nat(24),
      fc.integer({ min: 24, max: 32 }),
      bounds,
      async (host, netmask, limits) => {
        const size = 2 ** (32 - netmask);
        const first = Math.floor(host / size) * size;
        const all = await found(
          `/explore/padns/lookup/answer/a/192.0.2.${host}?limit=1000&netmask=${netmask}&${queryOf(limits)}`,
        );
        const inside = ({ answer }: Observed) => Math.floor(Number(answer.split('.')[3]) / size) * size === first;
        expect(all.sort()).toEqual(expected((record) => inside(record) && within(record, limits)));
      },
    );
    await fc.assert(property, { numRuns: 30 });
  }, 60_000);
});

describe('hostile input', () => {
  const hostile = [
    "'",
    '\\',
    "\\'",
    '\0',
    '%',
    '_',
    '*',
    '"',
    '`',
    '{x:String}',
    '--',
    ';',
    '/*',
    '\n',
    '\u202e',
    '%00',
    "' OR 1=1",
    '({',
    '😀',
  ];
  const text = fc
    .array(fc.oneof(fc.constantFrom(...hostile), fc.string({ maxLength: 5 })), { minLength: 1, maxLength: 5 })
    .map((list) => list.join(''));
  const qtype = fc.constantFrom('a', 'ns', 'txt', 'soa', 'ptr4', 'any');

  it('is answered or refused, never fails', async () => {
    const property = fc.asyncProperty(text, text, qtype, fc.boolean(), async (name, regex, type, withRegex) => {
      const direction = type === 'any' ? 'query' : fc.sample(fc.constantFrom('query', 'answer'), 1)[0];
      const path = `/explore/padns/lookup/${direction}/${type}/${encodeURIComponent(name)}`;
      const { status } = await service.get(withRegex ? `${path}?regex=${encodeURIComponent(regex)}` : path);
      expect([200, 400, 404]).toContain(status);
    });
    await fc.assert(property, { numRuns: 150 });
  }, 60_000);

  it.each([
    ['a name of 253 characters', `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`, 200],
    ['one of 254', `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(62)}`, 400],
    ['many wildcards', '*a'.repeat(120), 200],
    ['a quote', "o'brien.example", 200],
    ['a backslash', 'back\\slash.example', 200],
    ['NUL', 'nul\0.example', 400],
    ['a blank', 'a b.example', 400],
  ])('%s', async (_, name, status) => {
    const answer = await service.get(`/explore/padns/lookup/query/a/${encodeURIComponent(name)}`);
    expect(answer.status).toBe(status);
  });
});
