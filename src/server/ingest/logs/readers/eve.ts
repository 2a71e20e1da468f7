import type { LogEntry } from '#server/ingest/logs/log-reader.ts';
import {
  eventReader,
  isObject,
  listOf,
  type LoggedAnswer,
  type LogObject,
  portsSkip,
  readTtl,
  reasons,
  rejected,
  responseEntries,
  skipped,
  typeName,
  unreadable,
} from '#server/ingest/logs/skip-rules.ts';
import { readExchange, readSession } from './eve-servers.ts';
import { evidenceReasons } from './server-evidence.ts';

// eve.json of Suricata (docs.suricata.io, "EVE JSON Format"): one event a line, of which those of type "dns" hold answers. Version 1
// (before 4.1): an event for each answer. Version 2: the question at the top, answers in a list, by type ("grouped"), or both.
// Version 3 (Suricata 8): questions in a list too, and "response" instead of "answer". Those of type "tls", "quic" and "http" tell
// what servers showed (eve-servers.ts). Alerts that carry a "dns", "tls" or "http" of their own repeat what such an event says.

export const readEve = eventReader({
  format: 'suricata-eve',
  title: 'Suricata EVE JSON',
  isOwn: ({ event_type: type, timestamp }) => typeof type === 'string' && typeof timestamp === 'string',
  read: readEvent,
});

function readEvent(event: LogObject): readonly LogEntry[] {
  const { event_type: type } = event;
  switch (type) {
    case 'dns':
      return readDns(event);
    case 'tls':
    case 'quic':
      return readSession(event, type);
    case 'http':
      return readExchange(event);
    default:
      return typeof type === 'string' ? skipped(evidenceReasons.otherEvent) : rejected('event_type is missing');
  }
}

function readDns(event: LogObject): readonly LogEntry[] {
  const { timestamp, dns } = event;
  const skip = portsSkip(event['src_port'], event['dest_port']);
  if (skip !== undefined) return skipped(skip);
  if (!isObject(dns)) return rejected('the event has no dns object');
  // a request of version 3 has an rcode as well, so only the type tells them apart
  if (dns['type'] === 'query' || dns['type'] === 'request') return skipped(reasons.query);
  if (dns['type'] !== 'answer' && dns['type'] !== 'response')
    return rejected('dns.type is neither a query nor an answer');
  const [question = dns] = listOf(dns['queries']);
  const { rrname, rrtype } = isObject(question) ? question : dns;
  return responseEntries({ time: timestamp, query: ownerOf(rrname) ?? '', type: typeName(rrtype), ...answersOf(dns) });
}

function answersOf(dns: LogObject): { readonly answers: readonly LoggedAnswer[]; readonly isPart: boolean } {
  const { answers, grouped, authorities, additionals, tc } = dns;
  const isPart = tc === true;
  const others = [...listOf(authorities), ...listOf(additionals)].map(listedAnswer);
  if (Array.isArray(answers)) return { answers: [...answers.map(listedAnswer), ...others], isPart };
  if (answers !== undefined) return { answers: [unreadable], isPart };
  if (isObject(grouped)) return { answers: [...groupedAnswers(grouped), ...others], isPart };
  const isVersion1 = dns['rdata'] !== undefined || dns['ttl'] !== undefined;
  return isVersion1 ? { answers: [listedAnswer(dns)], isPart: true } : { answers: others, isPart };
}

function listedAnswer(answer: unknown): LoggedAnswer {
  if (!isObject(answer)) return unreadable;
  const { rrname, rrtype, ttl, rdata, soa } = answer;
  const type = typeName(rrtype);
  return { name: ownerOf(rrname), type, data: dataOf(type, rdata ?? soa), ttl: readTtl(ttl) };
}

/** Suricata writes the root as an empty name. */
function ownerOf(name: unknown): string | undefined {
  if (name === '') return '.';
  return typeof name === 'string' ? name : undefined;
}

/** `{"CNAME": ["a.example"], "A": ["192.0.2.1", "192.0.2.2"]}`: without owners and TTLs. */
function groupedAnswers(grouped: LogObject): LoggedAnswer[] {
  return Object.entries(grouped).flatMap(([name, values]) => {
    if (!Array.isArray(values)) return [unreadable];
    const type = typeName(name);
    return values.map((value: unknown) => ({ name: '', type, data: dataOf(type, value), ttl: 0 }));
  });
}

/** The data of an SOA is an object. */
function dataOf(type: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return '';
  const text = type === 'SOA' && isObject(value) ? value['mname'] : value;
  return typeof text === 'string' ? text : undefined;
}
