import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  ageScore,
  asnListingScore,
  asnRankScore,
  asnReputationScore,
  asnTakedownReputationScore,
  type ListingHistory,
  listingScore,
  nsEntropy,
  nsEntropyScore,
  nsReputationScore,
  rangeListingScore,
  subnetReputationScore,
} from '#model/score-formulas.ts';
import { refreshScores } from '#server/ingest/scores/refresh.ts';
import { daysAgo, now, rows as addresses } from '#test/server/addresses-collection.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { domainFact, serverFact } from '#test/server/facts.ts';
import { observation, observedSet } from '#test/server/seeded-observations.ts';

// The formulas that the reference prints, computed from what the answers themselves explain.

interface Formula {
  readonly score: string;
  readonly of?: string;
  readonly formula: string;
  readonly each?: string;
}
type Fields = Readonly<Record<string, unknown>>;

const document = JSON.parse(readFileSync('public/openapi.json', 'utf8')) as {
  readonly info: { readonly description: string };
  readonly 'x-scores': readonly Formula[];
};
const formulas = document['x-scores'];
const formulaOf = (score: string, of?: string): Formula => {
  const found = formulas.find((each) => each.score === score && each.of === of);
  if (!found) throw new Error(`the contract has no formula of ${score}`);
  return found;
};
const context = createContext({ min: Math.min, max: Math.max, round: Math.round });
type Evaluate = (fields: Fields) => number;
const compiled = new Map<string, Evaluate>();
/** The expression over the fields of a record. */
const compute = (expression: string, fields: Fields): number => {
  const evaluate =
    compiled.get(expression) ??
    (runInContext(`(fields) => { with (fields) { return (${expression}); } }`, context) as Evaluate);
  compiled.set(expression, evaluate);
  return evaluate(fields);
};

/** The score as the reference computes it; 0 where the explain object that its formula reads is empty. */
function recompute({ score, formula }: Formula, record: Fields): number {
  const explained = [...new Set(formula.match(/\w+_explain/g))];
  // elements of ns_srv_reputation are their own explanation
  const objects = explained.map((name) => [name, (record[name] ?? record) as Fields] as const);
  if (objects.some(([, object]) => Object.keys(object).length === 0)) return 0;
  return compute(formula, { age: Infinity, ...record, ...Object.fromEntries(objects), score });
}

const listedNetwork = (host: string, kind: 'range' | 'asn') => ({
  indicator: host,
  host,
  ip: '::',
  kind,
  category: 'spam',
  source: 'networks',
  import: 1,
  first_listed: daysAgo(9),
  last_listed: daysAgo(1),
});
// a listed range and AS, names on servers of which half the domains are listed; one that moves often, a new one, a young one, a parked one
const domainRows = {
  listings: [listedNetwork('203.0.113.66/31', 'range'), listedNetwork('AS64501', 'asn')],
  facts: [
    serverFact('parking.example', 'parking'),
    domainFact('lnk.example', 'toplist', { value: '12' }),
    domainFact('lnk.example', 'url_shortener'),
    domainFact('hop.example', 'dynamic_dns'),
  ],
  whois: [
    { domain: 'young.example', date: daysAgo(3), created: `${daysAgo(20)} 00:00:00`, import: 1 },
    { domain: 'new.example', date: daysAgo(0), created: `${daysAgo(0)} 01:00:00`, import: 1 },
    { domain: 'old.example', date: daysAgo(3), created: '2001-02-03 00:00:00', import: 1 },
  ],
  obs: [
    ...['young', 'new', 'lnk', 'hop', 'bad'].flatMap((name) => [
      observation('A', `${name}.example`, '203.0.113.70', [daysAgo(15), daysAgo(0)]),
      ...observedSet('NS', `${name}.example`, ['ns1.crow.example'], [daysAgo(15), daysAgo(1)]),
    ]),
    ...observedSet('NS', 'parked.example', ['ns1.parking.example'], [daysAgo(15), daysAgo(1)]),
    ...observedSet('NS', 'mover.example', ['ns1.acme.example'], [daysAgo(90), daysAgo(41)]),
    ...observedSet('NS', 'mover.example', ['ns1.crow.example'], [daysAgo(40), daysAgo(6)]),
    ...observedSet('NS', 'mover.example', ['ns1.acme.example'], [daysAgo(5), daysAgo(0)]),
  ],
};
const snapshots = ['imports', 'rank_asn', ...Object.keys(addresses).filter((table) => table.startsWith('reputation_'))];
const facts = Object.fromEntries(Object.entries(addresses).filter(([table]) => !snapshots.includes(table)));

