// @module-tag long
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseIp, toIpv6Value } from '#model/ip-address.ts';
import {
  bounds,
  type Bounds,
  keyOf,
  matcher,
  type Observed,
  pattern,
  records,
  regex,
  within,
  zones,
} from '#test/server/alike-names.ts';
import { announced } from '#test/server/announced.ts';
import { isLongRun, runs } from '#test/long.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { observation, observedSet } from '#test/server/seeded-observations.ts';

// The look-ups against a plain filter over the same records, on a collection of names that are alike in many ways.

const service = useTestService({ now: new Date('2026-11-21T12:00:00Z') });
beforeAll(async () => {
  // in several parts, as a collection that is being filled is
  await service.engine.command({ name: 'spec', sql: 'SYSTEM STOP MERGES' });
  // each record in two observations: its first day stands in one part, its last day in another
  for (const edge of ['first', 'last'] as const) {
    const obs = records.map((record) => {
      const { type, name, answer } = record;
      return observation(type, name, answer, [record[edge], record[edge]]);
    });
    for (let from = 0; from < obs.length; from += 200) await service.add({ obs: obs.slice(from, from + 200) });
  }
  await service.add({
    obs: zones.flatMap(({ zone, old, now }) => [
      ...observedSet('NS', zone, old, ['2026-01-01', '2026-06-01']),
      ...observedSet('NS', zone, now, ['2026-06-02', '2026-11-01']),
    ]),
    prefixes: [0, 8, 16].map((host, at) => announced(`192.0.2.${host}/29`, 64500 + at)),
  });
});

type Found = { query: string; answer: string; first_seen: string; last_seen: string };
async function answerOf(path: string): Promise<Found[]> {
  const { status, body, response } = await service.get(`/explore/padns/lookup/${path}`);
  expect(status, `${path} ${JSON.stringify(body)}`).toBe(200);
  return response.records;
}
const lineOf = ({ query, answer }: Found) => keyOf({ name: query, answer });
/** `name answer` of each record found, sorted. */
const found = async (path: string): Promise<string[]> => (await answerOf(path)).map(lineOf).sort();
const expected = (type: Observed['type'], keep: (record: Observed) => boolean) =>
  records
    .filter((record) => record.type === type && keep(record))
    .map(keyOf)
    .sort();

const queryOf = (limits: Bounds) => new URLSearchParams(limits).toString();
const path = (...segments: string[]) => segments.map(encodeURIComponent).join('/');
const hostOf = (text: string) => Number(text.split('.')[3]);
/** Whether an address lies in the network of that length around another. */
const inNetwork = (host: number, netmask: number) => {
  const size = 2 ** (32 - netmask);
  return (answer: string) => Math.floor(hostOf(answer) / size) === Math.floor(host / size);
};
const network = fc.tuple(fc.nat(40), fc.integer({ min: 26, max: 32 }));

describe('padnsForward agrees with a plain filter', () => {
  it('for wildcards within times', async () => {
    const type = fc.constantFrom('A', 'CNAME');
    await fc.assert(
      fc.asyncProperty(type, pattern, bounds, fc.boolean(), async (qtype, qname, limits, subdomains) => {
        const isBelow = qtype === 'A' && subdomains;
        const matches = (name: string) => matcher(qname)(name) || (isBelow && matcher(`*.${qname}`)(name));
        const asked = `query/${path(qtype, qname)}?limit=1000&${queryOf(limits)}&subdomains=${Number(subdomains)}`;
        expect(await found(asked)).toEqual(expected(qtype, (record) => matches(record.name) && within(record, limits)));
      }),
      { numRuns: runs(6, 150) },
    );
  });

  it('for regular expressions', async () => {
    await fc.assert(
      fc.asyncProperty(regex, bounds, async (text, limits) => {
        const asked = `query/a/_?limit=1000&regex=${encodeURIComponent(text)}&${queryOf(limits)}`;
        const expression = new RegExp(text);
        expect(await found(asked)).toEqual(
          expected('A', (record) => expression.test(record.name) && within(record, limits)),
        );
      }),
      { numRuns: runs(5, 100) },
    );
  });

  it('counts an observation that came in two parts once', async () => {
    const all = (await answerOf('query/a/*?limit=1000')) as (Found & { count: number })[];
    expect(all.length).toBeGreaterThan(200);
    expect(all.every(({ count }) => count === 2)).toBe(true);
  });
});

describe('padnsReverse agrees with a plain filter', () => {
  it('for networks within times', async () => {
    await fc.assert(
      fc.asyncProperty(network, bounds, async ([host, netmask], limits) => {
        const asked = `answer/a/192.0.2.${host}?limit=1000&netmask=${netmask}&${queryOf(limits)}`;
        const isInside = inNetwork(host, netmask);
        expect(await found(asked)).toEqual(
          expected('A', (record) => isInside(record.answer) && within(record, limits)),
        );
      }),
      { numRuns: runs(5, 100) },
    );
  });

  it('for wildcards and regular expressions', async () => {
    await fc.assert(
      fc.asyncProperty(pattern, regex, fc.boolean(), bounds, async (text, expression, isRegex, limits) => {
        const more = isRegex ? `&regex=${encodeURIComponent(expression)}` : '';
        const asked = `answer/cname/${path(isRegex ? '_' : text)}?limit=1000&${queryOf(limits)}${more}`;
        const matches = isRegex ? (name: string) => new RegExp(expression).test(name) : matcher(text);
        expect(await found(asked)).toEqual(
          expected('CNAME', (record) => matches(record.answer) && within(record, limits)),
        );
      }),
      { numRuns: runs(5, 100) },
    );
  });
});

