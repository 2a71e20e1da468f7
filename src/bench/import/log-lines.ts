import { encode, type Answer as WireAnswer } from 'dns-packet';
import { isoTime, json, type LogWriter } from './log-writer.ts';
import { serverWriters } from './server-lines.ts';
import type { Answer, Transaction } from './transactions.ts';

const typeNumbers: Readonly<Record<string, number>> = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  HTTPS: 65,
};
const rcodeOf = ({ answers }: Transaction) => (answers.length > 0 ? 'NOERROR' : 'NXDOMAIN');
/** MX without its preference, SOA with only the primary server, TXT as text: as in logs that interpret answers. */
function valueOf({ type, data }: Answer): string {
  if (type === 'MX') return data.slice(data.indexOf(' ') + 1);
  if (type === 'SOA') return data.slice(0, data.indexOf(' '));
  return type === 'TXT' ? data.slice(1, -1) : data;
}

const zeekColumns = [
  'ts',
  'uid',
  'id.orig_h',
  'id.orig_p',
  'id.resp_h',
  'id.resp_p',
  'proto',
  'trans_id',
  'rtt',
  'query',
  'qclass',
  'qclass_name',
  'qtype',
  'qtype_name',
  'rcode',
  'rcode_name',
  'AA',
  'TC',
  'RD',
  'RA',
  'Z',
  'answers',
  'TTLs',
  'rejected',
];

function zeekLine(transaction: Transaction): string {
  const { number, time, client, port, name, type, answers } = transaction;
  // Zeek names the type of HTTPS, but has no text for its data
  const written = answers.filter((answer) => answer.type !== 'HTTPS');
  const texts = written.map((answer) => {
    const value = valueOf(answer);
    return answer.type === 'TXT' ? `TXT ${value.length} ${value.replaceAll(',', String.raw`\x2c`)}` : value;
  });
  const [answerText, ttls] = [texts.join(','), written.map(({ ttl }) => `${ttl}.000000`).join(',')];
  return [
    time.toFixed(6),
    `C${(number * 7919).toString(36).padStart(16, 'a')}`,
    client,
    port,
    '192.0.2.53',
    53,
    'udp',
    number % 65_536,
    '0.012345',
    name,
    1,
    'C_INTERNET',
    typeNumbers[type],
    type,
    answers.length > 0 ? 0 : 3,
    rcodeOf(transaction),
    'F',
    'F',
    'T',
    'T',
    0,
    answerText || '-',
    ttls || '-',
    'F',
  ].join('\t');
}

/** Suricata writes an event for the query and one for the answer, with other events in between. */
function eveEvent(transaction: Transaction): object {
  const { number, client, port, name, type, answers } = transaction;
  const head = {
    timestamp: isoTime(transaction).replace('Z', '000+0000'),
    flow_id: 1_000_000_000_000 + number,
    in_iface: 'eth0',
    event_type: number % 20 === 0 ? 'flow' : 'dns',
    src_ip: client,
    src_port: port,
    dest_ip: '192.0.2.53',
    dest_port: 53,
    proto: 'UDP',
    pkt_src: 'wire/pcap',
  };
  if (number % 20 === 0) return { ...head, flow: { pkts_toserver: 1, pkts_toclient: 1, state: 'established' } };
  if (number % 20 < 10)
    return { ...head, dns: { type: 'query', id: number % 65_536, rrname: name, rrtype: type, tx_id: 0, opcode: 0 } };
  const listed = answers.map((answer) => {
    return { rrname: answer.name, rrtype: answer.type, ttl: answer.ttl, rdata: valueOf(answer) };
  });
  const grouped: Record<string, string[]> = {};
  for (const { rrtype, rdata } of listed) (grouped[rrtype] ??= []).push(rdata);
  return {
    ...head,
    dns: {
      version: 2,
      type: 'answer',
      id: number % 65_536,
      flags: '8180',
      qr: true,
      rd: true,
      ra: true,
      opcode: 0,
      rrname: name,
      rrtype: type,
      rcode: rcodeOf(transaction),
      answers: listed,
      grouped,
    },
  };
}

function collectorMessage(transaction: Transaction): object {
  const { client, port, name, type, answers } = transaction;
  const an = answers.map((answer) => {
    return { name: answer.name, rdatatype: answer.type, class: 'IN', ttl: answer.ttl, rdata: answer.data };
  });
  return {
    network: { family: 'IPv4', protocol: 'UDP', 'query-ip': client, 'query-port': `${port}`, 'response-port': '53' },
    dns: {
      qname: name,
      qtype: type,
      qclass: 'IN',
      rcode: rcodeOf(transaction),
      flags: { qr: true, tc: false },
      'resource-records': { an, ns: [], ar: [] },
    },
    edns: { 'udp-size': 1232, rcode: 0, version: 0, 'dnssec-ok': 0, options: [] },
    dnstap: {
      operation: 'CLIENT_RESPONSE',
      identity: 'ns1',
      'timestamp-rfc3339ns': isoTime(transaction),
      latency: 0.01,
    },
  };
}

/** The answer for formats with one record per line; for a query without an answer, a record made from the query. */
function onlyAnswer({ name, answers }: Transaction): Answer {
  return answers[0] ?? { name, type: 'HTTPS', ttl: 60, data: '1 .' };
}

function wireAnswer({ name, type, ttl, data }: Answer): readonly WireAnswer[] {
  if (type === 'A' || type === 'AAAA' || type === 'CNAME' || type === 'PTR' || type === 'NS')
    return [{ type, name, ttl, data }];
  return type === 'TXT' ? [{ type, name, ttl, data: data.slice(1, -1) }] : [];
}

