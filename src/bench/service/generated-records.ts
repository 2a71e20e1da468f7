// The generated collection: every record follows from its number, by the same rules in SQL (which fills the store) and in
// TypeScript (the questions of the benchmarks). All names and addresses lie in reserved space.
import { createHash } from 'node:crypto';
import { dateToIsoDate, SECONDS_PER_DAY } from '#model/dates.ts';

/** The end of all observations, and the clock of the service: today, whose scores are refreshed. */
export const generatedUntil = new Date(new Date().toISOString().slice(0, 10));
/** SQL of the same time. */
export const generatedUntilSql = `toDateTime('${dateToIsoDate(generatedUntil)}', 'UTC')`;
const lastSecond = generatedUntil.getTime() / 1000;
/** A record number and one of its draws must fit into 32 bits. */
const mostRecords = 0x1000_0000;
const drawsPerRecord = 16;

/** The random draws of a record and their use. */
const draws = {
  type: 0,
  domain: 1,
  answer: 2,
  kind: 3,
  label: 4,
  host: 5,
  lastSeen: 6,
  firstSeen: 7,
  count: 8,
  ttl: 9,
};
type Draw = keyof typeof draws;

const topLevels = ['example', 'test', 'invalid'];
const syllables = 'ba cor del fin gra hol kes lum mar nor pel rin sta tor vex'.split(' ');
const labels = ['www', 'mail', 'api', 'cdn', 'shop', 'vpn', 'dev', 'img', 'static', 'login', 'news', 'm'];
const ttls = [60, 300, 3600];
/** Maximum days since a record was last seen, and maximum days between its first and last sighting. */
const [seenDays, knownDays] = [1500, 700];

/** Types by cumulative share of records. */
const typesUpTo = { A: 0.62, AAAA: 0.72, CNAME: 0.8, NS: 0.88, MX: 0.92, TXT: 0.97, SOA: 1 } as const;
type GeneratedType = keyof typeof typesUpTo;
const types = Object.keys(typesUpTo) as GeneratedType[];

const addresses = 131_072;
const networks6 = 60_000;
const servers = 4000;
/** Share of NS records that name the same server, as with a hosting company. */
const hotServerShare = 0.14;
const hotServer = 'ns1.dns0.test';

/** The address that a fiftieth of all A records point to, and the name server with one of seven domains. */
export const hotKeys = { address: ipv4(0), server: hotServer } as const;

export interface GeneratedRecord {
  readonly rrtype: GeneratedType;
  readonly rrname: string;
  readonly rdata: string;
  /** Epoch seconds. */
  readonly first_seen: number;
  readonly last_seen: number;
  readonly count: number;
  readonly ttl: number;
}

/** The records from one number on, up to the end of the collection. @param total the size of the collection */
export function generatedRecords(total: number, from = 0, count = 200_000): GeneratedRecord[] {
  const size = Math.max(0, Math.min(count, total - from));
  return Array.from({ length: size }, (_, at) => generatedRecord(from + at, domainCount(total)));
}

function generatedRecord(number: number, domains: number): GeneratedRecord {
  const unit = (draw: Draw) => mixed(number * drawsPerRecord + draws[draw]) / 0x1_0000_0000;
  const below = (draw: Draw, length: number) => Math.floor(unit(draw) * length);
  const skewed = (draw: Draw, length: number) => Math.floor(unit(draw) * unit(draw) * unit(draw) * length);
  const rrtype = types.find((type) => unit('type') < typesUpTo[type]) ?? 'SOA';
  const domain = domainName(skewed('domain', domains));
  const label = labels[below('label', labels.length)] ?? '';
  const longest = `h${below('host', 10_000)}.${label}.${domain}`;
  const host = unit('kind') < 0.2 ? domain : unit('kind') < 0.6 ? `${label}.${domain}` : longest;
  const second = 1 + below('kind', 2);
  const server = skewed('answer', servers);
  const last = lastSecond - skewed('lastSeen', seenDays * SECONDS_PER_DAY);
  const rest = {
    first_seen: last - Math.floor(unit('firstSeen') * unit('firstSeen') * (knownDays * SECONDS_PER_DAY)),
    last_seen: last,
    count: 1 + below('count', 5000),
    ttl: ttls[below('ttl', ttls.length)] ?? 0,
  };
  const ofHost = (rdata: string): GeneratedRecord => ({ rrtype, rrname: host, rdata, ...rest });
  const ofDomain = (rdata: string): GeneratedRecord => ({ rrtype, rrname: domain, rdata, ...rest });
  switch (rrtype) {
    case 'A':
      return ofHost(ipv4(skewed('answer', addresses)));
    case 'AAAA':
      return ofHost(`2001:db8:${(1 + skewed('answer', networks6)).toString(16)}::1`);
    case 'CNAME':
      return ofHost(`edge${1 + below('answer', 900)}.content-network.example`);
    case 'NS':
      return ofDomain(unit('host') < hotServerShare ? hotServer : `ns${second}.dns${server}.test`);
    case 'MX':
      return ofDomain(`mx${second}.mail${server}.test`);
    case 'TXT':
      return ofDomain(`site-verification=${token(number)} v=spf1 -all`);
    case 'SOA':
      return ofDomain(`ns1.dns${server}.test hostmaster.${domain} ${below('host', 9e8)}`);
  }
}

/**
 * The same records as rows of `obs`.
 * @param total the size of the collection @param count how many, from that number on
 */
