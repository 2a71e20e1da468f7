// A second implementation of the scores, as slow and plain as their definitions: one day, one subject, one loop at a time.
// The specs compare the SQL with it.

interface NaiveObservation {
  readonly rrtype: 'A' | 'NS';
  readonly name: string;
  /** IPv4 address or name server */
  readonly answer: string;
  /** Days since an arbitrary first day, as all days here. */
  readonly first: number;
  readonly last: number;
}

interface NaiveListing {
  /** IPv4 address, name, or IPv4 range in CIDR */
  readonly host: string;
  readonly kind: 'address' | 'name' | 'range';
  readonly category: string;
  readonly first: number;
  readonly last: number;
  /** The last day on which it counts. */
  readonly expires: number;
}

interface NaiveRange {
  /** As a number, and the length of its prefix. */
  readonly network: number;
  readonly length: number;
}

interface NaivePrefix extends NaiveRange {
  readonly asn: number;
  readonly from: number;
  readonly to: number;
}

export interface NaiveCollection {
  readonly observations: readonly NaiveObservation[];
  readonly listings: readonly NaiveListing[];
  readonly prefixes: readonly NaivePrefix[];
  /** Addresses and ranges that are sinkholes or known benign, and names that are known benign. */
  readonly exemptAddresses: readonly string[];
  readonly exemptRanges: readonly NaiveRange[];
  /** Addresses and ranges of CDNs, for which names do not count. */
  readonly sharedAddresses: readonly string[];
  readonly sharedRanges: readonly NaiveRange[];
  readonly benignNames: readonly string[];
  /** Below which others have names. */
  readonly namingNames: readonly string[];
}

export type AddressNumber = (text: string) => number;

const isActive = (o: NaiveObservation, day: number) => o.first <= day && o.last >= day - 30;
const isListed = (l: NaiveListing, day: number) => l.first <= day && l.expires >= day;
const isOpen = (l: NaiveListing, day: number) => isListed(l, day) && l.last >= day - 7;
const holds = ({ network, length }: NaiveRange, ip: number) =>
  Math.floor(ip / 2 ** (32 - length)) * 2 ** (32 - length) === network;
const unique = <T>(values: readonly T[]) => [...new Set(values)];
const percentOf = (part: number, whole: number) => Math.min(100, Math.floor((200 * part + whole) / (2 * whole)));

function weightOf(category: string): number {
  if (category === 'malware' || category === 'c2') return 3;
  return category === 'phishing' ? 2 : 1;
}

function namesOn(collection: NaiveCollection, rrtype: 'A' | 'NS', answer: string, day: number): string[] {
  return unique(
    collection.observations
      .filter((o) => o.rrtype === rrtype && o.answer === answer && isActive(o, day))
      .map((o) => o.name),
  );
}

/** The listings of an address, of the names that pointed to it, and, when there were any, of ranges that hold it. */
function listingsOn(collection: NaiveCollection, toNumber: AddressNumber, ip: string, day: number): NaiveListing[] {
  const { listings, exemptAddresses, exemptRanges, sharedAddresses, sharedRanges, benignNames } = collection;
  if (exemptAddresses.includes(ip) || exemptRanges.some((range) => holds(range, toNumber(ip)))) return [];
  const names = namesOn(collection, 'A', ip, day);
  const isShared = sharedAddresses.includes(ip) || sharedRanges.some((range) => holds(range, toNumber(ip)));
  return listings.filter((l) => {
    if (l.kind === 'address') return l.host === ip;
    if (l.kind === 'name') return !isShared && names.includes(l.host) && !benignNames.includes(l.host);
    const [network = '', length = ''] = l.host.split('/');
    return names.length > 0 && holds({ network: toNumber(network), length: Number(length) }, toNumber(ip));
  });
}

function naivePrefix(collection: NaiveCollection, ip: number, day: number): NaivePrefix | undefined {
  return collection.prefixes
    .filter((p) => p.from <= day && p.to >= day && holds(p, ip))
    .sort((a, b) => b.length - a.length || b.from - a.from || a.asn - b.asn)[0];
}

interface AddressDay {
  readonly prefix: NaivePrefix;
  readonly isActive: boolean;
  readonly weight: number;
  readonly open: readonly NaiveListing[];
}

