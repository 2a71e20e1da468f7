import { isObject } from '#model/json-value.ts';
import type { RefusedFormat } from '#server/ingest/logs/log-reader.ts';
import { hasInfobloxAnswer } from './infoblox.ts';
import { readJsonLine } from './values.ts';
import { collectFileDigests } from './zeek-files.ts';
import { zeekLogs } from './zeek.ts';
import { unreadLogs } from './zeek-reader.ts';

/** Length of a line that is matched: enough for times, addresses and one name. */
const pieceLength = 2000;

// the lines of log_query_in and log_reply_info (Unbound), the categories queries and responses (BIND), the common log format (CoreDNS)
// and the debug log (Windows); none is anchored, since a time, a host or both come first
const unbound = /\[\d+:[0-9a-f]+\] (?:info|query|reply): \S+ \S+ [A-Z][A-Z0-9]* (?:IN|CH|HS|ANY|CLASS\d+)\b/;
const bind =
  /client (?:@0x[0-9a-f]+ )?\S+#\d+(?: \([^)]*\))?: (?:view [^:]+: )?(?:query: \S+ [A-Z]+ [A-Z0-9]+ [+-]|response: \S+ [A-Z]+ [A-Z0-9]+ [A-Z]+ )/;
const fromSyslog = /(?:^|\s)named\[\d+\]: /;
const coreDns = /\[INFO\] \[?[0-9a-f.:%]+\]?:\d+ - \d+ "[A-Z0-9]+ [A-Z]+ \S+ \w+ \d+ /;
// log-dns-queries of the authoritative server and trace of the recursor
const powerDns =
  /(?:pdns(?:_server)?\[\d+\]: Remote \S+ wants '[^']*\|[A-Z0-9]+'|(?:question for|answer to question) '[^']*\|[A-Z0-9]+')/;
const bindMessage =
  /client (?:@0x[0-9a-f]+ )?\S+#\d+(?: \([^)]*\))?: (?:view [^:]+: )?(?:query(?: \(cache\))? '[^']+' denied|rpz \S+ \S+ rewrite )/;
