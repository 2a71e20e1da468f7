import { isObject, type JsonObject, listOf, parsedJson, textOf } from '#model/json-value.ts';
import type { LogEntry } from '#server/ingest/logs/log-reader.ts';
import { type LoggedAnswer, responseEntries, unreadable, zoneData } from './dns-answers.ts';
import { at, eventReader, type Field, oneOrMore } from './json-events.ts';
import { portsSkip, readTtl, reasons, reject, skip, typeName } from './values.ts';

// DNS events in JSON, one per line. Each format says where it has the parts of an event (DnsFields); `readDns` reads all formats.

/** Where a format has the parts of a DNS event. */
export interface DnsFields {
  /** Why an event is not read; undefined for one that may hold records. */
  readonly refusal: (event: JsonObject) => LogEntry | undefined;
  /** As `readTime` takes it. */
  readonly time: Field;
  /** The name and type asked for. */
  readonly query: Field;
  readonly type: Field;
  /** @param asked the type asked for; '' where the event has none */
  readonly answers: (event: JsonObject, asked: string) => readonly LoggedAnswer[];
  /** Whether the event holds only some of the answers. */
  readonly isPart?: (event: JsonObject) => boolean;
}

/** The records of a DNS event, or why it holds none. */
export function readDns(fields: DnsFields, event: JsonObject): readonly LogEntry[] {
  const refusal = fields.refusal(event);
  if (refusal) return [refusal];
  const type = typeName(fields.type(event));
  return responseEntries({
    time: fields.time(event),
    query: textOf(fields.query(event)),
    type,
    answers: fields.answers(event, type),
    isPart: fields.isPart?.(event) === true,
  });
}

/** Numbers are milliseconds. One before 1973 was written in seconds by mistake, so the time is unknown. */
export function inMilliseconds(field: Field): Field {
  return (event) => {
    const time = field(event);
    if (typeof time !== 'number') return time;
    return time < 1e11 ? undefined : time / 1000;
  };
}

/** An answer of a list; formats spell its fields differently. */
function answerOf(item: unknown, asked: string): LoggedAnswer {
  if (!isObject(item)) return unreadable;
  const name = item['name'] ?? '';
  const type = typeName(item['type'] ?? item['Type']);
  const data = serviceOf(item, item['data'] ?? item['rdata'] ?? item['Rdata'] ?? item['RData'] ?? '');
  return {
    name: typeof name === 'string' ? name : undefined,
    type,
    data: typeof data === 'string' ? zoneData(type || asked, data) : undefined,
    ttl: readTtl(item['ttl'] ?? item['TTL']),
  };
}

/** Packetbeat and Suricata write an SRV record in parts. @param target its name */
function serviceOf({ priority, weight, port }: JsonObject, target: unknown): unknown {
  const numbers = [priority, weight, port];
  if (typeof target !== 'string' || numbers.some((each) => typeof each !== 'number')) return target;
  return `${numbers.join(' ')} ${target}`;
}

function flatAnswer(value: unknown): LoggedAnswer {
  return typeof value === 'string' ? { name: '', type: '', data: value, ttl: 0 } : unreadable;
}

function listedAt(field: Field): DnsFields['answers'] {
  return (event, asked) => listOf(field(event)).map((each) => answerOf(each, asked));
}

/** DNS events of the Elastic Common Schema: Packetbeat, Winlogbeat (Sysmon), integrations of the Elastic Agent. */
export const ecsDns: DnsFields = {
  refusal(document) {
    const reason = portsSkip(ecs.sourcePort(document), ecs.destinationPort(document));
    if (reason !== undefined) return skip(reason);
    return ecs.kind(document) === 'query' && ecsAnswers(document, '').length === 0 ? skip(reasons.query) : undefined;
  },
  time: inMilliseconds(at('@timestamp')),
  query: at('dns.question.name'),
  type: at('dns.question.type'),
  answers: ecsAnswers,
};

const ecs = {
  sourcePort: at('source.port'),
  destinationPort: at('destination.port'),
  kind: at('dns.type'),
  listed: at('dns.answers'),
  columns: ['name', 'type', 'data', 'ttl'].map((name) => at(`dns.answers.${name}`)),
  addresses: at('dns.resolved_ip'),
  others: [at('dns.authorities'), at('dns.additionals')],
};

export function isEcsDns(document: JsonObject): boolean {
  const fields = [ecsDns.query, ecs.kind, ecs.listed, ...ecs.columns, ecs.addresses];
  return fields.some((field) => field(document) !== undefined);
}

function ecsAnswers(document: JsonObject, asked: string): readonly LoggedAnswer[] {
  const answers = ecsSection(document, asked);
  if (answers.length === 0) return oneOrMore(ecs.addresses(document)).map(flatAnswer);
  // Packetbeat can log the other sections; records without owners cannot be assigned to a name
  const others = ecs.others.flatMap((field) => listOf(field(document))).map((each) => answerOf(each, ''));
  return [...answers, ...others.filter(({ name }) => name !== '')];
}

