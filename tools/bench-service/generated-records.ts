import { SECONDS_PER_DAY } from '#model/dates.ts';
import { randomFor, type Random } from '#sample/random.ts';
import type { Observation, RecordType } from '#server/collect/observations.ts';

/** Records of one batch; one insert is one block. */
const batchRecords = 200_000;

/** The end of all observations, and the clock of the service that is asked about them: today, whose scores are refreshed. */
export const generatedUntil = new Date(new Date().toISOString().slice(0, 10));
const lastSecond = generatedUntil.getTime() / 1000;
const topLevels = ['example', 'test', 'invalid'] as const;
const syllables = [
  'ba',
  'cor',
  'del',
  'fin',
  'gra',
  'hol',
  'kes',
  'lum',
  'mar',
  'nor',
  'pel',
  'rin',
  'sta',
  'tor',
  'vex',
];
const labels = ['www', 'mail', 'api', 'cdn', 'shop', 'vpn', 'dev', 'img', 'static', 'login', 'news', 'm'];

/**
 * The records of one batch, always the same: a few names with very many records, a few addresses with very many names,
 * and a long tail of both. All names and addresses lie in reserved space.
 */
export function* generatedRecords(batch: number, total: number): Generator<Observation> {
  const random = randomFor(`bench/${batch}`);
  const size = Math.min(batchRecords, total - batch * batchRecords);
  const domains = Math.max(100, Math.floor(total / 12));
  for (let at = 0; at < size; at += 1) yield observe(random, domains);
}

/** Announcements of the addresses above: 512 networks of as many origin ASes. */
export function generatedPrefixes(): object[] {
  return Array.from({ length: 512 }, (_, at) => ({
    first: `::ffff:${ipv4(at << 8)}`,
    length: 120,
    asn: 64_512 + at,
    valid_from: '2020-01-01',
  }));
}

/** How many batches a collection of that many records has. */
export function batchCount(total: number): number {
  return Math.ceil(total / batchRecords);
}

function observe(random: Random, domains: number): Observation {
  const domain = domainName(skewed(random, domains));
  const record = recordOf(typeOf(random), domain, random);
  const last_seen = lastSecond - Math.floor(random.next() ** 3 * 1500 * SECONDS_PER_DAY);
  const first_seen = last_seen - Math.floor(random.next() ** 2 * 700 * SECONDS_PER_DAY);
  return {
    ...record,
    first_seen,
    last_seen,
    count: random.int(1, 5000),
    ttl: random.pick([60, 300, 3600]),
    sources: 4,
  };
}

const shares: readonly (readonly [RecordType, number])[] = [
  ['A', 0.62],
  ['AAAA', 0.1],
  ['CNAME', 0.08],
  ['NS', 0.08],
  ['MX', 0.04],
  ['TXT', 0.05],
  ['SOA', 0.03],
];

function typeOf(random: Random): RecordType {
  let rest = random.next();
  for (const [type, share] of shares) if ((rest -= share) < 0) return type;
  return 'A';
}

function recordOf(
  rrtype: RecordType,
  domain: string,
  random: Random,
): Pick<Observation, 'rrtype' | 'rrname' | 'rdata'> {
  switch (rrtype) {
    case 'A':
      return { rrtype, rrname: hostIn(domain, random), rdata: ipv4(skewed(random, 131_072)) };
    case 'AAAA':
      return { rrtype, rrname: hostIn(domain, random), rdata: `2001:db8:${skewed(random, 60_000).toString(16)}::1` };
    case 'CNAME':
      return { rrtype, rrname: hostIn(domain, random), rdata: `edge${random.int(1, 900)}.content-network.example` };
    case 'NS':
      return { rrtype, rrname: domain, rdata: `ns${random.int(1, 2)}.dns${skewed(random, 4000)}.test` };
    case 'MX':
      return { rrtype, rrname: domain, rdata: `mx${random.int(1, 2)}.mail${skewed(random, 4000)}.test` };
    case 'SOA':
      return {
        rrtype,
        rrname: domain,
        rdata: `ns1.dns${skewed(random, 4000)}.test hostmaster.${domain} ${random.int(1, 9e8)}`,
      };
    default:
      return {
        rrtype,
        rrname: domain,
        rdata: `site-verification=${random.text(20)} v=spf1 ip4:${ipv4(random.int(0, 131_071))} -all`,
      };
  }
}

/** The head of the list far more often than its tail: the first thousandth is met in one of ten cases. */
function skewed(random: Random, length: number): number {
  return Math.floor(random.next() ** 3 * length);
}

/** 198.18.0.0/15, the benchmarking network. */
function ipv4(number: number): string {
  return `198.${18 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
}

function domainName(number: number): string {
  const syllable = (divisor: number) => syllables[Math.floor(number / divisor) % syllables.length] ?? '';
  return `${syllable(1)}${syllable(15)}${syllable(225)}-${number.toString(36)}.${topLevels[number % topLevels.length]}`;
}

/** The domain itself, a usual label, or one of very many. */
function hostIn(domain: string, random: Random): string {
  const kind = random.next();
  if (kind < 0.2) return domain;
  return kind < 0.6 ? `${random.pick(labels)}.${domain}` : `h${random.int(0, 9999)}.${random.pick(labels)}.${domain}`;
}
