import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/long.ts';
import { cof, observationsOf, readWholeLog, type WholeLog } from '#test/server/read-whole-log.ts';
import { specFolder } from '#test/server/spec-folder.ts';

const folder = specFolder('folding');
const file = join(folder, 'dns.log');

function read(lines: readonly string[], maxDistinct?: number): Promise<WholeLog> {
  writeFileSync(file, lines.join('\n'));
  return readWholeLog({ file, ...(maxDistinct !== undefined && { maxDistinct }) });
}

const zeek = ['#path\tdns', '#fields\tts\tquery\tqtype_name\tanswers\tTTLs'];

describe('folding', () => {
  const at = (offset: number) => 1792497600 + offset;
  it('makes one record of those that differ in case and in the final dot', async () => {
    const lines = [
      [at(60), 'WWW.a.test', 'A', 'Edge.A.test,198.51.100.1', '300,60'],
      [at(0), 'www.a.test.', 'A', 'edge.a.test.,198.51.100.1', '200,50'],
      [at(90), 'www.A.TEST', 'A', 'EDGE.a.test,198.51.100.1', '100,40'],
      [at(30), 'www.a.test', 'A', 'edge.a.test,198.51.100.1', '400,30'],
    ].map((line) => line.join('\t'));
    const found = await read([...zeek, ...lines]);
    const seen = { count: 4, first_seen: at(0), last_seen: at(90) };
    expect(observationsOf(found)).toMatchObject([
      { rrname: 'edge.a.test', rdata: '198.51.100.1', ttl: 40, ...seen },
      { rrname: 'www.a.test', rdata: 'edge.a.test', ttl: 100, ...seen },
    ]);
    expect(found.report).toMatchObject({ seen: 8, rows: 2, seenByType: { A: 4, CNAME: 4 }, from: at(0), to: at(90) });
  });

  it('makes one record of each of thousands that come again in another order', async () => {
    const lineOf = (number: number, time: number) => [time, `n${number}.a.test`, 'A', '198.51.100.1', time].join('\t');
    const numbers = Array.from({ length: 5000 }, (_, number) => number);
    const again = numbers.toReversed().map((number) => lineOf(number, at(60)));
    const found = await read([...zeek, ...numbers.map((number) => lineOf(number, at(0))), ...again]);
    const records = observationsOf(found);
    expect(new Set(records.map(({ rrname }) => rrname)).size).toBe(5000);
    expect(records).toHaveLength(5000);
    const seen = { count: 2, first_seen: at(0), last_seen: at(60), ttl: at(60) };
    expect(
      records.every((record) => Object.entries(seen).every(([key, value]) => Reflect.get(record, key) === value)),
    ).toBe(true);
  });

  it('keeps the texts of TXT records apart, and names from answers', async () => {
    const texts = [
      { rrname: 'a.test', rdata: 'Some Text' },
      { rrname: 'A.test.', rdata: 'some text' },
      { rrname: 'a.test x', rdata: 'y' },
      { rrname: 'a.test', rdata: 'x y' },
    ];
    const found = await read(texts.map((text) => cof({ ...text, rrtype: 'TXT' })));
    expect(observationsOf(found).map(({ rrname, rdata }) => [rrname, rdata])).toEqual([
      ['a.test', 'Some Text'],
      ['a.test', 'some text'],
      ['a.test', 'x y'],
    ]);
    expect(found.report.rejects).toMatchObject({ count: 1, examples: [{ line: 'line 3: a.test x TXT y' }] });
  });

  it('tells a change of name servers from the set before', async () => {
    const sets = [
      [at(0), 'ns1.a.test,ns2.a.test'],
      [at(1), 'NS2.a.test.,ns1.a.test'],
      [at(2), 'ns1.a.test,ns3.a.test'],
    ] as const;
    const lines = sets.map(([time, set]) => [time, 'a.test', 'NS', set, '60,60'].join('\t'));
    const rows = observationsOf(await read([...zeek, ...lines]));
    expect(rows.map(({ rdata, rrset, count }) => [rdata, rrset.join(' '), count])).toEqual([
      ['ns1.a.test', 'ns1.a.test ns2.a.test', 2],
      ['ns1.a.test', 'ns1.a.test ns3.a.test', 1],
      ['ns2.a.test', 'ns1.a.test ns2.a.test', 2],
      ['ns3.a.test', 'ns1.a.test ns3.a.test', 1],
    ]);
  });
});