function addressesOn(collection: NaiveCollection, toNumber: AddressNumber, day: number): AddressDay[] {
  const ips = unique([
    ...collection.observations.filter((o) => o.rrtype === 'A').map((o) => o.answer),
    ...collection.listings.filter((l) => l.kind === 'address').map((l) => l.host),
  ]);
  return ips.flatMap((ip) => {
    const prefix = naivePrefix(collection, toNumber(ip), day);
    const listings = listingsOn(collection, toNumber, ip, day);
    const weight = Math.max(0, ...listings.filter((l) => isListed(l, day)).map((l) => weightOf(l.category)));
    const active = namesOn(collection, 'A', ip, day).length > 0;
    if (!prefix || (!active && weight === 0)) return [];
    return [{ prefix, isActive: active, weight, open: listings.filter((l) => isOpen(l, day)) }];
  });
}

export interface NaiveAsnDay {
  readonly asn: number;
  readonly reputation: number;
  readonly size: number;
  readonly active: number;
  readonly listed: number;
  readonly rank: number;
  readonly rankScore: number;
  readonly malscore: number;
  readonly takedown: number;
  readonly items: number;
  readonly maxAge: number;
}

export function naiveAsns(collection: NaiveCollection, toNumber: AddressNumber, day: number): NaiveAsnDay[] {
  const addresses = addressesOn(collection, toNumber, day);
  return unique(addresses.map((a) => a.prefix.asn)).map((asn) => {
    const own = addresses.filter((a) => a.prefix.asn === asn);
    const [active, listed] = [own.filter((a) => a.isActive).length, own.filter((a) => a.weight > 0).length];
    const weight = own.reduce((sum, a) => sum + a.weight, 0);
    const rank = percentOf(weight, Math.max(1, 3 * active));
    const open = unique(own.flatMap((a) => a.open));
    const maxAge = open.length === 0 ? 0 : day - Math.min(...open.map((l) => l.first));
    const originated = collection.prefixes.filter((p) => p.asn === asn && p.from <= day && p.to >= day);
    return {
      asn,
      reputation: percentOf(listed, Math.max(1, active)),
      size: originated.reduce((sum, p) => sum + 2 ** (32 - p.length), 0),
      active,
      listed,
      rank,
      rankScore: Math.round((Math.min(49, (10 * rank) / (100 - rank)) * Math.min(active, 10)) / 10),
      malscore: percentOf(own.filter((a) => a.weight === 3).length, Math.max(1, listed)),
      takedown: Math.round(100 * Math.min(1, maxAge / 180) * Math.min(1, open.length / 5)),
      items: open.length,
      maxAge,
    };
  });
}

export interface NaiveSubnetDay {
  readonly prefix: NaivePrefix;
  readonly reputation: number;
  readonly active: number;
  readonly listed: number;
}

export function naiveSubnets(collection: NaiveCollection, toNumber: AddressNumber, day: number): NaiveSubnetDay[] {
  const addresses = addressesOn(collection, toNumber, day);
  const key = (p: NaivePrefix) => `${p.network}/${p.length}`;
  return unique(addresses.map((a) => key(a.prefix))).flatMap((subnet) => {
    const own = addresses.filter((a) => key(a.prefix) === subnet);
    const [active, listed] = [own.filter((a) => a.isActive).length, own.filter((a) => a.weight > 0).length];
    return own
      .slice(0, 1)
      .map(({ prefix }) => ({ prefix, reputation: percentOf(listed, Math.max(1, active)), active, listed }));
  });
}

export interface NaiveShareDay {
  readonly subject: string;
  readonly reputation: number;
  readonly density: number;
  readonly listed: number;
}

/** ip_reputation ('A') and ns_server_reputation ('NS'), of subjects that had a listed name up to that day. */
export function naiveShares(collection: NaiveCollection, rrtype: 'A' | 'NS', day: number): NaiveShareDay[] {
  const covers = (listing: NaiveListing, name: string) =>
    listing.host === name ||
    (rrtype === 'NS' &&
      name.includes('.') &&
      !collection.namingNames.includes(name) &&
      listing.host.endsWith(`.${name}`));
  const shareOn = (subject: string, on: number) => {
    const names = namesOn(collection, rrtype, subject, on);
    const listed = names.filter((name) =>
      collection.listings.some(
        (l) => l.kind === 'name' && !collection.benignNames.includes(l.host) && covers(l, name) && isListed(l, on),
      ),
    ).length;
    return { density: names.length, listed };
  };
  const earliest = Math.min(...collection.observations.map((o) => o.first));
  return unique(collection.observations.filter((o) => o.rrtype === rrtype).map((o) => o.answer)).flatMap((subject) => {
    const days = Array.from({ length: Math.max(0, day - earliest + 1) }, (_, index) => earliest + index);
    if (!days.some((on) => shareOn(subject, on).listed > 0)) return [];
    const { density, listed } = shareOn(subject, day);
    return [{ subject, reputation: percentOf(listed, Math.max(1, density)), density, listed }];
  });
}
