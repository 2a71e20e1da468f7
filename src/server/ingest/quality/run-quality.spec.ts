import { expect, it } from 'vitest';
import type { Quality } from '#contract/generated/types.gen.ts';
import { groupBy } from '#model/group-by.ts';
import { listingHistory } from '#model/listing-history.ts';
import * as formulas from '#model/score-formulas.ts';
import { sampleDay, sampleNow } from '#test/server/made-once.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { runQuality } from './run-quality.ts';

const today = sampleDay;
const day = '2026-10-21';
/** Ages are counted from the end of the day. */
const moment = Date.parse(`${day}T00:00:00Z`) / 1000 + 86_400;
const asOf = new Date(`${day}T12:00:00Z`);
const dayNumber = moment / 86_400 - 1;

const service = useTestService({ now: sampleNow, sample: today });

const ask = async () => {
  const answer = await service.get('/sightline/quality');
  expect(answer).toMatchObject({ status: 200 });
  return answer.response as Required<Quality>;
};
const rows = <Row>(sql: string) => service.engine.query<Row>({ name: 'spec', sql }, { limits: 'upkeep' });

it('says that it has not run', async () => {
  expect(await ask()).toMatchObject({ state: 'not_run', day: null, kinds: [], feeds: [] });
});

it('counts what a plain recomputation counts', async () => {
  expect(await runQuality(service.engine, today)).toBe(true);
  const [stored] = await rows<{ readonly scores: readonly (readonly [string, string, number, number, number])[] }>(
    'SELECT scores FROM quality_runs',
  );
  const counts = (kind: string) =>
    (stored?.scores ?? [])
      .filter((each) => each[0] === kind)
      .map((each) => each.slice(1).join(' '))
      .toSorted();
  expect(counts('ip')).toEqual(counted(await plainAddresses()));
  expect(counts('domain')).toEqual(counted(await plainDomains()));
}, 120_000);

it('answers rates and errors that follow from the plain recomputation', async () => {
  const answer = await ask();
  expect(answer).toMatchObject({ state: 'done', error: null, day, until: today });
  const plain = { domain: await plainDomains(), ip: await plainAddresses() };
  for (const got of answer.kinds) {
    const all = plain[got.kind ?? 'ip'];
    const before = all.filter(({ named }) => named);
    const again = before.filter(({ later }) => later);
    expect(got).toMatchObject({ named_before: before.length, named_again: again.length });
    const subjects = all
      .filter(({ named }) => !named)
      .map((each) => ({ score: each.scores['risk'] ?? 0, listed: each.later }));
    const good = subjects.filter(({ listed }) => !listed).length;
    expect(got).toMatchObject({ missing: [], subjects: subjects.length, listed: subjects.length - good });
    const edges = [0, 1, 25, 50, 75, 101];
    let error = 0;
    for (const [index, band] of (got.bands ?? []).entries()) {
      const inside = subjects.filter(({ score }) => score >= (edges[index] ?? 0) && score < (edges[index + 1] ?? 0));
      const bad = inside.filter(({ listed }) => listed).length;
      expect(band).toMatchObject({ subjects: inside.length, listed: bad });
      const mean = inside.reduce((sum, { score }) => sum + score, 0) / inside.length;
      if (inside.length > 0) error += (inside.length / subjects.length) * Math.abs(mean / 100 - bad / inside.length);
    }
    expect(got.calibration_error).toBeCloseTo(error, 9);
    expect(error).toBeLessThanOrEqual(0.05);
    for (const { false_positive_limit: limit = 0, from_score: from, flagged, listed } of got.thresholds ?? []) {
      const above = (score: number) => subjects.filter((each) => each.score >= score);
      const falseRate = (score: number) => above(score).filter((each) => !each.listed).length / good;
      if (from === null || from === undefined) {
        expect(falseRate(100)).toBeGreaterThan(limit);
        continue;
      }
      expect(falseRate(from)).toBeLessThanOrEqual(limit);
      expect(
        falseRate(Math.max(0, ...subjects.map(({ score }) => score).filter((score) => score < from))),
      ).toBeGreaterThan(limit);
      expect([flagged, listed]).toEqual([above(from).length, above(from).filter((each) => each.listed).length]);
    }
  }
}, 120_000);

