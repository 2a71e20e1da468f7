import { parse } from 'tldts';
import { parameters } from '#contract/generated/parameters.gen.ts';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import { parseAsn } from '#model/asn.ts';
import { type Cidr, containsAddress, parseCidr, subnetOf } from '#model/cidr.ts';
import { embeddedIpv4 } from '#model/embedded-ipv4.ts';
import { formatIp, parseIp, unmapIpv4 } from '#model/ip-address.ts';
import { internalZoneOf, isInternal, isReserved } from '#model/reserved-space.ts';

/** Subjects that the operator withholds from the provider, besides private names and addresses. */
export interface NeverSend {
  /** Lower case, without a trailing dot. Each covers itself and every name below it. */
  readonly domains: readonly string[];
  readonly networks: readonly Cidr[];
  readonly asns: readonly number[];
  /** The original entries. */
  readonly entries: readonly string[];
}

/** Reads one entry per element. @throws Error that says what an entry may be */
export function readNeverSend(entries: readonly string[]): NeverSend {
  const domains: string[] = [];
  const networks: Cidr[] = [];
  const asns: number[] = [];
  for (const entry of entries) {
    const cidr = parseCidr(entry) ?? parseCidr(`${entry}/${entry.includes(':') ? 128 : 32}`);
    const asn = /^as\d+$/i.test(entry) ? parseAsn(entry) : null;
    const name = asciiName(entry.replace(/^\*?\./, ''));
    if (cidr) networks.push(cidr);
    else if (asn !== null) asns.push(asn);
    else if (name !== null) domains.push(name);
    else
      throw new Error(`${entry} is not a domain, an address, a network such as 192.0.2.0/24, or an AS such as AS64500`);
  }
  return { domains, networks, asns, entries };
}

interface Asked {
  readonly path?: object;
  readonly query?: object;
  readonly body?: object;
}

/**
 * Why a query must not be sent; undefined when it may. Every value of the query is checked.
 * A pattern whose matches cannot be determined is not sent.
 */
export function whyWithheld(id: OperationId, asked: Asked, never: NeverSend): string | undefined {
  const places = { path: asked.path ?? {}, query: asked.query ?? {}, body: asked.body ?? {} };
  const range = rangeOf({ ...places.path, ...places.query });
  const kept = range && whyNetworkWithheld(range, never);
  if (kept !== undefined) return kept;
  for (const [place, values] of Object.entries(places))
    for (const [name, value] of Object.entries(values as Record<string, unknown>)) {
      const known = parameters[id].find((each) => each.name === name && each.in === place);
      if (known?.enum || known?.flag || known?.time || known?.format === 'date') continue;
      for (const text of [value].flat().map(String)) {
        const reason = whyValueWithheld(name, text, never);
        if (reason !== undefined) return reason;
      }
    }
  return undefined;
}

/** An address and the length alongside it, which together select a network (A3 to A7, D12, D13, E1 to E4). */
function rangeOf(values: Readonly<Record<string, unknown>>): Cidr | undefined {
  const length = values['netmask'] ?? values['mask'];
  if (length === undefined) return undefined;
  const texts = [values['ipv4'], values['subnet'], values['qanswer'], values['qname']].filter(
    (each) => each !== undefined,
  );
  const address = texts.map((text) => parseIp(String(text))).find((each) => each !== null);
  return (address && subnetOf(address, Number(length))) ?? undefined;
}

/** Parameters with names: there, a word without a dot is a host of the local network. */
const nameParameters = new Set([
  'domain',
  'domains',
  'qname',
  'qanswer',
  'query',
  'nameserver',
  'nsname',
  'mxname',
  'name',
  'from_ns',
  'to_ns',
]);
const asnParameters = new Set(['asn', 'asns', 'asnum']);
const numbers = new Set(['netmask', 'mask', 'limit', 'skip', 'window', 'dates', 'mmh3', 'days', 'limit_by_n']);

