import { dateToIsoDate, SECONDS_PER_DAY } from '#model/dates.ts';
import { formatIpv4 } from '#model/ip-address.ts';
import type { Observation } from '#server/ingest/journal/observations.ts';
import { randomFor } from '#sample/random.ts';
import { generatedUntil } from '#bench/service/generated-records.ts';

/** A planted case of a finding: found when all of its subjects are. */
export interface PlantedCase {
  readonly detector: string;
  readonly subjects: readonly string[];
}

export interface Whois {
  readonly looked: number;
  readonly created: number;
  readonly expires: number;
  readonly registrar: string;
  readonly org?: string;
  readonly servers?: readonly string[];
}

const networkSize = 4096;
const firstAddress = 100 * 2 ** 24 + 64 * 2 ** 16;
const networks = 1000;

/** Rows in which cases are planted, with the draws for them. All times are days before the end of the records, so the larger is the earlier. */
export class PlantedWorld {
  readonly observations: Observation[] = [];
  readonly cases: PlantedCase[] = [];
  readonly rows = { whois: [] as object[], certificates: [] as object[], listings: [] as object[] };
  readonly prefixes: readonly object[] = Array.from({ length: networks }, (_, at) => ({
    first: `::ffff:${formatIpv4(firstAddress + at * networkSize)}`,
    length: 116,
    asn: 4_200_000_000 + at,
    valid_from: '2018-01-01',
  }));
  readonly #random = randomFor('findings');
  #serial = 0;

  /** From 0 up to below 1. */
  unit(): number {
    return this.#random.next();
  }

  between(least: number, most: number): number {
    return least + this.unit() * (most - least);
  }

  /** A whole number, both ends included. */
  count(least: number, most: number): number {
    return this.#random.int(least, most);
  }

  pick<Item>(...items: [Item, ...Item[]]): Item {
    return this.#random.pick(items);
  }

  times<Item>(count: number, make: (at: number) => Item): Item[] {
    return Array.from({ length: count }, (_, at) => make(at));
  }

  /** A domain that nothing else has. */
  domain(): string {
    const word = this.times(3, () =>
      this.pick('ash', 'bell', 'crow', 'dell', 'elm', 'fern', 'gate', 'hill', 'iris'),
    ).join('');
    return `${word}${(this.#serial += 1)}.${this.pick('test', 'example')}`;
  }

  label(): string {
    return this.pick('account', 'update', 'verify', 'portal', 'cloud', 'files', 'app', 'help') + this.count(1, 999_999);
  }

  network(): number {
    return this.count(0, networks - 1);
  }

  otherNetwork(than: number): number {
    return (than + this.count(1, networks - 1)) % networks;
  }

  address(network: number, at = this.count(1, networkSize - 2)): string {
    return formatIpv4(firstAddress + network * networkSize + at);
  }

  /** A record seen from one time to another. */
  seen(
    type: string,
    name: string,
    data: string,
    from: number,
    to: number,
    more: { perDay?: number; ttl?: number } = {},
  ): void {
    const { perDay = this.between(1, 20), ttl = this.pick(300, 3600, 14_400) } = more;
    const count = Math.max(1, Math.round(perDay * (from - to)));
    this.observations.push({
      rrtype: type,
      rrname: name,
      rdata: data,
      rrset: type === 'NS' || type === 'MX' ? [data] : [],
      first_seen: secondsOf(from),
      last_seen: secondsOf(to),
      count,
      ttl,
      sources: 4,
    });
  }

  /** An ordinary site: the domain and `www` at an address, two name servers of its hosting company. */
  site(domain: string, network: number, from: number, to: number, host = `host${network}.test`): void {
    const address = this.address(network);
    for (const name of [domain, `www.${domain}`]) this.seen('A', name, address, from, to);
    for (const at of [1, 2]) this.seen('NS', domain, `ns${at}.${host}`, from, to);
  }

  whois(domain: string, { looked, created, expires, registrar, org = '', servers = [] }: Whois): void {
    this.rows.whois.push({
      domain,
      date: dayOf(looked),
      created: secondsOf(Math.ceil(created)),
      expires: secondsOf(Math.ceil(expires)),
      registrar,
      org,
      nameservers: servers,
      import: 900,
    });
  }

  certificate(names: readonly string[], issuer: string, from: number, days = 90): void {
    const fingerprint = this.times(40, () => this.count(0, 15).toString(16)).join('');
    this.rows.certificates.push({
      fingerprint_sha1: fingerprint,
      fingerprint_sha256: '',
      fingerprint_md5: '',
      subject_common_name: names[0],
      domains: names,
      issuer_common_name: issuer,
      issuer_organization: issuer,
      not_before: secondsOf(from),
      not_after: secondsOf(from - days),
      logged: dayOf(from),
      import: 900,
    });
  }

  list(host: string, category: string, from: number): void {
    this.rows.listings.push({
      indicator: host,
      host,
      ip: /^[\d.]+$/.test(host) ? `::ffff:${host}` : '::',
      category,
      source: 'feed:bench',
      first_listed: dayOf(from),
      last_listed: dayOf(0),
      expires: dayOf(-30),
      import: 900,
    });
  }
}

function secondsOf(daysBefore: number): number {
  return Math.floor(generatedUntil.getTime() / 1000 - daysBefore * SECONDS_PER_DAY);
}

function dayOf(daysBefore: number): string {
  return dateToIsoDate(new Date(secondsOf(daysBefore) * 1000));
}