it('says of each list what only it named, what it named first, and what others had', async () => {
  const { feeds } = await ask();
  const listings = await rows<Listing>(
    `SELECT kind, host, source, min(toInt32(first_listed)) AS first FROM listings FINAL
     WHERE last_listed >= toDate('${day}') GROUP BY ALL`,
  );
  const starts = new Map(
    (await rows<Listing>('SELECT source, min(toInt32(first_listed)) AS first FROM listings GROUP BY source')).map(
      (each) => [each.source, each.first],
    ),
  );
  const named = groupBy(listings, ({ kind, host }) => `${kind} ${host}`);
  for (const { source = '', entries, only_here, first, behind, adds_nothing } of feeds) {
    const own = listings.filter((each) => each.source === source);
    const others = (entry: Listing) =>
      (named.get(`${entry.kind} ${entry.host}`) ?? []).filter((each) => each.source !== source);
    const begun = (entry: Listing) =>
      [entry, ...others(entry)].every((each) => (starts.get(each.source) ?? 0) < entry.first);
    const shared = own.filter((entry) => others(entry).length > 0);
    const late = shared.filter((entry) => others(entry).some((each) => each.first <= entry.first));
    expect({ source, entries, only_here, first, behind, adds_nothing }).toEqual({
      source,
      entries: own.length,
      only_here: own.length - shared.length,
      behind: late.length,
      first: shared.filter((entry) => !late.includes(entry) && begun(entry)).length,
      adds_nothing: late.length === own.length,
    });
  }
  expect(feeds.length).toBeGreaterThan(5);
}, 60_000);

it('runs once a week, keeps the numbers over a failure, and names the data that it lacks', async () => {
  const { engine } = service;
  const before = await ask();
  expect(await runQuality(engine, '2026-11-26')).toBe(false);
  await engine.command({ name: 'spec', sql: 'RENAME TABLE whois TO whois_away' });
  expect(await runQuality(engine, '2026-11-27')).toBe(true);
  await engine.command({ name: 'spec', sql: 'RENAME TABLE whois_away TO whois' });
  expect(await ask()).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('whois'),
    kinds: before.kinds,
    day,
  });
  await engine.command({
    name: 'spec',
    sql: "DELETE FROM listings WHERE last_listed < '2026-11-20' OR kind != 'host' OR ip != toIPv6('::')",
  });
  expect(await runQuality(engine, '2026-11-27')).toBe(false);
  expect(await runQuality(engine, '2026-11-28')).toBe(true);
  const few = await ask();
  expect(few.kinds.find(({ kind }) => kind === 'ip')?.missing).toEqual([
    '20 addresses that were known on 2026-10-29 and that a list has named since for the first time; there are 0',
  ]);
  await engine.command({ name: 'spec', sql: 'TRUNCATE TABLE listings' });
  expect(await runQuality(engine, '2026-12-05')).toBe(true);
  const missing = ['a list that named something by 2026-11-05'];
  expect(await ask()).toMatchObject({
    state: 'done',
    feeds: [],
    kinds: [
      { kind: 'domain', missing, calibration_error: null, bands: [], factors: [] },
      { kind: 'ip', missing, calibration_error: null, bands: [], factors: [] },
    ],
  });
}, 120_000);

/** Of the table `listings`; days since 1970-01-01. */
interface Listing {
  readonly kind: string;
  readonly host: string;
  readonly source: string;
  readonly category: string;
  readonly isName: number;
  readonly first: number;
  readonly last: number;
  readonly expires: number;
}

interface Scored {
  /** A list had named it before the day. */
  readonly named: boolean;
  readonly later: boolean;
  readonly scores: Readonly<Record<string, number>>;
}

function counted(all: readonly Scored[]): string[] {
  const counts = new Map<string, { subjects: number; listed: number }>();
  for (const { named, later, scores } of all)
    for (const [factor, score] of Object.entries(scores)) {
      if (named !== (factor === 'listing_score')) continue;
      const count = counts.get(`${factor} ${score}`) ?? { subjects: 0, listed: 0 };
      counts.set(`${factor} ${score}`, {
        subjects: count.subjects + 1,
        listed: count.listed + Number(later),
      });
    }
  return [...counts].map(([key, { subjects, listed }]) => `${key} ${subjects} ${listed}`).toSorted();
}

const isActive = ({ first, last }: { readonly first: number; readonly last: number }) =>
  first <= dayNumber && last >= dayNumber - 30;

const readListings = () =>
  rows<Listing>(
    `SELECT kind, host, source, category, ip = toIPv6('::') AS isName, toInt32(first_listed) AS first, toInt32(last_listed) AS last,
       toInt32(expires) AS expires
     FROM listings FINAL`,
  );

/** All lists of the sample begin before the day. */
const hasLater = (own: readonly Listing[]) => own.some(({ first }) => first > dayNumber);
const wasNamed = (own: readonly Listing[]) => own.some(({ first }) => first <= dayNumber);
const isOpen = (own: readonly Listing[]) => own.some(({ first, last }) => first <= dayNumber && last >= dayNumber);
const scoreOf = (own: readonly Listing[]) =>
  formulas.listingScore(
    listingHistory(
      own
        .filter(({ expires, last }) => expires >= dayNumber || expires >= last + 30)
        .map(({ first, last, source }) => [first, last, source]),
      asOf,
    ),
  );
