import { parsedJson } from '#server/ingest/feeds/readers/json.ts';
import type { LogEntry } from '#server/ingest/logs/log-reader.ts';
import {
  eventReader,
  isObject,
  listOf,
  type LoggedAnswer,
  type LogObject,
  portsSkip,
  readTime,
  readTtl,
  reasons,
  rejected,
  responseEntries,
  skipped,
  textOf,
  typeName,
  unreadable,
} from '#server/ingest/logs/skip-rules.ts';
import { field, oneOrMore, pathOf } from './ecs-fields.ts';
import { isServerDocument, readServers } from './ecs-servers.ts';
import { evidenceReasons } from './server-evidence.ts';

// DNS events as JSON, one a line, of log shippers and cloud resolvers. Some of them are firewalls that
// answer in place of the domain: what they blocked or rewrote is not kept.

/**
 * Elastic Common Schema: Packetbeat, Winlogbeat (Sysmon), integrations of the Elastic Agent; also documents of a dump of an index.
 * DNS answers, and what servers showed (ecs-servers.ts).
 */
export const readEcs = eventReader({
  format: 'ecs',
  title: 'DNS, TLS and HTTP events in the Elastic Common Schema (Packetbeat, Winlogbeat)',
  isOwn(event) {
    const document = documentOf(event);
    // Logstash adds @timestamp to events of any kind, those of Suricata too
    if (!('@timestamp' in document) || typeof document['event_type'] === 'string') return false;
    return isDnsDocument(document) || isServerDocument(document) || field(document, paths.version) !== undefined;
  },
  read: readDocument,
});

/** Open Cybersecurity Schema Framework, class DNS Activity: Amazon Security Lake and others. */
export const readOcsf = eventReader({
  format: 'ocsf',
  title: 'OCSF DNS Activity (class 4003)',
  isOwn: ({ class_uid: kind, activity_id: activity }) => typeof kind === 'number' && typeof activity === 'number',
  read: readActivity,
});

/** Query logs of the Amazon Route 53 Resolver. */
export const readRoute53 = eventReader({
  format: 'route53',
  title: 'Amazon Route 53 Resolver query log',
  isOwn: (event) => 'query_timestamp' in event && 'query_name' in event,
  read: readResolverQuery,
});

/** DNSQueryLogs of Azure (diagnostic settings, Log Analytics) and gateway_dns of Cloudflare Logpush. */
export const readGateway = eventReader({
  format: 'dns-gateway',
  title: 'Azure DNSQueryLogs or Cloudflare Gateway DNS',
  isOwn(event) {
    const row = rowOf(event);
    if (row === event && !('QueryName' in row)) return false;
    return nameIn(row) !== undefined && (isAzure(row) || 'ResolvedIPs' in row || 'CNAMEs' in row);
  },
  read: readGatewayRow,
});

/** `{"_index": ..., "_source": {...}}` is how dumps of an index wrap a document. */
function documentOf(event: LogObject): LogObject {
  return isObject(event['_source']) ? event['_source'] : event;
}

const paths = {
  version: pathOf('ecs.version'),
  sourcePort: pathOf('source.port'),
  destinationPort: pathOf('destination.port'),
  kind: pathOf('dns.type'),
  name: pathOf('dns.question.name'),
  type: pathOf('dns.question.type'),
  answers: pathOf('dns.answers'),
  columns: ['name', 'type', 'data', 'ttl'].map((name) => pathOf(`dns.answers.${name}`)),
  addresses: pathOf('dns.resolved_ip'),
  others: [pathOf('dns.authorities'), pathOf('dns.additionals')],
};

function isDnsDocument(document: LogObject): boolean {
  const { name, kind, answers, columns, addresses } = paths;
  return [name, kind, answers, ...columns, addresses].some((path) => field(document, path) !== undefined);
}

