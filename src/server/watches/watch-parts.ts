import { type OperationId, operations } from '#contract/generated/operations.gen.ts';
import { formatAsn } from '#model/asn.ts';
import { type Cidr, containsAddress, containsCidr, parseCidr } from '#model/cidr.ts';
import { parseIp } from '#model/ip-address.ts';
import { isObject } from '#model/json-value.ts';
import { readVerdictState, verdictWord } from '#model/verdict.ts';
import type { ListRule } from '#server/upstream/operation-rules.ts';
import { ruleOf } from '#server/upstream/operation-rules.ts';
import type { Entry } from './compare.ts';
import { hasRowParts, rowParts } from './row-parts.ts';
import { mostEntries, type WatchTarget } from './watch.ts';
import {
  dayIn,
  listIn,
  type Record_,
  text,
  tooMany,
  Unread,
  type WatchPart,
  type WatchQuestion,
} from './watch-part.ts';

/** The operations whose answers are lists of records with a key: searches in passive DNS, scans, certificates and transfers. */
export function listRuleOf(id: OperationId): ListRule | undefined {
  return operations[id].method === 'GET' ? ruleOf(id)?.list : undefined;
}

/** Whether a GET can be watched as a search. */
export function isWatchable(id: OperationId): boolean {
  return listRuleOf(id) !== undefined || hasRowParts(id);
}

/** The rows of an answer, one more than are compared where that is possible. */
const askedRows = mostEntries + 1;

/**
 * What is read for a watch.
 * @param search the read request of a watch of a search
 */
export function partsOf(target: WatchTarget, search?: WatchQuestion): readonly WatchPart[] {
  if (target.what === 'finding') return [findingsPart({ detector: target.detector }, parseCidr(target.network))];
  if (target.what === 'search') return search ? searchParts(search) : [];
  const { type, subject } = target;
  const findings = findingsPart({ subject });
  if (type === 'domain')
    return [
      listPart('DNS records', ask('padnsForward', { qtype: 'any', qname: subject })),
      listingsPart(ask('domainInfo', { domain: subject }, { explain: 1 })),
      fieldsPart('Risk score', ask('domainRiskScore', { domain: subject }), riskFields),
      fieldsPart('Registration', ask('domainWhois', { domain: subject }), registrationFields),
      findings,
    ];
  if (type === 'name-server')
    return [
      listPart('Domains that use it', ask('padnsReverse', { qtype: 'ns', qname: subject })),
      listingsPart(ask('nsReputation', { nameserver: subject }, { explain: 1 })),
      findings,
    ];
  if (type === 'asn') {
    const asn = Number(subject.replace(/^AS/i, ''));
    return [
      prefixesPart(asn),
      ...rowParts(ask('asnListed', { asn })),
      ...rowParts(ask('asnListedNames', { asn })),
      listingsPart(ask('asnReputation', { asn }, { explain: 1 })),
      findingsPart({ subject: formatAsn(asn) }),
    ];
  }
  if (type === 'subnet') {
    const [network = '', mask = ''] = subject.split('/');
    const isIpv6 = subject.includes(':');
    const ofAddresses = { qtype: isIpv6 ? 'aaaa' : 'a', qname: network };
    const names = listPart('Names', ask('padnsReverse', ofAddresses, { netmask: Number(mask) }));
    if (isIpv6) return [names, findings]; // reputation and contents are those of IPv4
    const path = { subnet: network, mask: Number(mask) };
    return [names, cellsPart(path), listingsPart(ask('subnetReputation', path, { explain: 1 })), findings];
  }
  const record =
    type === 'ipv4' ? ask('ipv4Info', { ipv4: subject }, { explain: 1 }) : ask('ipv6Info', { ipv6: subject });
  return [
    listPart('Names', ask('padnsReverse', { qtype: type === 'ipv4' ? 'a' : 'aaaa', qname: subject })),
    ...(type === 'ipv4'
      ? [
          listPart('TLS servers (JARM)', ask('scanJarm', {}, { ipv4: subject, netmask: 32, window: 36_500 })),
          listPart('TLS certificates', ask('scanCertificates', {}, { ipv4: subject, netmask: 32, window: 36_500 })),
        ]
      : []),
    listingsPart(record),
    fieldsPart('Origin and risk score', record, (found) => [
      ['Origin AS', found['asn'] ? formatAsn(Number(found['asn'])) : ''],
      ['Announced prefix', text(found['subnet'])],
      ...riskFields(found),
    ]),
    findings,
  ];
}

function ask(operationId: OperationId, path: object, query: object = {}): WatchQuestion {
  return { operationId, path, query };
}

