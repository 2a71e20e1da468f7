import type { LogEntry, LogReader } from '#server/ingest/logs/log-reader.ts';
import { dateTime, noYear, syslogTimes } from './syslog-time.ts';
import { dated, lacking, reasons, rejected, skipped } from './values.ts';
import { recordEntries, type ZoneRecord } from './dns-answers.ts';

// DNS responses of Infoblox NIOS (docs.infoblox.com, "Capturing DNS Queries and Responses"), as its appliances send them to syslog:
//   <30>Jan 20 06:02:53 192.0.2.5 named[123]: 20-Jan-2024 06:02:53.123 client 192.0.2.9#54321: UDP: query: www.example.test IN A
//   response: NOERROR +A www.example.test. 300 IN A 192.0.2.7;
// Versions differ in what comes before "client" and between the port and the protocol. Times have no zone and are read as UTC.

export const readInfoblox: LogReader = {
  format: 'infoblox',
  title: 'Infoblox NIOS DNS responses (syslog)',
  sniff(head) {
    const lines = head.filter((line) => line.trim() !== '');
    const found = lines.map(messageOf);
    if (found.some((each) => typeof each === 'object' && each.answers !== '')) return 0.95;
    // failures alone; if there are queries as well, the file may not hold any answers
    const responses = found.filter((each) => typeof each === 'object');
    return 10 * responses.length >= lines.length && responses.length > 0 && !found.includes('query') ? 0.6 : 0;
  },
  open(about) {
    const [innerTime, headerTime] = [innerTimes(), syslogTimes(about)];
    return (line) => {
      if (line.trim() === '') return [];
      const message = messageOf(line);
      if (message === 'other') return skipped(reasons.notDns);
      if (message === 'query') return skipped(reasons.query);
      const { head, answers, flags } = message;
      if (answers === '') return skipped(reasons.noAnswer);
      const found = innerTime(head) ?? headerTime(head);
      if (found === 'no year') return lacking(['day'], noYear);
      if (found === undefined) return rejected(reasons.noTime);
      const [time, dayFrom] = typeof found === 'number' ? [found, undefined] : [found.time, found.dayFrom];
      const entries = responseOf(answers, { time, isPart: flags.includes('t') });
      return dayFrom === undefined ? entries : dated(entries, dayFrom);
    };
  },
};

/** Whether a line is a response with answers. */
export function hasInfobloxAnswer(line: string): boolean {
  const message = messageOf(line);
  return typeof message === 'object' && message.answers !== '';
}

interface Message {
  /** The text before the client: the syslog header and the time. */
  readonly head: string;
  /** In lower case. */
  readonly flags: string;
  /** '' where there are none. */
  readonly answers: string;
}

/** Long enough for a view and for the longest name with every character escaped. */
const maxMiddleLength = 3000;
const maxHeadLength = 300;
const response = / response: [A-Z]+\d* [+-]([A-Za-z]*)(?:\s|$)/;

/** Queries are told apart from the other messages of an appliance. */
function messageOf(line: string): Message | 'query' | 'other' {
  // JSON may quote such a line
  if (line.startsWith('{')) return 'other';
  const client = line.slice(0, maxHeadLength).search(/(?:^|\s)client (?:@|[\da-f:.]+#)/i);
  if (client < 0) return 'other';
  const query = line.indexOf(' query: ', client);
  if (query < 0 || query - client > maxMiddleLength) return 'other';
  const match = response.exec(line.slice(query, query + maxMiddleLength));
  if (!match) return 'query';
  const [whole, flags = ''] = match;
  const answers = line.slice(query + match.index + whole.length).trim();
  return { head: line.slice(0, client), flags: flags.toLowerCase(), answers };
}

/** Reads `20-Jan-2024 06:02:53.123`. Many lines share a second, which is parsed once. */
function innerTimes(): (head: string) => number | undefined {
  let known: { readonly second: string; readonly time: number | undefined } = { second: '', time: undefined };
  return (head) => {
    const [, second, day, month, year, clock, fraction] = stamp.exec(head) ?? [];
    if (second === undefined) return undefined;
    if (second !== known.second) known = { second, time: dateTime(Number(year), month, day, clock) };
    return known.time === undefined || fraction === undefined ? known.time : known.time + Number(`0.${fraction}`);
  };
}

const stamp = /((\d\d)-([A-Z][a-z]{2})-(\d{4}) (\d\d:\d\d:\d\d))(?:\.(\d{1,6}))?/;

function responseOf(answers: string, seen: { time: number; isPart: boolean }): readonly LogEntry[] {
  return recordEntries(partsOf(answers).map(zoneRecord), seen);
}

/** Records are separated by semicolons; those within the quotes of a TXT record belong to its text. */
function partsOf(answers: string): readonly string[] {
  if (!answers.includes('"')) return trimmed(answers.split(';'));
  const parts: string[] = [];
  let [start, isInside] = [0, false];
  for (let at = 0; at < answers.length; at += 1) {
    const character = answers[at];
    if (character === '\\') at += 1;
    else if (character === '"') isInside = !isInside;
    else if (character === ';' && !isInside) {
      parts.push(answers.slice(start, at));
      start = at + 1;
    }
  }
  return trimmed([...parts, answers.slice(start)]);
}

function trimmed(parts: readonly string[]): readonly string[] {
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** `www.example.test. 300 IN A 192.0.2.7` */
function zoneRecord(part: string): ZoneRecord {
  const match = /^(\S+)\s+(\d{1,10})\s+([A-Z]{2,4}|CLASS\d{1,5})\s+([A-Z][A-Z0-9-]{0,19})(?:\s+(\S.*))?$/is.exec(part);
  const [, name, ttl, group, type, rdata = ''] = match ?? [];
  // rejected as an answer that cannot be read
  if (!match) return {};
  return { name, type, group, rdata, ttl };
}
