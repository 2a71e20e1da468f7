import { groupBy } from '#model/group-by.ts';
import { connectionAttributes, formatConnection, isWithheld } from '#model/connection.ts';
import { bitsOf, type GroupComparison, type LinkWord, strengthOf } from '#model/connection-strength.ts';
import { hasPeriod, type Period } from '#model/connection-time.ts';
import { reverseName } from '#model/domain-name.ts';
import { ipVersion } from '#model/ip-address.ts';
import type { QueryOptions } from '#server/engine/engine.ts';
import { subjectOf } from '#server/input/name.ts';
import { addressOfKey } from '#server/queries/address-key.ts';
import { mostValuesEach, valuesOfAddresses, valuesOfDomains } from '#server/queries/campaign-values.ts';
import type { AttributeRow } from '#server/queries/connection-attributes.ts';
import { hostedNames } from '#server/queries/connection-candidates.ts';
import { eachInSlices, mapInSlices } from '#server/timing/slices.ts';
import type { Services } from './handler.ts';
import {
  comparisonOf,
  comparisonsOf,
  groupsOf,
  isRareShare,
  type SharedWeight,
  timedShare,
  wordOf,
} from './related-subjects.ts';
import { weigh, type WeighedValue } from './weighed-values.ts';

/** A value with all that have it, and how many they are. */
interface Weighed extends Pick<WeighedValue, 'row' | 'count' | 'population' | 'fact'> {
  /** Registrable domains or addresses as text, all or some of many, and when each name of a domain, or the address, was seen with it. */
  readonly members: ReadonlyMap<string, readonly Period[]>;
}

/** Where a value of a domain is found besides the addresses of the domain. */
interface Elsewhere {
  /** The keys of the addresses. */
  readonly hosts: readonly string[];
  readonly domains: ReadonlySet<string>;
}