function searchParts(search: WatchQuestion): readonly WatchPart[] {
  return listRuleOf(search.operationId) ? [listPart('Records', search)] : rowParts(search);
}

/** A list of records that the rules of the operation identify. */
function listPart(name: string, { operationId, path, query }: WatchQuestion): WatchPart {
  const rule = listRuleOf(operationId);
  if (!rule) throw new TypeError(`${operationId} answers no list`);
  const limit = rule.isByAddress ? 1000 : askedRows;
  const isDated = rule.member === 'records' && rule.key.length === 3;
  return {
    name,
    ...((isDated || operationId === 'nsTransfers') && { history: 'dns' }),
    question: { operationId, path, query: { ...query, limit } },
    read(response) {
      const list = listIn(response, rule.member);
      if (list.length >= limit) throw tooMany(limit - 1, rule.isByAddress ? 'addresses' : 'records');
      const entries = rule.isByAddress
        ? list.flatMap((each) => scanEntries(rule, each))
        : list.map((each) => entryOf(rule, each, operationId));
      if (entries.length > mostEntries) throw tooMany(mostEntries, 'records');
      return entries;
    },
  };
}

const namedAnswers: ReadonlySet<string> = new Set(['A', 'AAAA', 'CNAME', 'MX', 'NS']);

/** Header lines that differ in each answer of the same server. */
const passingHeaders: ReadonlySet<string> = new Set([
  'age',
  'date',
  'etag',
  'expires',
  'last-modified',
  'set-cookie',
  'x-request-id',
  'cf-ray',
  'content-length',
]);

function lastingHeaders(headers: Record_): string {
  const lines = Object.entries(headers).filter(([name]) => !passingHeaders.has(name.toLowerCase()));
  return lines
    .map(([name, value]) => `${name}: ${text(value)}`)
    .toSorted()
    .join('; ');
}

function entryOf(rule: ListRule, record: Record_, operationId?: OperationId): Entry {
  // the day of a scan is a time, not what was found
  const keys = rule.key.filter((name) => name !== 'date');
  const values = keys.map((names) =>
    names
      .split('|')
      .map((name) => record[name])
      .find((value) => value !== undefined),
  );
  const [query = '', type = '', answer = ''] = values.map(text);
  const isDns = rule.member === 'records' && values.length === 3;
  return {
    key: isDns ? `${query} ${type} ${answer}` : values.map(keyText).filter(Boolean).join(' · '),
    value: '',
    subject:
      operationId === 'padnsForward' && namedAnswers.has(type)
        ? answer
        : text(record['domain'] ?? record['host'] ?? query),
    since: dayIn([...rule.first, ...rule.order.filter((name) => !name.includes('last'))].map((name) => record[name])),
  };
}

function keyText(value: unknown): string {
  return isObject(value) ? lastingHeaders(value) : text(value);
}

/** `{<address>: records}`, or for open directories `{<address>: {<day>: files}}`. */
function scanEntries(rule: ListRule, byAddress: Record_): Entry[] {
  return Object.entries(byAddress).flatMap(([address, found]) => {
    const lists = Array.isArray(found) ? [found] : Object.values(isObject(found) ? found : {});
    return lists
      .flatMap((list) => (Array.isArray(list) ? list.filter(isObject) : []))
      .map((record): Entry => {
        const { key, since } = entryOf(rule, record);
        return { key: `${address} · ${key}`, value: '', subject: address, since };
      });
  });
}

/** The one record of an answer: the first object in it. */
function recordIn(response: unknown): Record_ {
  const found = isObject(response) ? Object.values(response).flat().find(isObject) : undefined;
  const record = found ?? {};
  // a score is the record itself
  return isObject(response) && ('sp_risk_score' in response || 'listings' in response) ? response : record;
}

/** The lists that name the subject. */
function listingsPart(question: WatchQuestion): WatchPart {
  return {
    name: 'Lists',
    question,
    history: 'lists',
    read: (response) => {
      const { listings = [], listings_total: total } = recordIn(response) as {
        listings?: unknown;
        listings_total?: number;
      };
      const list = Array.isArray(listings) ? listings.filter(isObject) : [];
      if (total !== undefined && total > list.length)
        throw new Unread(`${total} list entries name it, more than an answer has, so they cannot be compared.`);
      const entries = list.map((listing) => ({
        key: [listing['title'], listing['category'], listing['subject']].map(text).filter(Boolean).join(' · '),
        value: listing['is_open'] === true ? 'listed' : 'withdrawn',
        subject: '',
        since: dayIn([listing['first_listed']]),
      }));
      // of what a list named again after a gap, the newest counts, which comes first
      return [...new Map(entries.toReversed().map((entry) => [entry.key, entry])).values()];
    },
  };
}