/** A list of answers, or the same as columns: `{"dns.answers.data": [...], "dns.answers.name": [...]}`. */
function ecsSection(document: JsonObject, asked: string): readonly LoggedAnswer[] {
  const listed = ecs.listed(document);
  if (Array.isArray(listed)) return listed.map((each) => answerOf(each, asked));
  const [names = [], types = [], data = [], ttls = []] = ecs.columns.map((field) => oneOrMore(field(document)));
  // columns of unequal length cannot be paired
  const cell = (column: readonly unknown[], index: number) =>
    column.length === data.length ? column[index] : undefined;
  return data.map((each, index) =>
    answerOf({ name: cell(names, index), type: cell(types, index), data: each, ttl: cell(ttls, index) }, asked),
  );
}

const ocsfPorts = [at('src_endpoint.port'), at('dst_endpoint.port')] as const;
const ocsf: DnsFields = {
  refusal(event) {
    const { class_uid: kind, activity_id: activity, action_id: action, disposition_id: disposition } = event;
    if (typeof kind !== 'number') return reject('class_uid is missing');
    if (kind !== 4003) return skip(reasons.notDns);
    const reason = portsSkip(ocsfPorts[0](event), ocsfPorts[1](event));
    if (reason !== undefined) return skip(reason);
    if (activity === 1) return skip(reasons.query);
    if (activity !== 2 && activity !== 6) return skip('neither a DNS response nor DNS traffic');
    // 2 is "Denied" of one and "Blocked" of the other
    return action === 2 || disposition === 2 ? skip(reasons.policy) : undefined;
  },
  time: inMilliseconds(at('time')),
  query: at('query.hostname'),
  type: at('query.type'),
  answers: listedAt(at('answers')),
};

/** Open Cybersecurity Schema Framework, class DNS Activity: Amazon Security Lake and others. */
export const readOcsf = eventReader({
  format: 'ocsf',
  title: 'OCSF DNS Activity (class 4003)',
  isOwn: ({ class_uid: kind, activity_id: activity }) => typeof kind === 'number' && typeof activity === 'number',
  read: (event) => readDns(ocsf, event),
});

const route53: DnsFields = {
  refusal({ query_timestamp: time, query_name: name, firewall_rule_action: action }) {
    if ((time ?? name ?? undefined) === undefined) return reject('not an event of the Route 53 Resolver');
    return action === 'BLOCK' ? skip(reasons.policy) : undefined;
  },
  time: at('query_timestamp'),
  query: at('query_name'),
  type: at('query_type'),
  answers: listedAt(at('answers')),
};

/** Query logs of the Amazon Route 53 Resolver. */
export const readRoute53 = eventReader({
  format: 'route53',
  title: 'Amazon Route 53 Resolver query log',
  isOwn: (event) => 'query_timestamp' in event && 'query_name' in event,
  read: (event) => readDns(route53, event),
});

// In storage, Azure writes columns in lower case with underscores.
const gatewayName = at('QueryName', 'query_name');
const gatewayAction = at('ResolverPolicyRuleAction', 'resolverpolicy_rule_action');

const gateway: Omit<DnsFields, 'answers'> = {
  refusal(row) {
    if (typeof gatewayName(row) !== 'string') return reject(reasons.noName);
    const [decision, action] = [textOf(row['ResolverDecision']), gatewayAction(row)];
    const isRewritten = decision.startsWith('blocked') || decision.startsWith('override');
    return isRewritten || action === 'Deny' || action === 'Block' ? skip(reasons.policy) : undefined;
  },
  time: gatewayTime(at('Datetime', 'TimeGenerated', 'time')),
  query: gatewayName,
  type: at('QueryTypeName', 'QueryType', 'query_type'),
};
const azure: DnsFields = { ...gateway, answers: azureAnswers };
const cloudflare: DnsFields = { ...gateway, answers: cloudflareAnswers };

/** DNSQueryLogs of Azure (diagnostic settings, Log Analytics) and gateway_dns of Cloudflare Logpush. */
export const readGateway = eventReader({
  format: 'dns-gateway',
  title: 'Azure DNSQueryLogs or Cloudflare Gateway DNS',
  isOwn(event) {
    const row = gatewayRow(event);
    if (row === event && !('QueryName' in row)) return false;
    return typeof gatewayName(row) === 'string' && (isAzure(row) || 'ResolvedIPs' in row || 'CNAMEs' in row);
  },
  read(event) {
    const row = gatewayRow(event);
    return readDns(isAzure(row) ? azure : cloudflare, row);
  },
});

/** Azure wraps what it writes to storage and event hubs: `{"time": ..., "properties": {...}}`. */
function gatewayRow(event: JsonObject): JsonObject {
  const { properties, time, TimeGenerated } = event;
  return isObject(properties) ? { time, TimeGenerated, ...properties } : event;
}

function isAzure(row: JsonObject): boolean {
  return 'Answer' in row || 'answer' in row;
}