const isMalware = ({ category }: Listing) => category === 'malware' || category === 'c2';

async function plainAddresses(): Promise<Scored[]> {
  const pairs = await rows<{ ip: string; name: string; first: number; last: number }>(
    `SELECT replaceOne(toString(ip), '::ffff:', '') AS ip, reverse(rname) AS name, toInt32(toDate(min(first_seen))) AS first, toInt32(toDate(max(last_seen))) AS last
     FROM rev WHERE rrtype IN ('A', 'AAAA') GROUP BY ip, rname`,
  );
  const around = await rows<Record<string, number> & { ip: string; ranges: string; asn: number }>(
    `SELECT text AS ip, ranges, isExempt, isShared, known.asn AS asn, r.ip_reputation AS ip_reputation, r.names_num_listed AS names_num_listed,
       s.subnet_reputation AS subnet_reputation, s.ips_num_active AS subnetActive, a.asn_reputation AS asn_reputation,
       a.ips_num_active AS asnActive, k.asn_rank AS asn_rank, t.asn_takedown_reputation AS asn_takedown_reputation
     FROM (
       SELECT DISTINCT ip AS address, replaceOne(toString(ip), '::ffff:', '') AS text, dictGet('covering_ranges', 'ranges', ip) AS ranges,
         dictGet('covering_ranges', 'exempt', ip) OR ip IN (SELECT ip FROM exempt_addresses) AS isExempt,
         dictGet('covering_ranges', 'shared', ip) OR ip IN (SELECT ip FROM cdn_addresses) AS isShared,
         dictGet('origin_as', 'asn', ip) AS asn, dictGet('origin_as', 'length', ip) AS length, IPv6CIDRToRange(ip, length).1 AS first
       FROM rev WHERE rrtype IN ('A', 'AAAA')
     ) AS known
     LEFT JOIN (SELECT * FROM reputation_ip FINAL WHERE date = '${day}') AS r ON known.address = r.ip
     LEFT JOIN (SELECT * FROM reputation_subnet FINAL WHERE date = '${day}') AS s ON known.first = s.first AND known.length = s.length
     LEFT JOIN (SELECT * FROM reputation_asn FINAL WHERE date = '${day}') AS a ON known.asn = a.asn
     LEFT JOIN (SELECT * FROM rank_asn FINAL WHERE date = '${day}') AS k ON known.asn = k.asn
     LEFT JOIN (SELECT * FROM reputation_takedown FINAL WHERE date = '${day}') AS t ON known.asn = t.asn`,
  );
  const benign = new Set((await rows<{ name: string }>('SELECT name FROM benign_names')).map(({ name }) => name));
  const byHost = groupBy(await readListings(), ({ kind, host }) => `${kind} ${host}`);
  const of = (kind: string, host: string) => byHost.get(`${kind} ${host}`) ?? [];
  const namesOf = groupBy(pairs.filter(isActive), ({ ip }) => ip);
  return around.flatMap((row): Scored[] => {
    const { ip, ranges, asn } = row;
    const value = (column: string) => Number(row[column] ?? 0);
    const names = namesOf.get(ip) ?? [];
    const own = of('host', ip);
    if (names.length === 0 || value('isExempt') || isOpen(own)) return [];
    const onNames = value('isShared') ? [] : names.flatMap(({ name }) => (benign.has(name) ? [] : of('host', name)));
    const scores = {
      listing_score: scoreOf(own),
      malscore: scoreOf([...own, ...onNames].filter(isMalware)),
      ip_reputation_score: formulas.ipReputationScore(value('ip_reputation'), value('names_num_listed')),
      range_listing_score: Math.max(...ranges.split(',').map((range) => Math.round(0.9 * scoreOf(of('range', range))))),
      subnet_reputation_score: formulas.subnetReputationScore(value('subnet_reputation'), value('subnetActive')),
      asn_listing_score: Math.min(49, Math.round(0.6 * scoreOf(of('asn', `AS${asn}`)))),
      asn_reputation_score: formulas.asnReputationScore(value('asn_reputation'), value('asnActive')),
      asn_rank_score: formulas.asnRankScore(value('asn_rank'), value('asnActive')),
      asn_takedown_reputation_score: formulas.asnTakedownReputationScore(value('asn_takedown_reputation')),
    };
    const risk = formulas.addressRisk(scores, { known_benign: false, known_sinkhole_ip: false }).sp_risk_score;
    return [{ named: wasNamed(own), later: hasLater(own), scores: { ...scores, risk } }];
  });
}