const service = useTestService({ rows: facts, now });
beforeAll(async () => {
  await service.add(domainRows);
  await refreshScores(service.engine, { from: daysAgo(3), to: daysAgo(0) });
  await service.add({});
});

const ask = async (path: string) => {
  const { status, body, response } = await service.get(`/explore/${path}`);
  expect(status, `${path} ${JSON.stringify(body)}`).toBe(200);
  return response;
};
/** Every object within an answer. */
const objectsIn = (value: unknown): Fields[] => {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? below : [value as Fields, ...below];
};

const ipv4s = [
  '192.0.2.10',
  '192.0.2.12',
  '192.0.2.13',
  '203.0.113.66',
  '203.0.113.20',
  '203.0.113.21',
  '203.0.113.70',
];
const ipv6s = ['2001:db8:501::66', '2001:db8:500::10'];
const domains = ['young', 'new', 'old', 'lnk', 'hop', 'parked', 'mover', 'bad'].map((name) => `${name}.example`);
const asns = [64500, 64501, 64502];
const explained = [
  ...ipv4s.flatMap((ip) => [
    `ipv4/ipv4info/${ip}`,
    `enrich/ipv4/${ip}`,
    `ipreputation/ipv4/${ip}`,
    `ipreputation/history/ipv4/${ip}`,
  ]),
  ...ipv6s.flatMap((ip) => [`ipv6/ipv6info/${ip}`, `enrich/ipv6/${ip}`]),
  ...domains.flatMap((domain) => [`domain/domaininfo/${domain}`, `enrich/domain/${domain}`]),
  ...asns.flatMap((asn) => [
    `takedownreputation/asn/${asn}`,
    `takedownreputation/history/asn/${asn}`,
    `ipreputation/asn/${asn}`,
    `ipreputation/history/asn/${asn}`,
  ]),
  ...['192.0.2.0/24', '203.0.113.0/24'].flatMap((subnet) => [
    `ipreputation/subnet/${subnet}`,
    `ipreputation/history/subnet/${subnet}`,
  ]),
  'nsreputation/nameserver/ns1.crow.example',
  'nsreputation/history/nameserver/ns1.crow.example',
  'takedownreputation/rank',
  'nsreputation/rank',
  ...['asn', 'subnet', 'ipv4'].map((kind) => `ipreputation/rank/${kind}`),
].map((path) => `${path}?explain=1`);

describe('the formulas of the reference', () => {
  it('add up: every score of every answer follows from its own explanation', async () => {
    const plain = formulas.filter(({ of, each }) => !of && !each);
    const above = new Set<string>();
    for (const path of explained)
      for (const record of objectsIn(await ask(path)))
        for (const formula of plain.filter(({ score }) => typeof record[score] === 'number')) {
          const { score } = formula;
          expect([path, score, record[score]]).toEqual([path, score, recompute(formula, record)]);
          if (Number(record[score]) > 0) above.add(score);
        }
    // nothing is shown by zeros alone
    expect([...above].sort()).toEqual(plain.map(({ score }) => score).sort());
  });

  it.each(ipv4s)('decide about the IPv4 address %s', async (ip) => {
    const [record] = (await ask(`enrich/ipv4/${ip}?explain=1`)).ip2asn as [Fields];
    expect(record['sp_risk_score']).toBe(compute(formulaOf('sp_risk_score', 'an IPv4 address').formula, record));
    const { sp_risk_score_decider: decider } = record['sp_risk_score_explain'] as Record<string, string>;
    if (record['sp_risk_score'] !== 0) expect(record[decider as string]).toBe(record['sp_risk_score']);
    expect((await ask(`ipv4/riskscore/${ip}`)).ip2asn[0].sp_risk_score).toBe(record['sp_risk_score']);
  });

  it.each(ipv6s)('bound the IPv6 address %s by what its record shows', async (ip) => {
    const [record] = (await ask(`ipv6/ipv6info/${ip}?explain=1`)).ip2asn as [Record<string, number>];
    const shown = ['asn_reputation_score', 'asn_rank_score', 'asn_takedown_reputation_score'];
    expect(record['sp_risk_score']).toBeGreaterThanOrEqual(Math.max(...shown.map((score) => record[score] ?? 0)));
  });

  it.each(domains)('decide about the domain %s', async (domain) => {
    const answer = (await ask(`enrich/domain/${domain}?explain=1`)) as Fields;
    expect(answer['sp_risk_score']).toBe(compute(formulaOf('sp_risk_score', 'a domain').formula, answer));
    const alone = await ask(`domain/riskscore/${domain}`);
    expect(objectsIn(alone).map((record) => record['sp_risk_score'])).toContain(answer['sp_risk_score']);
  });

  it('add up the name server changes', async () => {
    const { nschanges } = await ask('domain/nschanges/mover.example');
    const { formula, each = '' } = formulaOf('ns_entropy');
    const sum = nschanges.nschanges.reduce((total: number, change: Fields) => total + compute(each, change), 0);
    expect(nschanges.nschanges).toHaveLength(2);
    expect(nschanges.results_summary.ns_entropy).toBe(compute(formula, { sum }));
  });

  it('add up the weights of listed addresses: one of three IPv4 addresses in AS64500, for malware', async () => {
    const [record] = (await ask('ipv4/ipv4info/192.0.2.12?explain=1')).ip2asn as [Fields];
    expect(record).toMatchObject({ asn_rank: 33, asn_reputation_explain: { ips_num_active: 3, ips_num_listed: 1 } });
    expect(compute(formulaOf('asn_rank').formula, { ...record, sum: 3 })).toBe(33);
  });

  it('are printed in the reference', () => {
    for (const { score, formula } of formulas) {
      expect(document.info.description).toContain(`\`${score}\``);
      expect(document.info.description).toContain(`\`${formula}\``);
    }
  });
});