/** Every format that is measured, by its name in `logFormats`. */
export const logWriters: Readonly<Record<string, LogWriter>> = {
  ...serverWriters,
  'zeek-dns': {
    head: [
      '#separator \\x09',
      '#set_separator\t,',
      '#empty_field\t(empty)',
      '#unset_field\t-',
      '#path\tdns',
      `#fields\t${zeekColumns.join('\t')}`,
    ],
    line: zeekLine,
  },
  'suricata-eve': json(eveEvent),
  'dns-collector': json(collectorMessage),
  cof: json((transaction) => {
    const { name, type, data } = onlyAnswer(transaction);
    const time_first = Math.floor(transaction.time);
    return { rrname: `${name}.`, rrtype: type, rdata: data, time_first, time_last: time_first + 60, count: 3 };
  }),
  passivedns: {
    line: (transaction) => {
      const { name, type, ttl, data } = onlyAnswer(transaction);
      const { time, client } = transaction;
      return [time.toFixed(6), client, '192.0.2.53', 'IN', `${name}.`, type, data, ttl, 1].join('||');
    },
  },
  ecs: json((transaction) => {
    const { client, name, type, answers } = transaction;
    return {
      '@timestamp': isoTime(transaction),
      dns: { type: 'answer', question: { name, type, class: 'IN' }, response_code: rcodeOf(transaction), answers },
      client: { ip: client },
      event: { kind: 'event' },
      ecs: { version: '8.11.0' },
    };
  }),
  ocsf: json((transaction) => {
    const { time, client, name, type, answers } = transaction;
    return {
      class_uid: 4003,
      activity_id: 2,
      time: Math.floor(time * 1000),
      query: { hostname: name, type },
      answers: answers.map((answer) => ({ rdata: valueOf(answer), type: answer.type, ttl: answer.ttl })),
      rcode: rcodeOf(transaction),
      src_endpoint: { ip: client },
    };
  }),
  route53: json((transaction) => {
    const { client, name, type, answers } = transaction;
    return {
      version: '1.100000',
      account_id: '123456789012',
      region: 'eu-north-1',
      query_timestamp: isoTime(transaction),
      query_name: `${name}.`,
      query_type: type,
      query_class: 'IN',
      rcode: rcodeOf(transaction),
      srcaddr: client,
      answers: answers.map((answer) => ({ Rdata: answer.data, Type: answer.type, Class: 'IN' })),
    };
  }),
  'dns-gateway': json((transaction) => {
    const { name, type, answers } = transaction;
    const of = (...types: readonly string[]) => answers.filter((each) => types.includes(each.type));
    return {
      Datetime: isoTime(transaction),
      QueryName: name,
      QueryType: typeNumbers[type],
      QueryTypeName: type,
      ResolvedIPs: of('A', 'AAAA').map(({ data }) => data),
      CNAMEs: of('CNAME').map(({ data }) => data),
      ResolverDecision: 'allowedByQueryName',
    };
  }),
  adguard: json((transaction) => {
    const { client, name, type, answers } = transaction;
    const wire = encode({ type: 'response', questions: [], answers: answers.flatMap(wireAnswer) });
    const answer = wire.toString('base64');
    return { T: isoTime(transaction), QH: name, QT: type, QC: 'IN', CP: '', Answer: answer, Result: {}, IP: client };
  }),
  dnsx: json((transaction) => {
    const { name, answers } = transaction;
    const of = (type: string) => answers.filter((each) => each.type === type).map(valueOf);
    return {
      host: name,
      ttl: answers[0]?.ttl ?? 0,
      resolver: ['192.0.2.53:53'],
      a: of('A'),
      aaaa: of('AAAA'),
      cname: of('CNAME'),
      mx: of('MX'),
      ns: of('NS'),
      txt: of('TXT'),
      status_code: rcodeOf(transaction),
      timestamp: isoTime(transaction),
    };
  }),
  infoblox: {
    line: (transaction) => {
      const { time, client, port, name, type, answers } = transaction;
      const [day = '', month = '', year = '', clock = ''] = new Date(time * 1000).toUTCString().split(' ').slice(1);
      const records = answers
        .map((answer) => `${answer.name}. ${answer.ttl} IN ${answer.type} ${answer.data};`)
        .join(' ');
      const head = `<30>${month} ${day} ${clock} 192.0.2.5 named[12345]: ${day}-${month}-${year} ${clock}.123`;
      return `${head} client ${client}#${port}: UDP: query: ${name} IN ${type} response: ${rcodeOf(transaction)} + ${records}`;
    },
  },
  'zone-file': {
    head: ['$ORIGIN test.', '$TTL 300', '@ IN SOA ns1 host 1 7200 3600 1209600 300'],
    line: (transaction) => {
      const { name, type, ttl, data } = onlyAnswer(transaction);
      const absolute =
        type === 'A' || type === 'AAAA' || type === 'TXT' ? data : data.replaceAll(/(?<=[a-z])(?= |$)/g, '.');
      return `${name}.\t${ttl}\tIN\t${type}\t${absolute}`;
    },
  },
  csv: {
    head: ['first_seen,last_seen,rrname,rrtype,rdata,ttl,count'],
    line: (transaction) => {
      const { name, type, ttl, data } = onlyAnswer(transaction);
      const cell = data.includes('"') || data.includes(',') ? `"${data.replaceAll('"', '""')}"` : data;
      return `${isoTime(transaction)},${isoTime(transaction)},${name},${type},${cell},${ttl},1`;
    },
  },
};