function readDocument(event: LogObject): readonly LogEntry[] {
  const document = documentOf(event);
  const time = document['@timestamp'];
  if (!isDnsDocument(document)) {
    if (isServerDocument(document)) return readServers(document, readTime(millisecondTime(time)));
    return time === undefined ? rejected(reasons.noTime) : skipped(evidenceReasons.otherEvent);
  }
  const skip = portsSkip(field(document, paths.sourcePort), field(document, paths.destinationPort));
  if (skip !== undefined) return skipped(skip);
  const query = textOf(field(document, paths.name));
  const type = typeName(field(document, paths.type));
  const response = { time: millisecondTime(time), query, type };
  const answers = documentAnswers(document, type);
  if (answers.length > 0) {
    // Packetbeat can log the other sections; without owners they cannot be assigned to a name
    const others = paths.others.flatMap((path) => listOf(field(document, path))).map((each) => answerOf(each, ''));
    return responseEntries({ ...response, answers: [...answers, ...others.filter(({ name }) => name !== '')] });
  }
  const addresses = oneOrMore(field(document, paths.addresses));
  if (addresses.length > 0) return responseEntries({ ...response, answers: addresses.map(flatAnswer) });
  return skipped(field(document, paths.kind) === 'query' ? reasons.query : reasons.noAnswer);
}

/** Numbers are milliseconds; one that would be before 1973 was written in seconds, and its day is wrong by decades. */
function millisecondTime(time: unknown): unknown {
  if (typeof time !== 'number') return time;
  return time < 1e11 ? undefined : time / 1000;
}

/** A list of answers, or the same as columns: `{"dns.answers.data": [...], "dns.answers.name": [...]}`. */
function documentAnswers(document: LogObject, asked: string): LoggedAnswer[] {
  const listed = field(document, paths.answers);
  if (Array.isArray(listed)) return listed.map((each) => answerOf(each, asked));
  const columns = paths.columns.map((path) => oneOrMore(field(document, path)));
  const [names = [], types = [], data = [], ttls = []] = columns;
  // columns of unequal length do not say what belongs together
  const cell = (column: readonly unknown[], index: number) =>
    column.length === data.length ? column[index] : undefined;
  return data.map((each, index) =>
    answerOf({ name: cell(names, index), type: cell(types, index), data: each, ttl: cell(ttls, index) }, asked),
  );
}

function flatAnswer(value: unknown): LoggedAnswer {
  return typeof value === 'string' ? { name: '', type: '', data: value, ttl: 0 } : unreadable;
}

/** An answer in any of the formats, which differ in the spelling of its fields. */
function answerOf(item: unknown, asked: string): LoggedAnswer {
  if (!isObject(item)) return unreadable;
  const name = item['name'] ?? '';
  const type = typeName(item['type'] ?? item['Type']);
  const data = item['data'] ?? item['rdata'] ?? item['Rdata'] ?? item['RData'] ?? '';
  return {
    name: typeof name === 'string' ? name : undefined,
    type,
    data: typeof data === 'string' ? plainData(type || asked, data) : undefined,
    ttl: readTtl(item['ttl'] ?? item['TTL']),
  };
}

/** Without what zone files write around it: the preference of an MX, all but the server of an SOA, the quotes of a TXT. */
function plainData(type: string, data: string): string {
  if (type === 'MX' || type === 'SOA') {
    const blank = data.indexOf(' ');
    if (blank < 0) return data;
    if (type === 'SOA') return data.slice(0, blank);
    return blank <= 5 && /^\d+$/.test(data.slice(0, blank)) ? data.slice(blank + 1).trim() : data;
  }
  if (type !== 'TXT' || data.length < 2 || !data.startsWith('"') || !data.endsWith('"')) return data;
  return data.slice(1, -1).replaceAll('" "', '').replaceAll('\\"', '"');
}