describe('padnsBoth agrees with a plain filter', () => {
  const someName = fc.oneof(pattern, fc.constantFrom('*', ...records.map(({ name }) => name)));
  it('for names on both sides', async () => {
    const target = fc.oneof(pattern, fc.constantFrom('*', ...records.map(({ answer }) => answer)));
    const targets = fc.array(
      target.filter((text) => !text.startsWith('192.')),
      { minLength: 1, maxLength: 3 },
    );
    await fc.assert(
      fc.asyncProperty(someName, targets, fc.boolean(), bounds, async (qname, answers, isNot, limits) => {
        const names = answers.slice(1).map((name) => `&name=${encodeURIComponent(name)}`);
        const asked = `both/cname/${path(qname, answers[0] ?? '')}?limit=1000&match=${isNot ? 'neq' : 'eq'}${names.join('')}`;
        expect(await found(`${asked}&${queryOf(limits)}`)).toEqual(
          expected(
            'CNAME',
            (record) =>
              matcher(qname)(record.name) &&
              answers.some((answer) => matcher(answer)(record.answer)) !== isNot &&
              within(record, limits),
          ),
        );
      }),
      { numRuns: runs(6, 150) },
    );
  });

  it('for names, networks and ASNs', async () => {
    const question = {
      qname: someName,
      at: fc.option(network),
      more: fc.array(network, { maxLength: 2 }),
      match: fc.constantFrom('eq', 'neq'),
      net: fc.constantFrom('in', 'notin'),
      asnum: fc.subarray([64500, 64501, 64502]),
      asn: fc.constantFrom('in', 'notin'),
    };
    await fc.assert(
      fc.asyncProperty(fc.record(question), async ({ qname, at, more, match, net, asnum, asn }) => {
        const networks = more.map(([host, length]) => `&network=192.0.2.${host}/${length}`);
        const numbers = asnum.map((number) => `&asnum=${number}`);
        const asked = `both/a/${path(qname, at ? `192.0.2.${at[0]}` : '*')}?limit=1000&match=${match}&net=${net}&asn=${asn}`;
        const among = (list: readonly (readonly [number, number])[], answer: string) =>
          list.some(([host, length]) => inNetwork(host, length)(answer));
        const accepts = (answer: string): boolean => {
          if (at && match === 'eq') return among([at, ...more], answer) === (net === 'in');
          const isOwn = at ? !among([at], answer) : match === 'eq';
          return isOwn && (more.length === 0 || among(more, answer) === (net === 'in'));
        };
        const origin = (answer: string) => (hostOf(answer) < 24 ? 64500 + Math.floor(hostOf(answer) / 8) : 0);
        const isChosen = (answer: string) => asnum.length === 0 || asnum.includes(origin(answer)) === (asn === 'in');
        expect(await found(`${asked}&netmask=${at?.[1] ?? 32}${[...networks, ...numbers].join('')}`)).toEqual(
          expected('A', ({ name, answer }) => matcher(qname)(name) && accepts(answer) && isChosen(answer)),
        );
      }),
      { numRuns: runs(8, 200) },
    );
  });
});

describe('padnsUnsanctioned agrees with a plain filter', () => {
  /** The set of the nearest zone at or above a name that has one. */
  const serversOf = (name: string): readonly string[] => {
    for (let rest = name; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) {
      const zone = zones.find((each) => each.zone === rest);
      if (zone) return zone.now;
    }
    return [];
  };

  it('for names on and off name servers, by record and by host', async () => {
    const question = {
      qname: pattern,
      at: fc.option(network),
      net: fc.constantFrom('in', 'notin'),
      servers: fc.subarray(['*.a.test', 'ns.b.example', 'dns*', 'ns2.a.test']),
      match: fc.constantFrom('eq', 'neq'),
      reduce: fc.constantFrom('full', 'host'),
      limits: bounds,
    };
    await fc.assert(
      fc.asyncProperty(fc.record(question), async ({ qname, at, net, servers, match, reduce, limits }) => {
        const query = new URLSearchParams({ limit: '1000', first_seen_after: '0', ...limits, net, match, reduce });
        if (at) query.set('netmask', String(at[1]));
        for (const server of servers) query.append('nsname', server);
        const asked = `uld/a/${path(qname, at ? `192.0.2.${at[0]}` : '_')}?${query.toString()}`;
        const isOn = (name: string) => servers.some((server) => serversOf(name).some(matcher(server)));
        const candidates = records.filter(
          ({ type, name }) =>
            type === 'A' && matcher(qname)(name) && (servers.length === 0 || isOn(name) === (match === 'eq')),
        );
        const accepts = ({ answer }: Observed) => !at || inNetwork(...at)(answer) === (net === 'in');
        const hostLine = (name: string): string[] => {
          const own = candidates.filter((record) => record.name === name);
          const [latest] = own.filter(accepts).sort((a, b) => (a.last + a.answer < b.last + b.answer ? 1 : -1));
          const first = own.map((record) => record.first).sort()[0] ?? '';
          const last =
            own
              .map((record) => record.last)
              .sort()
              .at(-1) ?? '';
          return latest && within({ first, last }, limits) ? [keyOf(latest)] : [];
        };
        expect(await found(asked)).toEqual(
          reduce === 'full'
            ? candidates
                .filter((record) => accepts(record) && within(record, limits))
                .map(keyOf)
                .sort()
            : [...new Set(candidates.map(({ name }) => name))].flatMap(hostLine).sort(),
        );
      }),
      { numRuns: runs(8, 200) },
    );
  });
});