export function generatedRows(total: number, from = 0, count = total - from): string {
  if (total > mostRecords) throw new RangeError(`a generated collection has at most ${mostRecords} records`);
  const raw = (draw: Draw) => `toUInt32(number * ${drawsPerRecord} + ${draws[draw]})`;
  const unit = (draw: Draw) => `(${mixedSql(raw(draw))} / 4294967296.)`;
  const below = (draw: Draw, length: number | string) => `toUInt32(floor(u_${draw} * ${length}))`;
  const skewed = (draw: Draw, length: number) => `toUInt32(floor(u_${draw} * u_${draw} * u_${draw} * ${length}))`;
  const upTo = types.slice(0, -1).map((type) => `u_type < ${typesUpTo[type]}, '${type}'`);
  return `
    WITH ${(Object.keys(draws) as Draw[]).map((draw) => `${unit(draw)} AS u_${draw}`).join(',\n    ')},
    multiIf(${upTo.join(', ')}, 'SOA') AS type,
    ${skewed('domain', domainCount(total))} AS domain_number,
    ${domainNameSql('domain_number')} AS domain,
    concat(${pick(labels, below('label', labels.length))}, '.', domain) AS labelled,
    multiIf(u_kind < 0.2, domain, u_kind < 0.6, labelled, concat('h', toString(${below('host', 10_000)}), '.', labelled)) AS host,
    toString(1 + ${below('kind', 2)}) AS second,
    toString(${skewed('answer', servers)}) AS server,
    toUInt32(${lastSecond} - floor(u_lastSeen * u_lastSeen * u_lastSeen * ${seenDays * SECONDS_PER_DAY})) AS seen
    SELECT type AS rrtype,
      if(type IN ('A', 'AAAA', 'CNAME'), host, domain) AS rrname,
      multiIf(
        type = 'A', IPv4NumToString(toUInt32(${198 * 2 ** 24 + 18 * 2 ** 16} + ${skewed('answer', addresses)})),
        type = 'AAAA', IPv6NumToString(toIPv6(concat('2001:db8:', lower(hex(1 + ${skewed('answer', networks6)})), '::1'))),
        type = 'CNAME', concat('edge', toString(1 + ${below('answer', 900)}), '.content-network.example'),
        type = 'NS', if(u_host < ${hotServerShare}, '${hotServer}', concat('ns', second, '.dns', server, '.test')),
        type = 'MX', concat('mx', second, '.mail', server, '.test'),
        type = 'TXT', concat('site-verification=', translate(lower(substring(base64Encode(MD5(toString(number))), 1, 20)), '+/', 'ab'), ' v=spf1 -all'),
        concat('ns1.dns', server, '.test hostmaster.', domain, ' ', toString(${below('host', 900_000_000)}))) AS rdata,
      if(type IN ('NS', 'MX'), [rdata], []) AS rrset,
      toDateTime(seen - toUInt32(floor(u_firstSeen * u_firstSeen * ${knownDays * SECONDS_PER_DAY})), 'UTC') AS first_seen,
      toDateTime(seen, 'UTC') AS last_seen,
      toUInt64(1 + ${below('count', 5000)}) AS count,
      ${pick(ttls, below('ttl', ttls.length))} AS ttl,
      4 AS sources,
      0 AS wmseq
    FROM numbers(${from}, ${count})`;
}

function pick(items: readonly (string | number)[], at: string): string {
  return `[${items.map((item) => JSON.stringify(item).replaceAll('"', "'")).join()}][${at} + 1]`;
}

/** SQL of a number from 0 up to below 1, another one for each salt. */
export function drawSql(salt: string, of: string): string {
  return `(cityHash64('${salt}', ${of}) % 1000003 / 1000003.)`;
}

/** SQL of the name of a domain, given that of its number. */
export function domainNameSql(number: string): string {
  const syllable = (divisor: number) => pick(syllables, `intDiv(${number}, ${divisor}) % ${syllables.length}`);
  const topLevel = pick(topLevels, `${number} % ${topLevels.length}`);
  return `concat(${syllable(1)}, ${syllable(15)}, ${syllable(225)}, '-', toString(${number}), '.', ${topLevel})`;
}

/** Announcements of the addresses above: 512 networks of 512 origin ASes. */
export function generatedPrefixes(): object[] {
  return Array.from({ length: 512 }, (_, at) => ({
    first: `::ffff:${ipv4(at << 8)}`,
    length: 120,
    asn: 64_512 + at,
    valid_from: '2020-01-01',
  }));
}

export function domainCount(total: number): number {
  return Math.max(100, Math.floor(total / 12));
}

/** The finalizer of MurmurHash3: maps each number below 2^32 to another one that looks random. */
function mixed(number: number): number {
  let hash = number >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function mixedSql(number: string): string {
  const folded = (value: string, bits: number) => `bitXor(${value}, bitShiftRight(${value}, ${bits}))`;
  const times = (value: string, factor: number) => `toUInt32(${value} * ${factor})`;
  const first = times(folded(number, 16), 0x85ebca6b);
  return folded(times(folded(first, 13), 0xc2b2ae35), 16);
}

/** 198.18.0.0/15, the benchmarking network. */
function ipv4(number: number): string {
  return `198.${18 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
}

function token(number: number): string {
  const text = createHash('md5').update(String(number)).digest('base64').slice(0, 20).toLowerCase();
  return text.replaceAll('+', 'a').replaceAll('/', 'b');
}

function domainName(number: number): string {
  const syllable = (divisor: number) => syllables[Math.floor(number / divisor) % syllables.length] ?? '';
  return `${syllable(1)}${syllable(15)}${syllable(225)}-${number}.${topLevels[number % topLevels.length]}`;
}
