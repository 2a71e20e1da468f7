import { chunksOf } from '#model/chunks.ts';
import { connectionAttributes, formatConnection, isWithheld } from '#model/connection.ts';
import { bitsOf, type LinkWord, strengthOf } from '#model/connection-strength.ts';
import type { Period } from '#model/connection-time.ts';
import { reverseName } from '#model/domain-name.ts';
import { ipVersion } from '#model/ip-address.ts';
import type { QueryOptions } from '#server/engine/engine.ts';
import { subjectOf } from '#server/input/name.ts';
import { addressOfKey, groupBy } from '#server/queries/address-key.ts';
import { mostValuesEach, valuesOfAddresses, valuesOfDomains } from '#server/queries/campaign-values.ts';
import type { AttributeRow } from '#server/queries/connection-attributes.ts';
import { hostedNames } from '#server/queries/connection-candidates.ts';
import type { Services } from './handler.ts';
import { comparisonsOf, groupsOf, type SharedWeight, timedShare, wordOf } from './related-subjects.ts';
import { weigh, type WeighedValue } from './weighed-values.ts';

/** A value with all that have it, and how many they are. */
interface Weighed extends Pick<WeighedValue, 'row' | 'count' | 'population' | 'fact'> {
  /** Registrable domains or addresses as text: all, or some of many. */
  readonly members: ReadonlySet<string>;
  /** How many of the names belong to each domain. */
  readonly namesOf: ReadonlyMap<string, number>;
  /** When the names of each domain were seen with it. */
  readonly periodsOf: ReadonlyMap<string, readonly Period[]>;
}

/** Where a value of a domain is found besides the addresses of the domain. */
interface Elsewhere {
  readonly ips: readonly string[];
  readonly domains: ReadonlySet<string>;
}

/** By the key of a value. */
type Values = ReadonlyMap<string, Period>;

/** What two subjects of the same kind share. */
export interface CampaignLink {
  readonly from: string;
  readonly to: string;
  readonly bits: number;
  readonly word: LinkWord;
  readonly shares: readonly SharedWeight[];
}

/** A name or an address that was seen with one value of the other kind: a host. */
export interface HostLink {
  readonly domain: string;
  readonly ip: string;
  readonly bits: number;
}

/** Values of which the members are looked up in one round. */
const mostWeighed = 600;
/** Candidates that are compared in full in one round, and for one subject. */
const mostCompared = 150;
const mostComparedEach = 60;
/** Domains of which the values are read in one statement: 170 need 300 MB. */
const mostReadAtOnce = 50;
/** Addresses of which the names are looked up in one round. */
const mostHosts = 100;
/** An address that so few names pointed to is a host of these names. */
const fewNames = 20;

export function isIp(subject: string): boolean {
  return ipVersion(subject) !== null;
}

/** The subjects, values and links that a campaign is made of. Every step takes a few statements for all its subjects. */
export class CampaignLinks {
  /** The keys of the values of each subject that was read, and when it was seen with each. */
  readonly #valuesOf = new Map<string, Values>();
  readonly #rows = new Map<string, AttributeRow>();
  readonly #weighed = new Map<string, Weighed>();
  readonly #namesAt = new Map<string, readonly string[]>();
  /** By a domain and a value of addresses; kept, because every pair of domains is compared. */
  readonly #places = new Map<string, Elsewhere>();
  /** The values of a subject, and the groups that it has in common with others: kept as well. */
  readonly #rowsBySubject = new Map<string, readonly AttributeRow[]>();
  readonly #groupsBySubject = new Map<string, ReturnType<typeof groupsOf>>();
  readonly #services: Services;
  readonly #options: QueryOptions;
  /** Whether a round had more values or candidates than it looked at. */
  isCut = false;

  constructor(services: Services, options: QueryOptions) {
    this.#services = services;
    this.#options = options;
  }

  /**
   * The subjects with the strongest links to some subjects, the weak links included.
   * @throws EngineError
   */
  async around(subjects: readonly string[]): Promise<CampaignLink[]> {
    await this.#read(subjects);
    await this.#weigh(subjects);
    const candidates = await this.#candidatesOf(subjects);
    await this.#read([...new Set(candidates.map(([, candidate]) => candidate))]);
    return candidates.map(([subject, candidate]) => this.link(subject, candidate));
  }