/** @param name of the parameter */
export function whyValueWithheld(name: string, value: string, never: NeverSend): string | undefined {
  if (value === '' || value === '_' || numbers.has(name)) return undefined;
  const text = plain(value);
  if (asnParameters.has(name) || /^as\d+$/.test(text)) return whyAsnWithheld(text, never);
  if (name.includes('regex')) return whyRegexWithheld(value, never);
  const network = parseCidr(text) ?? undefined;
  const address = network ? undefined : parseIp(text);
  if (network) return whyNetworkWithheld(network, never);
  if (address) return whyAddressWithheld(text, never);
  const pointed = addressOfPointerName(text);
  if (pointed !== undefined) return whyAddressWithheld(pointed, never);
  if (text.includes('*')) return whyWildcardWithheld(text, never);
  const url = urlHost(text);
  if (url !== undefined) return whyValueWithheld('domain', url, never) ?? whyTextWithheld(text, never);
  // compare the end of a name: a look-alike that begins with an own name may be queried
  if (isName(text) && nameParameters.has(name)) return whyNameWithheld(text, never);
  return whyTextWithheld(text, never);
}

const own = (entry: string) => `${entry} is on the never-send list.`;

function whyNameWithheld(text: string, never: NeverSend): string | undefined {
  const name = asciiName(text) ?? text;
  const zone = internalZoneOf(name);
  if (zone !== null) return `Names under .${zone} belong to this network.`;
  const entry = never.domains.find((domain) => name === domain || name.endsWith(`.${domain}`));
  if (entry !== undefined) return own(entry);
  const isPublic = parse(name, { allowPrivateDomains: false }).isIcann === true || isReserved('domain', name);
  const isHash = /^[0-9a-f]{16,}$/.test(name) || /^\d+$/.test(name);
  if (!name.includes('.') && !isPublic && !isHash && name !== 'self')
    return 'A name without a dot belongs to this network.';
  return undefined;
}

function whyAddressWithheld(text: string, never: NeverSend): string | undefined {
  const parsed = parseIp(text);
  if (!parsed) return undefined;
  const inside = embeddedIpv4(parsed).flatMap((four) => parseIp(four) ?? []);
  for (const address of [parsed, unmapIpv4(parsed), ...inside]) {
    const entry = never.networks.findIndex((network) => containsAddress(network, address));
    if (entry >= 0) return `${text} is on the never-send list.`;
  }
  const isPrivate = [text, ...embeddedIpv4(parsed)].some((each) =>
    isInternal(each.includes(':') ? 'ipv6' : 'ipv4', each),
  );
  return isPrivate ? `${text} is a private address.` : undefined;
}

function whyNetworkWithheld(asked: Cidr, never: NeverSend): string | undefined {
  const overlaps = never.networks.some(
    (network) => containsAddress(network, asked.network) || containsAddress(asked, network.network),
  );
  if (overlaps) return 'The network overlaps with one on the never-send list.';
  const first = formatIp(asked.network);
  return isInternal(asked.network.version === 4 ? 'ipv4' : 'ipv6', first) ? 'The network is a private one.' : undefined;
}

function whyAsnWithheld(text: string, never: NeverSend): string | undefined {
  const asn = parseAsn(text.replace(/^as/, ''));
  return asn !== null && never.asns.includes(asn) ? own(`AS${asn}`) : undefined;
}

/** A pattern that contains an own domain or was written to match one, unless it matches a whole zone. */
function whyWildcardWithheld(pattern: string, never: NeverSend): string | undefined {
  const literal = pattern.replaceAll('*', '').replace(/^\.|\.$/g, '');
  const internal = internalZoneOf(pattern.slice(pattern.lastIndexOf('.') + 1));
  if (internal !== null && pattern.includes('.')) return `Names under .${internal} belong to this network.`;
  const glob = globOf(pattern);
  return never.domains
    .filter((domain) => {
      if (literal.includes(domain)) return true;
      const suffix = parse(domain, { allowPrivateDomains: false }).publicSuffix ?? '';
      const isWide = literal === '' || suffix === literal || suffix.endsWith(`.${literal}`);
      return !isWide && [domain, `www.${domain}`, `a.b.${domain}`].some((name) => glob.test(name));
    })
    .map(own)[0];
}

/**
 * RE2 and JavaScript hardly differ for names. An expression that JavaScript cannot compile is withheld when there is anything
 * to protect; one that matches an own name is withheld unless it matches any name of that zone.
 */