async function plainDomains(): Promise<Scored[]> {
  const registered = (name: string) => name.split('.').slice(-2).join('.');
  const isTwoLabels = (name: string) => name.split('.').length >= 2;
  const records = await rows<{ name: string; first: number; last: number; second: number }>(
    `SELECT cutToFirstSignificantSubdomain(reverse(rname)) AS name, toInt32(toDate(min(first_seen))) AS first, toInt32(toDate(max(last_seen))) AS last,
       toUnixTimestamp(min(first_seen)) AS second
     FROM fwd WHERE rrtype IN ('A', 'AAAA', 'NS', 'MX') GROUP BY name`,
  );
  expect(registered('a.b.example')).toBe('b.example');
  const whois = new Map(
    (
      await rows<{ domain: string; created: number }>(
        "SELECT domain, toUnixTimestamp(toDateTime(created)) AS created FROM whois FINAL WHERE created > toDateTime64(0, 0, 'UTC') ORDER BY date",
      )
    )
      .filter(({ created }) => created < moment)
      .map(({ domain, created }) => [domain, created]),
  );
  const served = await rows<{ server: string; domain: string; first: number; last: number }>(
    `SELECT reverse(arev) AS server, reverse(rname) AS domain, toInt32(toDate(min(first_seen))) AS first, toInt32(toDate(max(last_seen))) AS last
     FROM rev WHERE rrtype = 'NS' GROUP BY arev, rname`,
  );
  const reputation = new Map(
    (
      await rows<{ server: string; share: number }>(
        `SELECT ns_server AS server, ns_server_reputation AS share FROM reputation_ns FINAL WHERE date = '${day}'`,
      )
    ).map(({ server, share }) => [server, share]),
  );
  const facts = await rows<{ type: string; key: string; kind: string }>(
    "SELECT subject_type AS type, key, kind FROM facts FINAL WHERE subject_type IN ('domain', 'name_server') AND valid_from <= today() AND valid_to >= today()",
  );
  const keys = (type: string, kinds: readonly string[]) =>
    new Set(facts.filter((each) => each.type === type && kinds.includes(each.kind)).map(({ key }) => key));
  const [expired, givesOut] = [keys('domain', ['expired']), keys('domain', ['dynamic_dns', 'user_content'])];
  const idle = keys('name_server', ['parking', 'sinkhole', 'expiry']);
  const names = async (view: string) =>
    new Set((await rows<{ name: string }>(`SELECT name FROM ${view}`)).map(({ name }) => name));
  const [benign, shared] = [await names('benign_names'), await names('shared_names')];
  const urls = await rows<{ host: string }>("SELECT host FROM listings WHERE position(indicator, '://') > 0");
  const urlHosts = new Set(urls.map(({ host }) => host).filter((host) => shared.has(host)));
  const listings = (await readListings()).filter(
    ({ kind, isName, host }) => kind === 'host' && isName === 1 && !benign.has(host) && !urlHosts.has(host),
  );
  const listingsOf = groupBy(listings, ({ host }) => registered(host));
  const serversOf = groupBy(served.filter(isActive), ({ domain }) => domain);
  const moves = groupBy(
    await rows<{ domain: string; at: number }>('SELECT domain, toUnixTimestamp(at) AS at FROM ns_transfers FINAL'),
    ({ domain }) => domain,
  );
  return records.flatMap(({ name, second, ...span }): Scored[] => {
    const own = listingsOf.get(name) ?? [];
    const servers = (serversOf.get(name) ?? []).map(({ server }) => server);
    const isIdle = servers.some((server) => idle.has(server) || idle.has(registered(server)));
    if (!isTwoLabels(name) || !isActive(span) || [benign, givesOut, expired].some((each) => each.has(name))) return [];
    if (isOpen(own) || isIdle) return [];
    const age = moment - (whois.get(name) ?? second);
    const changes = (moves.get(name) ?? [])
      .filter(({ at }) => at < moment)
      .map(({ at }) => Math.floor((moment - at) / 86_400));
    const scores = {
      listing_score: scoreOf(own),
      ns_reputation_score: formulas.nsReputationScore(
        Math.max(0, ...servers.map((server) => reputation.get(server) ?? 0)),
      ),
      ns_entropy_score: formulas.nsEntropyScore(formulas.nsEntropy(changes)),
      is_new_score: formulas.flagScore(formulas.isNewDomain(age)),
      age_score: formulas.ageScore(Math.floor(age / 86_400)),
    };
    const exemptions = { is_expired: false, is_parked: false, is_sinkholed: false };
    const risk = formulas.domainRisk(scores, exemptions).sp_risk_score;
    return [{ named: wasNamed(own), later: hasLater(own), scores: { ...scores, risk } }];
  });
}
