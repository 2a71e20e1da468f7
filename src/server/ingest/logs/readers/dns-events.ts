import type { LogEntry } from '#server/ingest/logs/log-reader.ts';
import { type LoggedAnswer, responseEntries, unreadable, zoneData } from './dns-answers.ts';
import { at, eventReader, type Field, oneOrMore } from './json-events.ts';
import {
  isObject,
  listOf,
  type LogObject,
  parsedJson,
  portsSkip,
  readTtl,
  reasons,
  rejected,
  skipped,
  textOf,
  typeName,
} from './values.ts';

// DNS events in JSON, one a line. Each format says where the parts of an event are (DnsFields); `readDns` reads all of them.

/** Says why an event holds no records; undefined when it may hold some. */
type Rule = (event: LogObject) => readonly LogEntry[] | undefined;

/** Where a format has the parts of a DNS event. */
export interface DnsFields {
  /** In this order: the first that says why decides. */
  readonly rules: readonly Rule[];
  /** As `readTime` takes it. */
  readonly time: Field;
  /** The name and type asked for. */
  readonly query: Field;
  readonly type: Field;
  /** @param asked the type asked for; '' where the event does not say */
  readonly answers: (event: LogObject, asked: string) => readonly LoggedAnswer[];
  /** Whether the event holds some of the answers only. */
  readonly isPart?: (event: LogObject) => boolean;
}

export function readDns(fields: DnsFields, event: LogObject): readonly LogEntry[] {
  const reason = firstReason(fields.rules, event);
  if (reason) return reason;
  const type = typeName(fields.type(event));
  return responseEntries({
    time: fields.time(event),
    query: textOf(fields.query(event)),
    type,
    answers: fields.answers(event, type),
    isPart: fields.isPart?.(event) === true,
  });
}

function firstReason(rules: readonly Rule[], event: LogObject): readonly LogEntry[] | undefined {
  for (const rule of rules) {
    const found = rule(event);
    if (found) return found;
  }
  return undefined;
}

function skipIf(field: Field, test: (value: unknown) => boolean, reason: string): Rule {
  const entries = skipped(reason);
  return (event) => (test(field(event)) ? entries : undefined);
}

function rejectIf(field: Field, test: (value: unknown) => boolean, reason: string): Rule {
  const entries = rejected(reason);
  return (event) => (test(field(event)) ? entries : undefined);
}

const is =
  (...values: readonly unknown[]) =>
  (value: unknown) =>
    values.includes(value);
const isNot =
  (...values: readonly unknown[]) =>
  (value: unknown) =>
    !values.includes(value);

/** For NetBIOS, mDNS and LLMNR, which some sensors log as DNS. */
function otherPorts(one: string, other: string): Rule {
  const [first, second] = [at(one), at(other)];
  return (event) => {
    const reason = portsSkip(first(event), second(event));
    return reason === undefined ? undefined : skipped(reason);
  };
}

/** Numbers are milliseconds; one that would be before 1973 was written in seconds, and its day is wrong by decades. */
export function inMilliseconds(field: Field): Field {
  return (event) => {
    const time = field(event);
    if (typeof time !== 'number') return time;
    return time < 1e11 ? undefined : time / 1000;
  };
}

/** An answer in a list; formats differ in the spelling of its fields. */
function answerOf(item: unknown, asked: string): LoggedAnswer {
  if (!isObject(item)) return unreadable;
  const name = item['name'] ?? '';
  const type = typeName(item['type'] ?? item['Type']);
  const data = item['data'] ?? item['rdata'] ?? item['Rdata'] ?? item['RData'] ?? '';
  return {
    name: typeof name === 'string' ? name : undefined,
    type,
    data: typeof data === 'string' ? zoneData(type || asked, data) : undefined,
    ttl: readTtl(item['ttl'] ?? item['TTL']),
  };
}

function flatAnswer(value: unknown): LoggedAnswer {
  return typeof value === 'string' ? { name: '', type: '', data: value, ttl: 0 } : unreadable;
}

function listedAt(field: Field): DnsFields['answers'] {
  return (event, asked) => listOf(field(event)).map((each) => answerOf(each, asked));
}

/** DNS events of the Elastic Common Schema: Packetbeat, Winlogbeat (Sysmon), integrations of the Elastic Agent. */
export const ecsDns: DnsFields = {
  rules: [otherPorts('source.port', 'destination.port'), emptyQuery],
  time: inMilliseconds(at('@timestamp')),
  query: at('dns.question.name'),
  type: at('dns.question.type'),
  answers: ecsAnswers,
};