  /** The link of two subjects that were read, by the values that were weighed. */
  link(from: string, to: string): CampaignLink {
    const own = this.#keysOf(from);
    const shares: SharedWeight[] = [];
    for (const key of own.keys()) {
      const value = this.#weighed.get(key);
      if (!value || value.fact || !this.#hasAsWell(value, key, from, to)) continue;
      const share = this.#shareOf(value, from);
      if (share.bits > 0) shares.push(this.#timed(share, value, from, to));
    }
    // most pairs share nothing: what they differ in does not matter
    if (shares.length === 0) return { from, to, bits: 0, word: 'weak', shares };
    const groups = this.#groupsWith(from)(this.#rowsOf(to));
    const bits = strengthOf([...groups, ...comparisonsOf(shares)]);
    return { from, to, bits, word: wordOf(bits, shares), shares };
  }

  /** The addresses of domains that were weighed, where few other names pointed to them. */
  hostsOf(domains: readonly string[]): HostLink[] {
    return domains.flatMap((domain) =>
      [...this.#keysOf(domain).keys()].flatMap((key): HostLink[] => {
        const value = this.#weighed.get(key);
        if (
          value?.row.attribute !== 'address' ||
          value.fact ||
          value.count - (value.namesOf.get(domain) ?? 0) > fewNames
        )
          return [];
        return [{ domain, ip: value.row.value, bits: this.#shareOf(value, domain).bits }];
      }),
    );
  }

  /** The domains that point to each address, unless many names do. @throws EngineError */
  async servedBy(ips: readonly string[]): Promise<(HostLink & { readonly isAlone: boolean })[]> {
    const rows = ips.map((ip) => ({ attribute: 'address', value: ip, label: '', first: 0, seen: 0 }) as const);
    await this.#weighValues(rows.filter((row) => !this.#weighed.has(formatConnection(row))));
    return rows.flatMap((row) => {
      const value = this.#weighed.get(formatConnection(row));
      if (!value || value.fact || value.count > fewNames) return [];
      const isAlone = value.members.size === 1;
      return [...value.members].map((domain) => ({
        domain,
        ip: row.value,
        bits: this.#shareOf(value, domain).bits,
        isAlone,
      }));
    });
  }

  #rowsOf(subject: string): readonly AttributeRow[] {
    const known = this.#rowsBySubject.get(subject);
    if (known) return known;
    const rows = [...this.#keysOf(subject).keys()].flatMap((key) => this.#rows.get(key) ?? []);
    this.#rowsBySubject.set(subject, rows);
    return rows;
  }

  #groupsWith(subject: string): ReturnType<typeof groupsOf> {
    const known = this.#groupsBySubject.get(subject);
    if (known) return known;
    const groups = groupsOf(this.#rowsOf(subject));
    this.#groupsBySubject.set(subject, groups);
    return groups;
  }

  #keysOf(subject: string): Values {
    return this.#valuesOf.get(subject) ?? new Map();
  }

  /** A value with its weight for one that has it. As in GET /connections, its own names, or addresses, are not others. */
  #shareOf(value: Weighed, subject: string): SharedWeight {
    const { row, population, fact, namesOf, members } = value;
    const isOfAddresses = !isIp(subject) && connectionAttributes[row.attribute] === 'address';
    const own = isOfAddresses ? members.size - this.#elsewhere(value, subject).ips.length : (namesOf.get(subject) ?? 1);
    const count = value.count - own;
    return { row, count, population, bits: fact ? 0 : bitsOf(count + 1, population) };
  }

  /** A value that two subjects have, given when. */
  #timed(share: SharedWeight, { row, periodsOf }: Weighed, from: string, to: string): SharedWeight {
    const key = formatConnection(row);
    const [own, theirs] = [this.#keysOf(from).get(key), this.#keysOf(to).get(key)];
    return timedShare(share, own, [...(periodsOf.get(to) ?? []), ...(theirs ? [theirs] : [])]);
  }

  /** The addresses with a value that a domain did not point to, and the domains that did. */
  #elsewhere(value: Weighed, domain: string): Elsewhere {
    const key = `${domain} ${formatConnection(value.row)}`;
    const known = this.#places.get(key);
    if (known) return known;
    const own = this.#keysOf(domain);
    const ips = [...value.members].filter((ip) => !own.has(formatConnection({ attribute: 'address', value: ip })));
    const domains = new Set(ips.flatMap((ip) => this.#namesAt.get(ip) ?? []));
    domains.delete(domain);
    const found = { ips, domains };
    this.#places.set(key, found);
    return found;
  }

  /** Whether another subject has a value. Of scans at an address to which both domains pointed, only the address counts. */
  #hasAsWell(value: Weighed, key: string, from: string, to: string): boolean {
    const theirs = this.#keysOf(to);
    if (isIp(from) || connectionAttributes[value.row.attribute] === 'name')
      return theirs.has(key) || value.members.has(to);
    const { ips, domains } = this.#elsewhere(value, from);
    if (domains.has(to)) return true;
    return theirs.has(key) && ips.some((ip) => theirs.has(formatConnection({ attribute: 'address', value: ip })));
  }

  async #read(subjects: readonly string[]): Promise<void> {
    const { engine } = this.#services;
    const unread = subjects.filter((each) => !this.#valuesOf.has(each));
    const [ips, domains] = [unread.filter(isIp), unread.filter((each) => !isIp(each))];
    const [ofAddresses, ofDomains] = await Promise.all([
      ips.length > 0 ? engine.query(valuesOfAddresses(ips), this.#options) : [],
      Promise.all(chunksOf(domains, mostReadAtOnce).map((part) => engine.query(valuesOfDomains(part), this.#options))),
    ]);
    const keys = new Map(unread.map((each) => [each, new Map<string, Period>()]));
    const read = [
      ...ofAddresses.map((row) => ({ row, subject: addressOfKey(row.member) })),
      ...ofDomains.flat().map((row) => ({ row, subject: reverseName(row.member) })),
    ];
    for (const [, rows] of groupBy(read, ({ row, subject }) => `${row.attribute} ${subject}`)) {
      if (rows.length > mostValuesEach) this.isCut = true;
      for (const { row, subject } of rows.slice(0, mostValuesEach)) {
        const { attribute, value, label } = row;
        if (isWithheld(row)) continue;
        const key = formatConnection(row);
        this.#rows.set(key, { attribute, value, label: label === value ? '' : label, first: 0, seen: 0 });
        keys.get(subject)?.set(key, row);
      }
    }
    for (const [subject, found] of keys) this.#valuesOf.set(subject, found);
  }

  async #weigh(subjects: readonly string[]): Promise<void> {
    const keys = new Set(subjects.flatMap((subject) => [...this.#keysOf(subject).keys()]));
    const fresh = [...keys].filter((key) => !this.#weighed.has(key));
    if (fresh.length > mostWeighed) this.isCut = true;
    await this.#weighValues(fresh.slice(0, mostWeighed).flatMap((key) => this.#rows.get(key) ?? []));
  }

  async #weighValues(rows: readonly AttributeRow[]): Promise<void> {
    for (const { side, members, periods, ...value } of await weigh(rows, this.#services, this.#options)) {
      const texts = side === 'name' ? members.map((name) => subjectOf(name).domain) : members;
      const namesOf = new Map<string, number>();
      const periodsOf = new Map<string, Period[]>();
      for (const [at, text] of texts.entries()) {
        namesOf.set(text, (namesOf.get(text) ?? 0) + 1);
        const period = periods[at];
        if (period) periodsOf.set(text, [...(periodsOf.get(text) ?? []), period]);
      }
      this.#weighed.set(formatConnection(value.row), { ...value, namesOf, periodsOf, members: new Set(texts) });
    }
  }

  /** Pairs of a subject and another of its kind that shares values with it, the strongest by these values first. */
  async #candidatesOf(subjects: readonly string[]): Promise<(readonly [subject: string, candidate: string])[]> {
    await this.#readNamesAtShared(subjects.filter((each) => !isIp(each)));
    const pairs = subjects.flatMap((subject) => {
      const shared = new Map<string, SharedWeight[]>();
      for (const key of this.#keysOf(subject).keys()) {
        const value = this.#weighed.get(key);
        if (!value) continue;
        const share = this.#shareOf(value, subject);
        if (share.bits <= 0) continue;
        const isOfNames = connectionAttributes[value.row.attribute] === 'name';
        const others = isIp(subject) || isOfNames ? value.members : this.#elsewhere(value, subject).domains;
        for (const other of others) {
          if (other === subject) continue;
          const timed = this.#timed(share, value, subject, other);
          const known = shared.get(other);
          if (known) known.push(timed);
          else shared.set(other, [timed]);
        }
      }
      const strongest = [...shared]
        .map(([candidate, compared]) => ({ subject, candidate, bits: strengthOf(comparisonsOf(compared)) }))
        .toSorted((a, b) => b.bits - a.bits || (a.candidate < b.candidate ? -1 : 1));
      return strongest.slice(0, mostComparedEach);
    });
    const chosen = new Set<string>();
    const all = pairs.toSorted((a, b) => b.bits - a.bits || (a.candidate < b.candidate ? -1 : 1));
    for (const { candidate } of all) if (chosen.size < mostCompared) chosen.add(candidate);
    const kept = all.filter(({ candidate }) => chosen.has(candidate));
    if (kept.length < all.length) this.isCut = true;
    return kept.map(({ subject, candidate }) => [subject, candidate]);
  }

  /** Reads the domains of names that pointed to each address with a value that domains have from scans. */
  async #readNamesAtShared(domains: readonly string[]): Promise<void> {
    const values = domains
      .flatMap((domain) => [...this.#keysOf(domain).keys()].flatMap((key) => this.#weighed.get(key) ?? []))
      .filter(({ row }) => connectionAttributes[row.attribute] === 'address')
      .toSorted((a, b) => a.count - b.count);
    const hosts = [...new Set(values.flatMap(({ members }) => [...members]))].slice(0, mostHosts);
    const unread = hosts.filter((host) => !this.#namesAt.has(host));
    this.#places.clear();
    const rows = unread.length > 0 ? await this.#services.engine.query(hostedNames(unread), this.#options) : [];
    const found = groupBy(rows, ({ host }) => addressOfKey(host));
    for (const host of unread) {
      const names = (found.get(host) ?? []).map(({ rname }) => subjectOf(reverseName(rname)).domain);
      this.#namesAt.set(host, [...new Set(names)]);
    }
  }
}