/** Named values of one record; those that are not known are left out. */
function fieldsPart(
  name: string,
  question: WatchQuestion,
  fields: (record: Record_) => readonly (readonly [label: string, value: string])[],
): WatchPart {
  return {
    name,
    question,
    read: (response) =>
      fields(recordIn(response))
        .filter(([, value]) => value !== '')
        .map(([label, value]) => ({ key: label, value, subject: '', since: null })),
  };
}

/** The word of the page, with the band of the score: a score moves a little every day. */
function riskFields({ sp_risk_score: score, verdict }: Record_): [string, string][] {
  return [['Verdict', verdictWord(readVerdictState(verdict), typeof score === 'number' ? score : undefined)]];
}

/** Of the newest whois record. */
function registrationFields(record: Record_): [string, string][] {
  if ('error' in record) return [];
  const labels = {
    registrar: 'Registrar',
    created: 'Created',
    expires: 'Expires',
    name: 'Registrant',
    org: 'Organization',
    country: 'Country',
    emails: 'E-mail addresses',
    nameservers: 'Name servers',
  };
  return Object.entries(labels).map(([field, label]): [string, string] => {
    const value = record[field];
    return [label, Array.isArray(value) ? value.map(text).toSorted().join(' ') : text(value)];
  });
}

/** Findings of a detector, or about a subject; of those in the network, if one is given. */
function findingsPart(
  query: { readonly detector?: string; readonly subject?: string },
  network: Cidr | null = null,
): WatchPart {
  return {
    name: 'Findings',
    history: 'findings',
    question: ask('findings', {}, { ...query, state: 'current', limit: 1000, skip: 0 }),
    read(response) {
      const { total, detectors } = response as { total?: number; detectors?: unknown };
      const states = Array.isArray(detectors) ? detectors.filter(isObject) : [];
      const own = states.find(({ id }) => id === query.detector);
      if (own && own['state'] !== 'found') throw new Unread(whyNotRun(own));
      if (own?.['is_cut'] === true)
        throw new Unread('The detector found more than are kept, so they cannot be compared.');
      const records = listIn(response, 'records');
      if ((total ?? 0) > records.length) throw tooMany(records.length, 'findings');
      return records
        .filter((record) => !network || isIn(network, record))
        .map((record) => ({
          key: `${detectorTitle(states, record['detector'])} · ${text(record['subject'])}`,
          value: '',
          subject: text(record['subject']),
          since: dayIn([record['appeared']]),
        }));
    },
  };
}

function detectorTitle(detectors: readonly Record_[], id: unknown): string {
  return text(detectors.find((each) => each['id'] === id)?.['title'] ?? id);
}

function whyNotRun({ state, missing, error }: Record_): string {
  if (state === 'missing') return `The detector lacks data: ${(missing as readonly string[]).join(', ')}.`;
  return state === 'failed' ? `The detector failed: ${text(error)}` : 'The detector has not run yet.';
}

/** Whether the subject of a finding, or an address or network in its evidence, is in the network. */
function isIn(network: Cidr, record: Record_): boolean {
  const evidence = Array.isArray(record['evidence']) ? record['evidence'].filter(isObject) : [];
  return [record['subject'], ...evidence.map(({ value }) => value)].some((value) => {
    const [address, cidr] = [parseIp(text(value)), parseCidr(text(value))];
    return (address && containsAddress(network, address)) ?? (cidr && containsCidr(network, cidr)) ?? false;
  });
}

function prefixesPart(asn: number): WatchPart {
  return {
    name: 'Announced prefixes',
    question: { operationId: 'asnSubnetsBulk', path: {}, query: {}, body: { asns: [asn] } },
    read(response) {
      const { subnets } = recordIn(response) as { subnets?: unknown };
      const list = Array.isArray(subnets) ? subnets.map(text) : [];
      if (list.length > mostEntries) throw tooMany(mostEntries, 'prefixes');
      return list.map((prefix) => ({ key: prefix, value: '', subject: prefix, since: null }));
    },
  };
}

/** Addresses of a subnet, or the /24 in it, that a list names. */
function cellsPart(path: object): WatchPart {
  return {
    name: 'Listed addresses',
    question: ask('subnetContents', path),
    read: (response) => {
      if (isObject(response) && response['cell_length'] === null)
        throw new Unread('The network is too large: the listed addresses of a /16 or smaller are compared.');
      return listIn(response, 'cells')
        .filter(({ ips_listed: listed }) => Number(listed) > 0)
        .map(({ cell, lists }) => ({
          key: text(cell),
          value: Array.isArray(lists) ? lists.map(text).join(', ') : '',
          subject: text(cell),
          since: null,
        }));
    },
  };
}