const ecs = {
  kind: at('dns.type'),
  listed: at('dns.answers'),
  columns: ['name', 'type', 'data', 'ttl'].map((name) => at(`dns.answers.${name}`)),
  addresses: at('dns.resolved_ip'),
  others: [at('dns.authorities'), at('dns.additionals')],
};

export function isEcsDns(document: LogObject): boolean {
  const fields = [ecsDns.query, ecs.kind, ecs.listed, ...ecs.columns, ecs.addresses];
  return fields.some((field) => field(document) !== undefined);
}

function emptyQuery(document: LogObject): readonly LogEntry[] | undefined {
  return ecs.kind(document) === 'query' && ecsAnswers(document, '').length === 0 ? skipped(reasons.query) : undefined;
}

function ecsAnswers(document: LogObject, asked: string): readonly LoggedAnswer[] {
  const answers = ecsSection(document, asked);
  if (answers.length === 0) return oneOrMore(ecs.addresses(document)).map(flatAnswer);
  // Packetbeat can log the other sections; without owners they cannot be assigned to a name
  const others = ecs.others.flatMap((field) => listOf(field(document))).map((each) => answerOf(each, ''));
  return [...answers, ...others.filter(({ name }) => name !== '')];
}

/** A list of answers, or the same as columns: `{"dns.answers.data": [...], "dns.answers.name": [...]}`. */
function ecsSection(document: LogObject, asked: string): readonly LoggedAnswer[] {
  const listed = ecs.listed(document);
  if (Array.isArray(listed)) return listed.map((each) => answerOf(each, asked));
  const [names = [], types = [], data = [], ttls = []] = ecs.columns.map((field) => oneOrMore(field(document)));
  // columns of unequal length do not say what belongs together
  const cell = (column: readonly unknown[], index: number) =>
    column.length === data.length ? column[index] : undefined;
  return data.map((each, index) =>
    answerOf({ name: cell(names, index), type: cell(types, index), data: each, ttl: cell(ttls, index) }, asked),
  );
}