function readActivity(event: LogObject): readonly LogEntry[] {
  const { class_uid: kind, activity_id: activity, time, query, answers } = event;
  if (kind !== 4003) return typeof kind === 'number' ? skipped(reasons.notDns) : rejected('class_uid is missing');
  const skip = portsSkip(portOf(event['src_endpoint']), portOf(event['dst_endpoint']));
  if (skip !== undefined) return skipped(skip);
  if (activity === 1) return skipped(reasons.query);
  if (activity !== 2 && activity !== 6) return skipped('neither a DNS response nor DNS traffic');
  // 2 is "Denied" of one and "Blocked" of the other
  if (event['action_id'] === 2 || event['disposition_id'] === 2) return skipped(reasons.policy);
  const { hostname, type: asked } = isObject(query) ? query : {};
  const type = typeName(asked);
  return responseEntries({
    time: millisecondTime(time),
    query: textOf(hostname),
    type,
    answers: listOf(answers).map((each) => answerOf(each, type)),
  });
}

function portOf(endpoint: unknown): unknown {
  return isObject(endpoint) ? endpoint['port'] : undefined;
}

function readResolverQuery(event: LogObject): readonly LogEntry[] {
  const { query_timestamp: time, query_name: name, query_type: asked, answers } = event;
  if (time === undefined && name === undefined) return rejected('not an event of the Route 53 Resolver');
  if (event['firewall_rule_action'] === 'BLOCK') return skipped(reasons.policy);
  const type = typeName(asked);
  const listed = listOf(answers).map((each) => answerOf(each, type));
  return responseEntries({ time, query: textOf(name), type, answers: listed });
}

/** Azure wraps what it writes to storage and event hubs: `{"time": ..., "properties": {...}}`. */
function rowOf(event: LogObject): LogObject {
  return isObject(event['properties']) ? event['properties'] : event;
}

/** In storage, Azure writes columns in lower case with underscores. */
function nameIn(row: LogObject): string | undefined {
  const name = row['QueryName'] ?? row['query_name'];
  return typeof name === 'string' ? name : undefined;
}

function isAzure(row: LogObject): boolean {
  return 'Answer' in row || 'answer' in row;
}

function readGatewayRow(event: LogObject): readonly LogEntry[] {
  const row = rowOf(event);
  const query = nameIn(row);
  if (query === undefined) return rejected(reasons.noName);
  if (isRewritten(row)) return skipped(reasons.policy);
  const time = gatewayTime(row['Datetime'] ?? row['TimeGenerated'] ?? event['time'] ?? event['TimeGenerated']);
  const type = typeName(row['QueryTypeName'] ?? row['QueryType'] ?? row['query_type']);
  const answers = isAzure(row) ? azureAnswers(row['Answer'] ?? row['answer'], type) : cloudflareAnswers(row, type);
  return responseEntries({ time, query, type, answers });
}

function isRewritten(row: LogObject): boolean {
  const decision = textOf(row['ResolverDecision']);
  if (decision.startsWith('blocked') || decision.startsWith('override')) return true;
  const action = textOf(row['ResolverPolicyRuleAction'] ?? row['resolverpolicy_rule_action']);
  return action === 'Deny' || action === 'Block';
}

/** Logpush writes numbers in seconds or nanoseconds, as its job is set. */
function gatewayTime(time: unknown): unknown {
  if (typeof time !== 'number' || time < 1e11) return time;
  return time < 1e16 ? time / 1000 : time / 1e9;
}

/** Log Analytics exports the list as text. */
function azureAnswers(answer: unknown, asked: string): LoggedAnswer[] {
  const listed = typeof answer === 'string' && answer !== '' ? parsedJson(answer) : answer;
  if (!Array.isArray(listed)) return answer === undefined || answer === null || answer === '' ? [] : [unreadable];
  return listed.map((each: unknown) => {
    if (typeof each !== 'string') return answerOf(each, asked);
    return each.startsWith('{') ? answerOf(parsedJson(each), asked) : flatAnswer(each);
  });
}

function cloudflareAnswers(row: LogObject, asked: string): LoggedAnswer[] {
  const aliases = listOf(row['CNAMEs']).map((each) => ({ ...flatAnswer(each), type: 'CNAME' }));
  // of an HTTPS query they are hints, not records
  const isOfAddresses = asked === '' || asked === 'A' || asked === 'AAAA' || asked === 'ANY';
  return isOfAddresses ? [...aliases, ...listOf(row['ResolvedIPs']).map(flatAnswer)] : aliases;
}