/** Logpush writes numbers in seconds or nanoseconds, depending on its job. */
function gatewayTime(field: Field): Field {
  return (event) => {
    const time = field(event);
    if (typeof time !== 'number' || time < 1e11) return time;
    return time < 1e16 ? time / 1000 : time / 1e9;
  };
}

/** Log Analytics exports the list as text. */
function azureAnswers(row: JsonObject, asked: string): readonly LoggedAnswer[] {
  const answer = row['Answer'] ?? row['answer'];
  const listed = typeof answer === 'string' && answer !== '' ? parsedJson(answer) : answer;
  if (!Array.isArray(listed)) return answer === undefined || answer === null || answer === '' ? [] : [unreadable];
  return listed.map((each: unknown) => {
    if (typeof each !== 'string') return answerOf(each, asked);
    return each.startsWith('{') ? answerOf(parsedJson(each), asked) : flatAnswer(each);
  });
}

function cloudflareAnswers(row: JsonObject, asked: string): readonly LoggedAnswer[] {
  const aliases = listOf(row['CNAMEs']).map((each) => ({ ...flatAnswer(each), type: 'CNAME' }));
  // in the response to an HTTPS query, addresses are hints and not records
  const isOfAddresses = asked === '' || asked === 'A' || asked === 'AAAA' || asked === 'ANY';
  return isOfAddresses ? [...aliases, ...listOf(row['ResolvedIPs']).map(flatAnswer)] : aliases;
}

/**
 * DNS events of Suricata. Version 1 (before 4.1): an event for each answer. Version 2: the question at the top, answers in a list, by type
 * ("grouped"), or both. Version 3 (Suricata 8): questions in a list too, and "response" instead of "answer".
 */
export const eveDns: DnsFields = {
  refusal({ src_port: source, dest_port: destination, dns }) {
    const reason = portsSkip(source, destination);
    if (reason !== undefined) return skip(reason);
    if (!isObject(dns)) return reject('the event has no dns object');
    // a request of version 3 has an rcode as well, so only the type tells them apart
    if (dns['type'] === 'query' || dns['type'] === 'request') return skip(reasons.query);
    const isAnswer = dns['type'] === 'answer' || dns['type'] === 'response';
    return isAnswer ? undefined : reject('dns.type is neither a query nor an answer');
  },
  time: at('timestamp'),
  query: (event) => eveOwner(eveQuestion(event)['rrname']),
  type: (event) => eveQuestion(event)['rrtype'],
  answers: (event) => eveAnswers(dnsOf(event)),
  isPart({ dns }) {
    if (!isObject(dns)) return false;
    return dns['tc'] === true || isVersion1(dns);
  },
};

function dnsOf({ dns }: JsonObject): JsonObject {
  return isObject(dns) ? dns : {};
}

function eveQuestion(event: JsonObject): JsonObject {
  const dns = dnsOf(event);
  const [question] = listOf(dns['queries']);
  return isObject(question) ? question : dns;
}

function isVersion1({ answers, grouped, rdata, ttl }: JsonObject): boolean {
  return answers === undefined && !isObject(grouped) && (rdata !== undefined || ttl !== undefined);
}

function eveAnswers(dns: JsonObject): readonly LoggedAnswer[] {
  const { answers, grouped, authorities, additionals } = dns;
  if (isVersion1(dns)) return [eveAnswer(dns)];
  if (answers !== undefined && !Array.isArray(answers)) return [unreadable];
  const others = [...listOf(authorities), ...listOf(additionals)].map(eveAnswer);
  if (answers !== undefined) return [...answers.map(eveAnswer), ...others];
  return isObject(grouped) ? [...groupedAnswers(grouped), ...others] : others;
}

function eveAnswer(answer: unknown): LoggedAnswer {
  if (!isObject(answer)) return unreadable;
  const { rrname, rrtype, ttl, rdata, soa, srv } = answer;
  const type = typeName(rrtype);
  return { name: eveOwner(rrname), type, data: eveData(type, rdata ?? soa ?? srv), ttl: readTtl(ttl) };
}

/** Suricata writes the root as an empty name. */
function eveOwner(name: unknown): string | undefined {
  if (name === '') return '.';
  return typeof name === 'string' ? name : undefined;
}

/** `{"CNAME": ["a.example"], "A": ["192.0.2.1", "192.0.2.2"]}`: without owners and TTLs. */
function groupedAnswers(grouped: JsonObject): readonly LoggedAnswer[] {
  return Object.entries(grouped).flatMap(([name, values]) => {
    if (!Array.isArray(values)) return [unreadable];
    const type = typeName(name);
    return values.map((value: unknown) => ({ name: '', type, data: eveData(type, value), ttl: 0 }));
  });
}

/** The data of SOA and SRV are objects. */
function eveData(type: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return '';
  const text = isObject(value) ? (type === 'SRV' ? serviceOf(value, value['name']) : value['mname']) : value;
  return typeof text === 'string' ? text : undefined;
}