const ocsf: DnsFields = {
  rules: [
    rejectIf(at('class_uid'), (value) => typeof value !== 'number', 'class_uid is missing'),
    skipIf(at('class_uid'), isNot(4003), reasons.notDns),
    otherPorts('src_endpoint.port', 'dst_endpoint.port'),
    skipIf(at('activity_id'), is(1), reasons.query),
    skipIf(at('activity_id'), isNot(2, 6), 'neither a DNS response nor DNS traffic'),
    // 2 is "Denied" of one and "Blocked" of the other
    skipIf(at('action_id'), is(2), reasons.policy),
    skipIf(at('disposition_id'), is(2), reasons.policy),
  ],
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
  rules: [
    rejectIf(at('query_timestamp', 'query_name'), is(undefined), 'not an event of the Route 53 Resolver'),
    skipIf(at('firewall_rule_action'), is('BLOCK'), reasons.policy),
  ],
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
const startsWith =
  (...words: readonly string[]) =>
  (value: unknown) =>
    words.some((word) => textOf(value).startsWith(word));

const gateway: Omit<DnsFields, 'answers'> = {
  rules: [
    rejectIf(gatewayName, (name) => typeof name !== 'string', reasons.noName),
    skipIf(at('ResolverDecision'), startsWith('blocked', 'override'), reasons.policy),
    skipIf(at('ResolverPolicyRuleAction', 'resolverpolicy_rule_action'), is('Deny', 'Block'), reasons.policy),
  ],
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
function gatewayRow(event: LogObject): LogObject {
  const { properties, time, TimeGenerated } = event;
  return isObject(properties) ? { time, TimeGenerated, ...properties } : event;
}

function isAzure(row: LogObject): boolean {
  return 'Answer' in row || 'answer' in row;
}

/** Logpush writes numbers in seconds or nanoseconds, as its job is set. */
function gatewayTime(field: Field): Field {
  return (event) => {
    const time = field(event);
    if (typeof time !== 'number' || time < 1e11) return time;
    return time < 1e16 ? time / 1000 : time / 1e9;
  };
}

/** Log Analytics exports the list as text. */
function azureAnswers(row: LogObject, asked: string): readonly LoggedAnswer[] {
  const answer = row['Answer'] ?? row['answer'];
  const listed = typeof answer === 'string' && answer !== '' ? parsedJson(answer) : answer;
  if (!Array.isArray(listed)) return answer === undefined || answer === null || answer === '' ? [] : [unreadable];
  return listed.map((each: unknown) => {
    if (typeof each !== 'string') return answerOf(each, asked);
    return each.startsWith('{') ? answerOf(parsedJson(each), asked) : flatAnswer(each);
  });
}

function cloudflareAnswers(row: LogObject, asked: string): readonly LoggedAnswer[] {
  const aliases = listOf(row['CNAMEs']).map((each) => ({ ...flatAnswer(each), type: 'CNAME' }));
  // of an HTTPS query they are hints, not records
  const isOfAddresses = asked === '' || asked === 'A' || asked === 'AAAA' || asked === 'ANY';
  return isOfAddresses ? [...aliases, ...listOf(row['ResolvedIPs']).map(flatAnswer)] : aliases;
}

/**
 * DNS events of Suricata. Version 1 (before 4.1): an event for each answer. Version 2: the question at the top, answers in a list, by type
 * ("grouped"), or both. Version 3 (Suricata 8): questions in a list too, and "response" instead of "answer".
 */
export const eveDns: DnsFields = {
  rules: [
    otherPorts('src_port', 'dest_port'),
    rejectIf(at('dns'), (dns) => !isObject(dns), 'the event has no dns object'),
    // a request of version 3 has an rcode as well, so only the type tells them apart
    skipIf(at('dns.type'), is('query', 'request'), reasons.query),
    rejectIf(at('dns.type'), isNot('answer', 'response'), 'dns.type is neither a query nor an answer'),
  ],
  time: at('timestamp'),
  query: (event) => eveOwner(eveQuestion(event)['rrname']),
  type: (event) => eveQuestion(event)['rrtype'],
  answers: (event) => eveAnswers(partOf(event, 'dns')),
  isPart({ dns }) {
    if (!isObject(dns)) return false;
    return dns['tc'] === true || isVersion1(dns);
  },
};

function partOf(event: LogObject, name: string): LogObject {
  const part = event[name];
  return isObject(part) ? part : {};
}

function eveQuestion(event: LogObject): LogObject {
  const dns = partOf(event, 'dns');
  const [question] = listOf(dns['queries']);
  return isObject(question) ? question : dns;
}

function isVersion1({ answers, grouped, rdata, ttl }: LogObject): boolean {
  return answers === undefined && !isObject(grouped) && (rdata !== undefined || ttl !== undefined);
}

function eveAnswers(dns: LogObject): readonly LoggedAnswer[] {
  const { answers, grouped, authorities, additionals } = dns;
  if (isVersion1(dns)) return [eveAnswer(dns)];
  if (answers !== undefined && !Array.isArray(answers)) return [unreadable];
  const others = [...listOf(authorities), ...listOf(additionals)].map(eveAnswer);
  if (answers !== undefined) return [...answers.map(eveAnswer), ...others];
  return isObject(grouped) ? [...groupedAnswers(grouped), ...others] : others;
}

function eveAnswer(answer: unknown): LoggedAnswer {
  if (!isObject(answer)) return unreadable;
  const { rrname, rrtype, ttl, rdata, soa } = answer;
  const type = typeName(rrtype);
  return { name: eveOwner(rrname), type, data: eveData(type, rdata ?? soa), ttl: readTtl(ttl) };
}

/** Suricata writes the root as an empty name. */
function eveOwner(name: unknown): string | undefined {
  if (name === '') return '.';
  return typeof name === 'string' ? name : undefined;
}

/** `{"CNAME": ["a.example"], "A": ["192.0.2.1", "192.0.2.2"]}`: without owners and TTLs. */
function groupedAnswers(grouped: LogObject): readonly LoggedAnswer[] {
  return Object.entries(grouped).flatMap(([name, values]) => {
    if (!Array.isArray(values)) return [unreadable];
    const type = typeName(name);
    return values.map((value: unknown) => ({ name: '', type, data: eveData(type, value), ttl: 0 }));
  });
}

/** The data of an SOA is an object. */
function eveData(type: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return '';
  const text = type === 'SOA' && isObject(value) ? value['mname'] : value;
  return typeof text === 'string' ? text : undefined;
}