it('reads a Zeek log alike whether its transactions repeat or not', async () => {
  // more new ones than are cached, so that the cache is given up; JSON is never cached
  const numbers = Array.from({ length: 51_000 }, (_, number) => number);
  const transactions = [...numbers, ...numbers.slice(-500), ...numbers.slice(0, 500)].map((number, index) => ({
    ts: 1792497600 + index,
    query: `${number}.a.test`,
    qtype_name: number % 2 === 0 ? 'MX' : 'A',
    answers: number % 2 === 0 ? ['mx1.a.test', `mx${number}.a.test`] : ['edge.a.test', '198.51.100.1', 'no address'],
    TTLs: [index, 60, 30],
  }));
  const tsv = await read([
    ...zeek,
    ...transactions.map((each) => {
      return [each.ts, each.query, each.qtype_name, each.answers.join(','), each.TTLs.join(',')].join('\t');
    }),
  ]);
  const json = await read(transactions.map((each) => JSON.stringify({ _path: 'dns', ...each })));
  expect(observationsOf(tsv)).toEqual(observationsOf(json));
  expect(tsv.report).toMatchObject({ seen: 104_000, seenByType: json.report.seenByType, skipped: json.report.skipped });
});

describe('the same transactions, written as', () => {
  const nameOf = fc.constantFrom('a.test', 'b.test', 'www.a.test', 'mail.b.test', 'x--1.c.test');
  const written = fc.tuple(nameOf, fc.boolean(), fc.boolean()).map(([name, isUpper, hasDot]) => {
    const cased = isUpper ? name.toUpperCase() : name;
    return hasDot ? `${cased}.` : cased;
  });
  const ipv4 = fc.integer({ min: 1, max: 3 }).map((last) => `198.51.100.${last}`);
  const ipv6 = fc.integer({ min: 1, max: 3 }).map((last) => `2001:db8::${last}`);
  const list = <T>(each: fc.Arbitrary<T>) => fc.array(each, { minLength: 1, maxLength: 3 });
  const answered = fc.oneof(
    fc.record({ type: fc.constant('A'), chain: fc.array(written, { maxLength: 2 }), data: list(ipv4) }),
    fc.record({ type: fc.constant('AAAA'), chain: fc.array(written, { maxLength: 2 }), data: list(ipv6) }),
    fc.record({ type: fc.constantFrom('NS', 'MX'), chain: fc.constant<string[]>([]), data: list(written) }),
  );
  const transaction = fc.record({
    time: fc.integer({ min: 0, max: 400 }).map((quarters) => 1792497600 + quarters / 4),
    query: written,
    answered,
    ttls: fc.array(fc.integer({ min: 0, max: 86_400 }), { minLength: 5, maxLength: 5 }),
  });
  type Transaction = typeof transaction extends fc.Arbitrary<infer T> ? T : never;

  interface Seen {
    readonly count: number;
    readonly first: number;
    readonly last: number;
    readonly ttl: number;
  }
  interface Answer {
    readonly owner: string;
    readonly type: string;
    readonly data: string;
    readonly ttl: number;
  }
  /** Each alias owns the next, and the last one the rest. */
  function answersOf({ query, answered: { type, chain, data }, ttls }: Transaction): Answer[] {
    const owners = [query, ...chain];
    return [
      ...chain.map((alias, index) => ({ owner: owners[index] ?? '', type: 'CNAME', data: alias })),
      ...data.map((each) => ({ owner: owners.at(-1) ?? '', type, data: each })),
    ].map((answer, index) => ({ ...answer, ttl: ttls[index] ?? 0 }));
  }

  const formats: Readonly<Record<string, (transactions: readonly Transaction[]) => string[]>> = {
    'Zeek TSV': (transactions) => [
      ...zeek,
      ...transactions.map((each) => {
        const answers = answersOf(each);
        const [data, ttls] = [answers.map((one) => one.data).join(','), answers.map(({ ttl }) => ttl).join(',')];
        return [each.time, each.query, each.answered.type, data, ttls].join('\t');
      }),
    ],
    'Zeek JSON': (transactions) =>
      transactions.map((each) => {
        const answers = answersOf(each);
        const lists = { answers: answers.map((one) => one.data), TTLs: answers.map(({ ttl }) => ttl) };
        return JSON.stringify({
          _path: 'dns',
          ts: each.time,
          query: each.query,
          qtype_name: each.answered.type,
          ...lists,
        });
      }),
    'Suricata EVE': (transactions) =>
      transactions.map((each) => {
        const question = { rrname: each.query, rrtype: each.answered.type, rcode: 'NOERROR' };
        const answers = answersOf(each).map(({ owner, type, data, ttl }) => ({
          rrname: owner,
          rrtype: type,
          ttl,
          rdata: data,
        }));
        const timestamp = new Date(each.time * 1000).toISOString();
        const dns = { version: 2, type: 'answer', ...question, answers };
        return JSON.stringify({ timestamp, event_type: 'dns', dns });
      }),
  };

  /** The rules a second time: grouped and sorted, not folded. */
  function expected(transactions: readonly Transaction[]): Map<string, Seen> {
    const plain = (name: string) => name.replace(/\.$/, '').toLowerCase();
    const groups = new Map<string, { readonly time: number; readonly ttl: number }[]>();
    for (const each of transactions) {
      const answers = answersOf(each).map((one) => ({ ...one, owner: plain(one.owner), data: plain(one.data) }));
      for (const { owner, type, data, ttl } of answers) {
        const isSet = type === 'NS' || type === 'MX';
        const set = isSet ? [...new Set(answers.map((one) => one.data))].sort() : [];
        const key = [type, owner, data, ...set].join(' ');
        groups.set(key, [...(groups.get(key) ?? []), { time: each.time, ttl }]);
      }
    }
    return new Map(
      [...groups].map(([key, group]) => {
        const times = group.map(({ time }) => time);
        const [first, last] = [Math.min(...times), Math.max(...times)];
        const ttl = group.findLast(({ time }) => time === last)?.ttl ?? 0;
        return [key, { count: group.length, first: Math.floor(first), last: Math.floor(last), ttl }];
      }),
    );
  }

  function found(log: WholeLog): (readonly [string, Seen])[] {
    return observationsOf(log).map(({ rrtype, rrname, rdata, rrset, first_seen, last_seen, count, ttl }) => [
      [rrtype, rrname, rdata, ...rrset].join(' '),
      { count, first: first_seen, last: last_seen, ttl },
    ]);
  }

  it.each(Object.entries(formats))(
    '%s are the same records, in one batch and in many',
    { tags: 'long' },
    async (_, linesOf) => {
      const any = fc.array(transaction, { minLength: 1, maxLength: 30 });
      await fc.assert(
        fc.asyncProperty(any, fc.integer({ min: 1, max: 20 }), async (transactions, maxDistinct) => {
          const wanted = expected(transactions);
          const whole = await read(linesOf(transactions));
          expect(found(whole)).toHaveLength(wanted.size);
          expect(new Map(found(whole))).toEqual(wanted);

          const parts = await read(linesOf(transactions), maxDistinct);
          for (const { observations } of parts.batches) expect(observations.count).toBeLessThanOrEqual(maxDistinct);
          const sums = new Map<string, number>();
          for (const [key, { count }] of found(parts)) sums.set(key, (sums.get(key) ?? 0) + count);
          expect(sums).toEqual(new Map([...wanted].map(([key, { count }]) => [key, count])));
          expect(parts.report.seen).toBe(whole.report.seen);
        }),
        { numRuns: runs(40, 400) },
      );
    },
  );
});
