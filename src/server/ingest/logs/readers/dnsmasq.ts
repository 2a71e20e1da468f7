import { parseIp, reverseZoneName } from '#model/ip-address.ts';
import type { AboutFile, LogEntry, LogReader } from '#server/ingest/logs/log-reader.ts';
import { recordEntries, type ZoneRecord } from './dns-answers.ts';
import { noYear, syslogTimes } from './syslog-time.ts';
import { dated, lacking, reasons, rejected, skipped } from './values.ts';

// The log of dnsmasq (src/cache.c, log_query), also that of Pi-hole (pihole.log), with log-queries or log-queries=extra:
//   Nov 27 10:11:12 dnsmasq[123]: reply www.example.test is <CNAME>
//   Nov 27 10:11:12 dnsmasq[123]: 19 192.0.2.9/38348 reply edge.example.test is 198.51.100.7 (DNSSEC signed)
// A reply has a line for each answer. The target of an alias is the name of the next line of the same reply. Answers that are neither
// addresses nor aliases have no type (TXT) or no data (`<SRV>`).

export const readDnsmasq: LogReader = {
  format: 'dnsmasq',
  title: 'dnsmasq or Pi-hole log (log-queries)',
  sniff(head) {
    const lines = head.filter((line) => line.trim() !== '');
    const found = lines.map(messageOf);
    const own = found.filter((each) => each !== undefined && each.verb !== '');
    // a syslog holds the messages of other programs as well
    return own.length > 0 && 10 * own.length >= lines.length ? 0.95 : 0;
  },
  open: openDnsmasq,
};

interface Message {
  /** The process, and with log-queries=extra the number of the query. */
  readonly reply: string;
  /** '' for a message that is not about a query. */
  readonly verb: string;
  readonly name: string;
  readonly answer: string;
}

const maxHeadLength = 300;
const process = /\bdnsmasq(?:\[(\d{1,10})\])?: /;
const query =
  /^(?:(?:TCP |UDP )?(\d{1,10}|\*) \S{1,60}\/\d{1,5} )?(\/\S{1,200}|[a-z-]{1,20}(?:\[[^\]]{1,20}\])?(?: (?:blocked|blacklisted|denied))?) (\S{1,1100}) (?:is|to|from) (\S.*)$/;
/** Messages about queries; a name in `log-facility` of hosts files begins with a slash. */
const verbs =
  /^(?:query\[|dnssec-query\[|reply$|cached|forwarded$|config$|DHCP$|\/|(?:gravity|regex|exactly|special) )/;

/** Undefined for a line of another program. */
function messageOf(line: string): Message | undefined {
  // JSON may quote such a line
  const head = line.startsWith('{') ? null : process.exec(line.slice(0, maxHeadLength));
  if (!head) return undefined;
  const none = { reply: `${head[1] ?? ''} `, verb: '', name: '', answer: '' };
  const match = query.exec(line.slice(head.index + head[0].length, maxLineLength).trimEnd());
  if (!match) return none;
  const [, id = '', verb = '', name = '', answer = ''] = match;
  return verbs.test(verb) ? { reply: none.reply + id, verb, name, answer } : none;
}

/** Enough for a name and an answer of the greatest length. */
const maxLineLength = 4000;

/** An alias whose target comes with the next line. */
interface Alias {
  readonly verb: string;
  readonly name: string;
}

const lostTarget = 'an alias whose target is not logged';
/** Queries that are answered at the same time. */
const maxOpen = 10_000;

function openDnsmasq(about: AboutFile): (line: string) => readonly LogEntry[] {
  const timeOf = syslogTimes(about);
  /** The last alias of each reply. */
  const aliases = new Map<string, Alias>();

  return (line) => {
    if (line.trim() === '') return [];
    const message = messageOf(line);
    if (!message) return skipped(reasons.notDns);
    const { reply, verb, name } = message;
    // lines are lost before `overflow: 3 log entries lost`
    if (verb === '' && aliases.size > 0) {
      aliases.clear();
      return [...skipped(lostTarget), ...skipped(skipOf(verb))];
    }
    const alias = aliases.get(reply);
    aliases.delete(reply);
    const lost = alias && alias.verb !== verb ? skipped(lostTarget) : [];
    if (verb !== 'reply' && verb !== 'cached') return [...lost, ...skipped(skipOf(verb))];
    const answer = message.answer.replace(/ \(DNSSEC signed\)$/, '');
    if (answer === '<CNAME>') {
      if (aliases.size >= maxOpen) aliases.clear();
      aliases.set(reply, { verb, name });
    }
    const records = [
      ...(alias && lost.length === 0 ? [{ name: alias.name, type: 'CNAME', rdata: name }] : []),
      ...answered(name, answer),
    ];
    const others =
      answer === '<CNAME>' || records.some(({ rdata }) => rdata === answer)
        ? lost
        : [...lost, ...skipped(otherOf(answer))];
    return records.length === 0 ? others : [...timed(records, line), ...others];
  };

  function timed(records: readonly ZoneRecord[], line: string): readonly LogEntry[] {
    const found = timeOf(line);
    if (found === 'no year') return lacking(['day'], noYear);
    if (found === undefined) return rejected(reasons.noTime);
    // each answer is a line of its own
    const entries = recordEntries(records, { time: found.time, isPart: true });
    return found.dayFrom === undefined ? entries : dated(entries, found.dayFrom);
  }
}

/** Of an address, the answer is its name. */
function answered(name: string, answer: string): readonly ZoneRecord[] {
  const address = parseIp(answer);
  if (address) return [{ name, type: address.version === 4 ? 'A' : 'AAAA', rdata: answer }];
  const zone = reverseZoneName(name);
  return zone === null || /^(?:NODATA|NXDOMAIN|SERVFAIL|REFUSED|<)|\s/.test(answer)
    ? []
    : [{ name: zone, type: 'PTR', rdata: answer }];
}

function skipOf(verb: string): string {
  if (verb === '') return reasons.notDns;
  if (/^(?:query|dnssec-query|forwarded)/.test(verb)) return reasons.query;
  return verb.startsWith('cached') ? 'an answer after its time to live' : 'answered or blocked by dnsmasq itself';
}

function otherOf(answer: string): string {
  return /^(?:NODATA|NXDOMAIN|SERVFAIL|REFUSED|not implemented|\d+$)/.test(answer)
    ? reasons.noAnswer
    : 'an answer whose type or data the log does not hold';
}