/** Without the lines that name the columns: a part of a log, as grep prints it. */
const zeekRow = /^\d{9,10}\.\d{6}\t[CF][0-9A-Za-z]{12,18}\t/;
const windowsPacket = / PACKET +[0-9A-F]{8,16} (?:UDP|TCP) (?:Snd|Rcv) /;
const windowsHeader = /^(?:DNS Server log file creation at |Message logging key \(for packets)/;

const dnstapInstead =
  'Its lines hold the names that were asked for, but no answers. Turn on dnstap in the name server and import the file that it writes, or the JSON of DNS-collector.';

const zeekInstead = 'Send dns.log, ssl.log, x509.log or http.log of the same Zeek sensor instead.';

/** Logs without readable answers: recognised, so that the report can say what to send instead. */
export const refusedFormats: readonly RefusedFormat[] = [
  {
    title: 'an Unbound log (log-queries or log-replies)',
    sniff: (head) => certainty(head, (line) => unbound.test(line)),
    advice: dnstapInstead,
  },
  {
    title: 'a BIND query log',
    sniff: (head) => queryCertainty(head, (line) => bind.test(line) && !fromSyslog.test(line)),
    advice: dnstapInstead,
  },
  {
    title: 'an Infoblox or BIND query log from syslog',
    sniff: (head) => queryCertainty(head, (line) => bind.test(line) && fromSyslog.test(line)),
    advice: dnstapInstead,
  },
  {
    title: 'a BIND log of denied or rewritten queries',
    sniff: (head) => certainty(head, (line) => bindMessage.test(line)),
    advice: dnstapInstead,
  },
  {
    title: 'a PowerDNS query log',
    sniff: (head) => certainty(head, (line) => powerDns.test(line)),
    advice: dnstapInstead,
  },
  {
    title: 'a log of the CoreDNS log plugin',
    sniff: (head) => certainty(head, (line) => coreDns.test(line)),
    advice: dnstapInstead,
  },
  {
    title: 'a Windows DNS debug log',
    sniff: (head) =>
      head.some((line) => windowsHeader.test(line)) ? 0.95 : certainty(head, (line) => windowsPacket.test(line)),
    advice:
      'Its packet lines hold the names that were asked for, but no answers. Import logs of Zeek or Suricata, which see the answers on the wire, or send the analytical log of the DNS server in JSON, which holds the packets.',
  },
  {
    title: 'a Sysmon log in XML',
    sniff: (head) => (mostly(head, isSysmonXml) ? 0.97 : 0),
    advice:
      'Send them in JSON, one event per line: as Winlogbeat or NXLog writes them, or as evtx_dump -o jsonl converts the .evtx file.',
  },
  {
    title: 'a Zeek log without its header',
    sniff: (head) => (mostly(head, (line) => zeekRow.test(line)) ? 0.95 : 0),
    advice:
      'Nothing names its columns. Put the lines of the same Zeek log that begin with # before it, or send the whole log.',
  },
  {
    title: 'a Zeek conn.log',
    sniff: (head) => (unreadLogs(zeekLogs, head).join() === 'conn' ? 0.95 : 0),
    advice: `It holds connections, but no names and no answers. ${zeekInstead}`,
  },
  {
    title: 'a Zeek files.log',
    sniff: (head) => (unreadLogs(zeekLogs, head).join() === 'files' ? 0.95 : 0),
    advice:
      'It has the digests of the certificates in ssl.log and x509.log of Zeek before 4.1. Put it into one archive with them, as an earlier file.',
    collect: collectFileDigests,
  },
  {
    title: 'a Zeek log of another kind than dns, ssl, x509 or http',
    sniff(head) {
      const logs = unreadLogs(zeekLogs, head);
      return logs.length > 0 && !['conn', 'files'].includes(logs.join()) ? 0.95 : 0;
    },
    advice: `It holds no names with answers, certificates or responses. ${zeekInstead}`,
  },
  {
    title: 'output of dnstap -j or -y',
    sniff: (head) => (isDnstapYaml(head) || isDnstapJson(head) ? 0.95 : 0),
    advice:
      'It holds each DNS message as text, as dig prints it. Import the dnstap file itself, or the JSON of DNS-collector.',
  },
];

/** A tenth of the lines is enough, since servers log other messages in between. JSON is never one of these logs. */
function certainty(head: readonly string[], isOwn: (line: string) => boolean): number {
  const lines = head.filter((line) => line.trim() !== '');
  const own = lines.filter((line) => !line.startsWith('{') && isOwn(line.slice(0, pieceLength)));
  return own.length > 0 && 10 * own.length >= lines.length ? 0.95 : 0;
}

/** Whether most lines are of a log. */
function mostly(head: readonly string[], isOwn: (line: string) => boolean): boolean {
  const lines = head.filter((line) => line.trim() !== '');
  return 2 * lines.filter(isOwn).length > lines.length;
}

function isSysmonXml(line: string): boolean {
  return !line.startsWith('{') && line.includes('<') && line.includes('Microsoft-Windows-Sysmon');
}

/** Infoblox logs responses beside the queries when both are switched on; those are read. */
function queryCertainty(head: readonly string[], isOwn: (line: string) => boolean): number {
  return head.some(hasInfobloxAnswer) ? 0 : certainty(head, isOwn);
}

function isDnstapJson(head: readonly string[]): boolean {
  const lines = head.filter((line) => line.startsWith('{'));
  return 2 * lines.filter(isDnstapFrame).length > lines.length;
}

/** `{"type":"MESSAGE","message":{"type":"CLIENT_RESPONSE","response_message":";; opcode: QUERY ..."}}` */
function isDnstapFrame(line: string): boolean {
  const frame = readJsonLine(line);
  if (frame?.type !== 'MESSAGE' || !isObject(frame.message)) return false;
  return typeof frame.message.query_message === 'string' || typeof frame.message.response_message === 'string';
}

/** Output of `dnstap -y`, or of `dnstap-read -y` of BIND. */
function isDnstapYaml(head: readonly string[]): boolean {
  const lines = new Set(head.map((line) => line.slice(0, pieceLength).trimEnd()));
  return lines.has('type: MESSAGE') && lines.has('message:');
}