function whyRegexWithheld(expression: string, never: NeverSend): string | undefined {
  const text = expression.toLowerCase();
  const literal = text.replace(/\\(.)/g, '$1').replace(/\[(.)\]/g, '$1');
  const zone = /\.([a-z]+)\)*\$?$/.exec(literal)?.[1];
  if (zone !== undefined && internalZoneOf(zone) !== null) return `Names under .${zone} belong to this network.`;
  const named = never.domains.find((domain) => literal.includes(domain));
  if (named !== undefined) return own(named);
  if (never.domains.length === 0) return undefined;
  const compiled = javascriptOf(expression);
  if (!compiled) return 'It cannot be determined whether the expression matches a domain on the never-send list.';
  return never.domains
    .filter((domain) => {
      const suffix = parse(domain, { allowPrivateDomains: false }).publicSuffix ?? '';
      const isWide = strangers.every((name) => compiled.test(`${name}.${suffix}`));
      return !isWide && [domain, `www.${domain}`, `a.b.${domain}`].some((name) => compiled.test(name));
    })
    .map(own)[0];
}

/** Unrelated names, to detect expressions that match everything. */
const strangers = ['qx7zk2vjw', 'www.ooeeuu-yl', 'k.pfh'];

const posix: Readonly<Record<string, string>> = {
  '[:alpha:]': 'a-z',
  '[:digit:]': '0-9',
  '[:alnum:]': 'a-z0-9',
  '[:word:]': '\\w',
  '[:lower:]': 'a-z',
  '[:upper:]': 'a-z',
  '[:xdigit:]': '0-9a-f',
};

function javascriptOf(expression: string): RegExp | undefined {
  const plainer = Object.entries(posix)
    .reduce((text, [name, range]) => text.replaceAll(name, range), expression)
    .replace(/^\(\?[imsU]+\)/, '')
    .replace(/\(\?P</g, '(?<')
    .replace(/\\A/g, '^')
    .replace(/\\z/g, '$');
  // nested repetition can take exponential time in JavaScript, but not in RE2
  if (/\([^)]*[+*][^)]*\)[+*{]/.test(plainer) || plainer.length > 500) return undefined;
  try {
    return new RegExp(plainer, 'i');
  } catch {
    return undefined;
  }
}

/** Free text: a header, an issuer, a TXT record, an email address. */
function whyTextWithheld(text: string, never: NeverSend): string | undefined {
  const named = never.domains.find((domain) => text.includes(domain));
  if (named !== undefined) return own(named);
  const addresses = text.match(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g) ?? [];
  return addresses.map((address) => whyAddressWithheld(address, never)).find((reason) => reason !== undefined);
}

/** Lower case, refanged, decoded, in ASCII. */
function plain(value: string): string {
  const text = value
    .trim()
    .toLowerCase()
    .replaceAll('[.]', '.')
    .replaceAll('(.)', '.')
    .replace(/[\u3002\uff0e\uff61]/g, '.')
    .replace(/\.$/, '');
  return asciiName(text) ?? text;
}

function isName(text: string): boolean {
  return /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(text);
}

function asciiName(text: string): string | null {
  const bare = text.toLowerCase().replace(/\.$/, '');
  if (isName(bare)) return bare;
  if (!/^[^\s/:@?#%*\\[\](){}|^$+]+$/.test(bare) || bare === '') return null;
  try {
    return new URL(`http://${bare}`).hostname;
  } catch {
    return null;
  }
}

function urlHost(text: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]*:\/\//.test(text)) return undefined;
  try {
    return new URL(text).hostname.replace(/^\[|\]$/g, '');
  } catch {
    return undefined;
  }
}

function addressOfPointerName(name: string): string | undefined {
  const four = /^((?:\d{1,3}\.){4})in-addr\.arpa$/.exec(name)?.[1];
  if (four) return four.split('.').filter(Boolean).toReversed().join('.');
  const six = /^((?:[0-9a-f]\.){32})ip6\.arpa$/.exec(name)?.[1];
  if (!six) return undefined;
  const digits = six.split('.').filter(Boolean).toReversed().join('');
  return digits.match(/.{4}/g)?.join(':');
}

function globOf(pattern: string): RegExp {
  const parts = pattern.replace(/\*+/g, '*').split('*').slice(0, 8);
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`);
}
