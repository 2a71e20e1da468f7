import { formatCidr, parseCidr } from '#model/cidr.ts';
import { formatIp, parseIp } from '#model/ip-address.ts';
import type { EntryRow, OutfeedRow } from '#server/queries/outfeeds.ts';

/** A form in which a feed is published. */
export interface OutfeedFormat {
  readonly type: string;
  /** Before the entries. */
  readonly head: (feed: OutfeedRow) => string;
  /** The lines of an entry, each with its line end; '' for one that the format cannot hold. */
  readonly entry: (entry: EntryRow) => string;
  /** After the entries. @param left how many the format cannot hold */
  readonly tail: (left: number) => string;
}

/** The serial of the zone: the time of the last change in seconds. */
export function serialOf({ changed }: Pick<OutfeedRow, 'changed'>): number {
  return Math.floor(changed / 1e6);
}

/** What a feed holds, in words. */
function describe({ holds, kind, category, source, detector, tag, request, band }: OutfeedRow): string {
  const what = { domain: 'domains', address: 'addresses', both: 'domains and addresses' }[kind];
  if (holds === 'finding') return `${what} of ${detector === '' ? 'all findings' : `the findings of ${detector}`}`;
  if (holds === 'judged') return `${what} that the team ${tag === '' ? 'judged bad' : `tagged “${tag}”`}`;
  if (holds === 'search') return `${what} found by ${request}`;
  const from = [category && `as ${category}`, source && `by ${source}`].filter(Boolean).join(' ');
  return `listed ${what}${from && ` (${from})`}${holds === 'score' ? ` with a risk score from the band ${band}` : ''}`;
}

function comments(sign: string, feed: OutfeedRow): string {
  const { name, domains, addresses, leftOut, changed } = feed;
  const left = leftOut.map(([reason, count]) => `${count} ${reason}`).join(', ');
  return [
    `Sightline feed ${name}: ${describe(feed)}`,
    `Domains: ${domains}, addresses and networks: ${addresses}, serial ${serialOf(feed)}, changed ${new Date(changed / 1000).toISOString()}`,
    `Left out: ${left === '' ? 'nothing' : left}`,
  ]
    .map((line) => `${sign} ${line}\n`)
    .join('');
}

const tailOf = (sign: string, what: string) => (left: number) =>
  `${left === 0 ? '' : `${sign} Left out of this format: ${left} ${what}\n`}${sign} End\n`;

/** A field of CSV. A text that a spreadsheet would take for a formula gets an apostrophe. */
function field(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Longer names would not fit below the name of the zone, which may have 51 characters. */
const longestName = 200;

/** The owner of a trigger for answers with an address: `24.0.2.0.192.rpz-ip`; '' for text that is no address. */
function addressTrigger(value: string): string {
  const cidr = parseCidr(value.includes('/') ? value : `${value}/${value.includes(':') ? 128 : 32}`);
  if (!cidr) return '';
  const text = formatIp(cidr.network);
  // a run of zeros is `zz`, and IPv6 addresses that hold IPv4 ones are written in hexadecimal digits
  const labels = cidr.network.version === 4 ? text.split('.') : wordsOf(text);
  return `${cidr.length}.${labels.toReversed().join('.')}.rpz-ip`;
}

function wordsOf(text: string): string[] {
  const plain = text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a: string, b: string, c: string, d: string) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((word) => word.toString(16)).join(':'),
  );
  return plain
    .replace('::', ':zz:')
    .split(':')
    .filter((word) => word !== '');
}

const rpz: OutfeedFormat = {
  type: 'text/dns; charset=utf-8',
  head: (feed) =>
    `${comments(';', feed)}$TTL 300\n@ IN SOA localhost. hostmaster.localhost. ${serialOf(feed)} 300 60 604800 60\n@ IN NS localhost.\n`,
  entry({ kind, value }) {
    if (kind !== 'domain') {
      const owner = addressTrigger(value);
      return owner && `${owner} IN CNAME .\n`;
    }
    return value.length > longestName ? '' : `${value} IN CNAME .\n*.${value} IN CNAME .\n`;
  },
  tail: tailOf(';', `names with more than ${longestName} characters`),
};

const text: OutfeedFormat = {
  type: 'text/plain; charset=utf-8',
  head: (feed) => comments('#', feed),
  entry: ({ value }) => `${canonical(value)}\n`,
  tail: tailOf('#', 'entries'),
};

const hosts: OutfeedFormat = {
  type: 'text/plain; charset=utf-8',
  head: (feed) => comments('#', feed),
  entry: ({ kind, value }) => (kind === 'domain' ? `0.0.0.0 ${value}\n` : ''),
  tail: tailOf('#', 'addresses and networks'),
};

const csv: OutfeedFormat = {
  type: 'text/csv; charset=utf-8; header=present',
  head: () => 'value,type,added,confidence,labels\r\n',
  entry: ({ value, kind, added, confidence, labels }) =>
    `${[
      canonical(value),
      kind,
      new Date(added / 1000).toISOString(),
      confidence === 0 ? '' : String(confidence),
      labels.join(';'),
    ]
      .map(field)
      .join(',')}\r\n`,
  tail: () => '',
};

/** Addresses and networks in the form of RFC 5952. */
function canonical(value: string): string {
  const cidr = value.includes('/') ? parseCidr(value) : null;
  const address = parseIp(value);
  return cidr ? formatCidr(cidr) : address ? formatIp(address) : value;
}

/** The formats by the ending of the address. */
export const outfeedFormats: Readonly<Record<string, OutfeedFormat>> = { txt: text, csv, hosts, rpz };