const ratio = fc.nat(100);
const count = fc.nat(40);
const days = fc.nat(500);
describe('the formulas of the reference are those of the model', () => {
  const agree = <T>(score: string, input: fc.Arbitrary<T>, fields: (input: T) => Fields, model: (input: T) => number) =>
    it(score, () => {
      const formula = formulaOf(score);
      const property = fc.property(input, (value) => {
        expect(recompute(formula, fields(value))).toBe(model(value));
      });
      fc.assert(property);
    });
  agree(
    'listing_score',
    fc.record(
      { listed_recent_ago: days, listings_last_90: count, weight: fc.constantFrom(0, 0.2) },
      { requiredKeys: ['listed_recent_ago', 'listings_last_90'] },
    ),
    (listing_score_explain) => ({ listing_score_explain }),
    (history) => listingScore(history as ListingHistory),
  );
  const pair = fc.tuple(ratio, count);
  const active = (ips_num_active: number) => ({
    subnet_reputation_explain: { ips_num_active },
    asn_reputation_explain: { ips_num_active },
  });
  agree(
    'subnet_reputation_score',
    pair,
    ([r, n]) => ({ subnet_reputation: r, ...active(n) }),
    ([r, n]) => subnetReputationScore(r, n),
  );
  agree(
    'asn_reputation_score',
    pair,
    ([r, n]) => ({ asn_reputation: r, ...active(n) }),
    ([r, n]) => asnReputationScore(r, n),
  );
  agree(
    'asn_rank_score',
    pair,
    ([r, n]) => ({ asn_rank: r, ...active(n) }),
    ([r, n]) => asnRankScore(r, n),
  );
  agree('asn_takedown_reputation_score', ratio, (r) => ({ asn_takedown_reputation: r }), asnTakedownReputationScore);
  const listing = fc.record({ listed_recent_ago: days, listings_last_90: count }).map((each) => each as ListingHistory);
  agree(
    'range_listing_score',
    listing,
    (history) => ({ range_listing_score_explain: { listing_score: listingScore(history) } }),
    rangeListingScore,
  );
  agree(
    'asn_listing_score',
    listing,
    (history) => ({ asn_listing_score_explain: { listing_score: listingScore(history) } }),
    asnListingScore,
  );
  agree('ns_reputation_score', ratio, (r) => ({ ns_reputation_max: r }), nsReputationScore);
  agree('ns_entropy_score', count, (ns_entropy) => ({ ns_entropy }), nsEntropyScore);
  agree('age_score', days, (age) => ({ age }), ageScore);

  it('ns_entropy', () => {
    const { formula, each = '' } = formulaOf('ns_entropy');
    const property = fc.property(fc.array(days, { maxLength: 9 }), (ages) => {
      const sum = ages.reduce((total, days_ago) => total + compute(each, { days_ago }), 0);
      expect(compute(formula, { sum })).toBe(nsEntropy(ages));
    });
    fc.assert(property);
  });
});