/** A value of a subject with its weight for that one. */
interface WeighedOf {
  readonly key: string;
  /** When the subject was seen with it. */
  readonly own: Period;
  readonly value: Weighed;
  readonly share: SharedWeight;
  readonly comparison: GroupComparison;
  /** Whether it can make a link by itself. */
  readonly isRare: boolean;
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
const unknownPeriod: Period = { first: 0, last: 0 };
/** Addresses of which the names are looked up in one round. */
const mostHosts = 100;
/** An address that so few names pointed to is a host of these names. */
const fewNames = 20;

function keyOfAddress(ip: string): string {
  return formatConnection({ attribute: 'address', value: ip });
}

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
  /** By a value of addresses and a domain; kept, because every pair of domains is compared. */
  readonly #places = new Map<Weighed, Map<string, Elsewhere>>();
  /** The values of a subject, and the groups that it has in common with others: kept as well. */
  readonly #weighedBySubject = new Map<string, readonly WeighedOf[]>();
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
    const values = this.#weighedOf(from);
    const isShared = ({ key, value }: WeighedOf) => this.#hasAsWell(value, key, from, to);
    // most pairs share nothing rare: what else they share or differ in does not matter
    if (!values.some((each) => each.isRare && isShared(each))) return { from, to, bits: 0, word: 'weak', shares: [] };
    const shares = values.filter(isShared).map((each) => this.#timed(each, to));
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
          value.count - (value.members.get(domain)?.length ?? 0) > fewNames
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
      return [...value.members.keys()].map((domain) => ({
        domain,
        ip: row.value,
        bits: this.#shareOf(value, domain).bits,
        isAlone,
      }));
    });
  }

  /** The values of a subject that weigh something. */
  #weighedOf(subject: string): readonly WeighedOf[] {
    const known = this.#weighedBySubject.get(subject);
    if (known) return known;
    const values = [...this.#keysOf(subject)].flatMap(([key, own]): WeighedOf[] => {
      const value = this.#weighed.get(key);
      const share = value && !value.fact ? this.#shareOf(value, subject) : undefined;
      if (!value || !share || share.bits === 0) return [];
      return [{ key, own, value, share, comparison: comparisonOf(share), isRare: isRareShare(share) }];
    });
    this.#weighedBySubject.set(subject, values);
    return values;
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
    const { row, population, fact, members } = value;
    const isOfAddresses = !isIp(subject) && connectionAttributes[row.attribute] === 'address';
    const own = isOfAddresses
      ? members.size - this.#elsewhere(value, subject).hosts.length
      : (members.get(subject)?.length ?? 1);
    const count = value.count - own;
    return { row, count, population, bits: fact ? 0 : bitsOf(count + 1, population) };
  }

  /** A value that another subject has as well, given when. */
  #timed({ key, own, value, share }: WeighedOf, to: string): SharedWeight {
    if (!hasPeriod(own)) return share;
    const [known = [], theirs] = [value.members.get(to), this.#keysOf(to).get(key)];
    return timedShare(share, own, theirs ? [...known, theirs] : known);
  }

  /** The addresses with a value that a domain did not point to, and the domains that did. */
  #elsewhere(value: Weighed, domain: string): Elsewhere {
    const places = this.#places.get(value) ?? new Map<string, Elsewhere>();
    const known = places.get(domain);
    if (known) return known;
    const own = this.#keysOf(domain);
    const others = [...value.members.keys()].filter((ip) => !own.has(keyOfAddress(ip)));
    const domains = new Set(others.flatMap((ip) => this.#namesAt.get(ip) ?? []));
    domains.delete(domain);
    const found = { hosts: others.map(keyOfAddress), domains };
    this.#places.set(value, places.set(domain, found));
    return found;
  }

  /** Whether another subject has a value. Of scans at an address to which both domains pointed, only the address counts. */
  #hasAsWell(value: Weighed, key: string, from: string, to: string): boolean {
    const theirs = this.#keysOf(to);
    if (isIp(from) || connectionAttributes[value.row.attribute] === 'name')
      return theirs.has(key) || value.members.has(to);
    const { hosts, domains } = this.#elsewhere(value, from);
    return domains.has(to) || (theirs.has(key) && hosts.some((host) => theirs.has(host)));
  }

  async #read(subjects: readonly string[]): Promise<void> {
    const { engine } = this.#services;
    const unread = subjects.filter((each) => !this.#valuesOf.has(each));
    const [ips, domains] = [unread.filter(isIp), unread.filter((each) => !isIp(each))];
    const [ofAddresses, ofDomains] = await Promise.all([
      ips.length > 0 ? engine.query(valuesOfAddresses(ips), this.#options) : [],
      Promise.all(
        domains.length > 0 ? valuesOfDomains(domains).map((query) => engine.query(query, this.#options)) : [],
      ),
    ]);
    const keys = new Map(unread.map((each) => [each, new Map<string, Period>()]));
    const read = [
      ...ofAddresses.map((row) => ({ row, subject: addressOfKey(row.member) })),
      ...ofDomains.flat().map((row) => ({ row, subject: reverseName(row.member) })),
    ];
    read.sort(({ row: one }, { row: other }) =>
      one.attribute < other.attribute ? -1 : Number(one.attribute > other.attribute),
    );
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
    this.#weighedBySubject.clear();
    const weighed = await weigh(rows, this.#services, this.#options);
    await eachInSlices(weighed, ({ side, members, periods, ...value }) => {
      const seen = new Map<string, Period[]>();
      for (const [at, member] of members.entries()) {
        const text = side === 'name' ? subjectOf(member).domain : member;
        const period = periods[at] ?? unknownPeriod;
        const known = seen.get(text);
        if (known) known.push(period);
        else seen.set(text, [period]);
      }
      this.#weighed.set(formatConnection(value.row), { ...value, members: seen });
    });
  }

  /** Pairs of a subject and another of its kind that shares values with it, the strongest by these values first. */
  async #candidatesOf(subjects: readonly string[]): Promise<(readonly [subject: string, candidate: string])[]> {
    await this.#readNamesAtShared(subjects.filter((each) => !isIp(each)));
    const pairs = await mapInSlices(subjects, (subject) => {
      const shared = new Map<string, GroupComparison[]>();
      for (const weighed of this.#weighedOf(subject)) {
        const { value } = weighed;
        const isOfNames = connectionAttributes[value.row.attribute] === 'name';
        const others = isIp(subject) || isOfNames ? value.members.keys() : this.#elsewhere(value, subject).domains;
        for (const other of others) {
          if (other === subject) continue;
          const timed = this.#timed(weighed, other);
          const comparison = timed === weighed.share ? weighed.comparison : comparisonOf(timed);
          const known = shared.get(other);
          if (known) known.push(comparison);
          else shared.set(other, [comparison]);
        }
      }
      const strongest = [...shared]
        .map(([candidate, compared]) => ({ subject, candidate, bits: strengthOf(compared) }))
        .toSorted((a, b) => b.bits - a.bits || (a.candidate < b.candidate ? -1 : 1));
      return strongest.slice(0, mostComparedEach);
    });
    const chosen = new Set<string>();
    const all = pairs.flat().toSorted((a, b) => b.bits - a.bits || (a.candidate < b.candidate ? -1 : 1));
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
    const hosts = [...new Set(values.flatMap(({ members }) => [...members.keys()]))].slice(0, mostHosts);
    const unread = hosts.filter((host) => !this.#namesAt.has(host));
    this.#places.clear();
    this.#weighedBySubject.clear();
    const rows = unread.length > 0 ? await this.#services.engine.query(hostedNames(unread), this.#options) : [];
    const found = groupBy(rows, ({ host }) => addressOfKey(host));
    for (const host of unread) {
      const names = (found.get(host) ?? []).map(({ rname }) => subjectOf(reverseName(rname)).domain);
      this.#namesAt.set(host, [...new Set(names)]);
    }
  }
}