describe('pages', () => {
  const columns = ['last_seen', 'first_seen', 'query', 'answer'] as const;
  const single = columns.flatMap((column) => [`${column}/asc`, `${column}/desc`]);
  const sorts = [...single, 'first_seen/asc;answer/desc', 'last_seen/desc;query/desc', 'answer/asc;first_seen/desc'];
  const lookups = [
    'query/a/*b*?',
    'query/a/b*?subdomains=1&',
    'query/cname/*.test?',
    'query/any/*a*?',
    `query/a/_?regex=${encodeURIComponent('b.*a')}&`,
    'query/a/*b*?last_seen_after=2026-10-20&',
    'answer/a/192.0.2.1?netmask=27&',
    'answer/cname/*a*?',
    'both/a/*b*/192.0.2.1?netmask=27&net=notin&',
    'both/cname/*/*.example?',
    'uld/a/*b*/_?first_seen_after=0&nsname=ns*&',
    'uld/a/*b*/192.0.2.1?first_seen_after=0&netmask=27&reduce=host&',
  ];

  /** A text that sorts as the value does: addresses by their number, before them what is none. */
  const inOrderOfText = (value: Found[keyof Found]): Found[keyof Found] => {
    const address = typeof value === 'string' ? parseIp(value) : null;
    return address ? `~${toIpv6Value(address).toString(16).padStart(32, '0')}` : value;
  };

  it.each(sorts)(
    'make up the whole, sorted by %s',
    async (sort) => {
      const terms = sort.split(';').map((term) => term.split('/') as [keyof Found, string]);
      // every look-up in the long run; otherwise each with two or three of the sorts
      const asked = lookups.filter((_, at) => isLongRun || at % 4 === sorts.indexOf(sort) % 4);
      for (const lookup of asked) {
        const whole = await answerOf(`${lookup}limit=1000&sort=${sort}`);
        expect(whole.length, lookup).toBeGreaterThan(10);
        const inOrder = (a: Found, b: Found): number => {
          const [column, order] = terms.find(([name]) => a[name] !== b[name]) ?? ['query', 'same'];
          const [left, right] = [inOrderOfText(a[column]), inOrderOfText(b[column])];
          return order === 'same' ? 0 : left < right === (order === 'asc') ? -1 : 1;
        };
        expect([...whole].sort(inOrder), lookup).toEqual(whole);
        const size = Math.ceil(whole.length / 2.5);
        const paged: Found[] = [];
        for (let skip = 0; skip < whole.length; skip += size)
          paged.push(...(await answerOf(`${lookup}sort=${sort}&limit=${size}&skip=${skip}`)));
        expect(paged, lookup).toEqual(whole);
      }
    },
    60_000,
  );

  it('make up the whole without a sort', async () => {
    for (const lookup of lookups) {
      const whole = await answerOf(`${lookup}limit=1000`);
      const paged = [];
      const size = Math.ceil(whole.length / 2.5);
      for (let skip = 0; skip < whole.length; skip += size)
        paged.push(...(await answerOf(`${lookup}limit=${size}&skip=${skip}`)));
      expect(paged, lookup).toEqual(whole);
    }
  });
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
  const direction = fc.constantFrom('query', 'answer', 'both', 'uld');

  it('is answered or refused, never fails', async () => {
    const property = fc.asyncProperty(
      direction,
      qtype,
      text,
      text,
      text,
      async (kind, type, name, answer, expression) => {
        const sides = kind === 'both' || kind === 'uld' ? [name, answer] : [name];
        const query = fc.sample(
          fc.constantFrom(
            '',
            `?regex=${encodeURIComponent(expression)}`,
            `?nsname=${encodeURIComponent(expression)}`,
            `?name=${encodeURIComponent(expression)}&asname=${encodeURIComponent(answer)}`,
          ),
          1,
        )[0];
        const { status } = await service.get(`/explore/padns/lookup/${kind}/${path(type, ...sides)}${query}`);
        expect([200, 400, 404]).toContain(status);
      },
    );
    await fc.assert(property, { numRuns: runs(20, 500) });
  });

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
