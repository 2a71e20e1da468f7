import { textOf } from '#model/json-value.ts';
import {
  type AboutFile,
  isLogRecordType,
  type LogEntry,
  type SeenAgain,
  type SeenRecord,
} from '#server/ingest/logs/log-reader.ts';
import { certificateEntry, decodedCertificate, identify, readDistinguishedName } from './certificates.ts';
import { maxAnswers, recordsOf } from './dns-answers.ts';
import { type ExchangeFields, fingerprintEntries, headersOf, readExchange } from './server-evidence.ts';
import {
  detached,
  portsSkip,
  privateReverse,
  readTime,
  reasons,
  rejected,
  skipped,
  typeName,
  typeSkip,
} from './values.ts';
import { bytesOf, isInMilliseconds, type ZeekRow, zeekNumber, zeekTime } from './zeek-log.ts';
import { zeekKind, zeekReader } from './zeek-reader.ts';

// dns.log of Zeek (docs.zeek.org, base/protocols/dns): one line per transaction, with the answer section only and without owners.

const transactionColumns = ['ts', 'id.orig_p', 'id.resp_p', 'query', 'qtype_name', 'qtype', 'answers', 'TTLs'] as const;
type TransactionRow = ZeekRow<(typeof transactionColumns)[number]>;

const dnsLog = zeekKind({
  format: 'zeek-dns',
  title: 'Zeek dns.log (TSV or JSON)',
  path: 'dns',
  columns: transactionColumns,
  isTable: (has) => has('ts') && has('query') && has('answers'),
  // unset fields are left out of JSON, also the query, but the flags are always set
  isEvent: (event) =>
    'ts' in event &&
    (('query' in event && ('qtype_name' in event || 'answers' in event)) || ('rejected' in event && 'RA' in event)),
  open: transactionReader,
});

/** Transactions in the cache: the same ones usually occur again and again. */
const maxKnown = 50_000;
/** New transactions for which nothing is cached after a cache that was of little use, as in a log of names that never repeat. */
const uncached = 20 * maxKnown;

/** A transaction without its time. */
interface Known {
  /** Without times and TTLs. */
  readonly records: readonly (SeenRecord & { readonly same: object })[];
  /** Skipped and rejected answers. */
  readonly others: readonly LogEntry[];
}

function transactionReader(): (row: TransactionRow) => readonly LogEntry[] {
  const known = new Map<string, Known>();
  let [hits, left] = [0, 0];
  return (row) => {
    const skip = portsSkip(zeekNumber(row.value('id.orig_p')), zeekNumber(row.value('id.resp_p')));
    if (skip !== undefined) return skipped(skip);
    if (row.isEmpty('answers')) return skipped(reasons.noAnswer);
    const time = readTime(zeekTime(row.value('ts')));
    if (time === undefined) return rejected(reasons.noTime);
    // in JSON the answers are a list
    const key = left > 0 ? undefined : row.span('query', 'answers');
    if (key === undefined) {
      left -= 1;
      const { records, others } = readTransaction(row, { time, ttls: row.numbers('TTLs').map(wholeSeconds) });
      return others.length === 0 ? records : [...records, ...others];
    }
    let told = known.get(key);
    if (told) hits += 1;
    else {
      if (known.size >= maxKnown) {
        if (hits < maxKnown) left = uncached;
        hits = 0;
        known.clear();
      }
      told = withoutTimes(row);
      known.set(detached(key), told);
    }
    const { records, others } = told;
    if (records.length === 0) return others;
    const given = row.numbers('TTLs');
    const ttls = records.map(({ ttl: index }) => wholeSeconds(given[index]));
    const again: SeenAgain = { what: 'again', records, time, ttls };
    return others.length === 0 ? [again] : [again, ...others];
  };
}

/** The TTL of each record is the index of its answer. */
function withoutTimes(row: TransactionRow): Known {
  const { records, others } = readTransaction(row, { time: 0 });
  return { records: records.map((record) => ({ same: {}, ...withOwnTexts(record) })), others };
}

interface Times {
  readonly time: number;
  /** One for each answer, its index unless given. */
  readonly ttls?: readonly number[];
}

function readTransaction(row: TransactionRow, { time, ttls }: Times): ReturnType<typeof recordsOf> {
  const none = (others: readonly LogEntry[]) => ({ records: [], others });
  const answers = row.list('answers').map(textOf);
  if (answers.length > maxAnswers) return none(rejected(`more than ${maxAnswers} answers`));
  const query = textOf(row.value('query'));
  if (query === '') return none(rejected(reasons.noName));
  const named = textOf(row.value('qtype_name'));
  const type = named === '' ? typeName(row.value('qtype')) : named.toUpperCase();
  if (type !== '' && type !== '*' && type !== 'ANY' && !isLogRecordType(type)) return none(skipped(typeSkip(type)));
  if (query === '.') return none(skipped(reasons.root));
  if (privateReverse(query)) return none(skipped(reasons.privateReverse));
  const given = type === 'TXT' ? answers.flatMap(textsOf) : answers;
  return recordsOf({ query, type, answers: given, ttls: ttls ?? given.map((_, index) => index), time });
}

function withOwnTexts(record: SeenRecord): SeenRecord {
  const { name, answer, set } = record;
  return { ...record, name: detached(name), answer: detached(answer), ...(set && { set: set.map(detached) }) };
}

/** "TXT 5 hello TXT 3 abc": several texts of one record, each with its length in bytes, are one text. */
function textsOf(answer: string): string[] {
  const plain = textsIn(Buffer.from(answer, 'utf8'));
  // bytes that are not UTF-8 are still escaped
  const { texts } = plain.isWhole || !answer.includes('\\x') ? plain : textsIn(bytesOf(answer));
  if (texts.length > 0) return [texts.join('')];
  return answer === '' ? [] : [answer];
}

function textsIn(bytes: Buffer): { readonly texts: readonly string[]; readonly isWhole: boolean } {
  const texts: string[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const head = /^TXT (\d{1,5}) /.exec(rest.toString('latin1', 0, 12));
    if (!head) return { texts, isWhole: false };
    const begin = head[0].length;
    const end = begin + Number(head[1]);
    texts.push(rest.toString('utf8', begin, end));
    rest = rest.subarray(end + 1);
  }
  return { texts, isWhole: true };
}

function wholeSeconds(ttl = 0): number {
  return Number.isFinite(ttl) && ttl >= 0 && ttl <= 0xffff_ffff ? Math.floor(ttl) : 0;
}

// ssl.log and x509.log of Zeek (docs.zeek.org, base/protocols/ssl and base/files/x509). ssl.log lists the fingerprints of the
// certificates of each connection, SHA-256 by default; x509.log describes each certificate about once a day. Before Zeek 4.1 both
// identify certificates by a file id that is only valid for one connection; files.log has their digests.

const sessionColumns = [
  'ts',
  'id.orig_h',
  'id.resp_h',
  'server_name',
  'cipher',
  'resumed',
  'cert_chain_fps',
  'cert_chain_fuids',
  'ja3',
  'ja3s',
  'ja4',
  'ja4s',
] as const;

const sslLog = zeekKind({
  format: 'zeek-ssl',
  title: 'Zeek ssl.log (TSV or JSON)',
  path: 'ssl',
  columns: sessionColumns,
  isTable: (has) =>
    has('ts') && has('id.resp_h') && (has('cert_chain_fps') || has('cert_chain_fuids') || has('cipher')),
  // unset fields are left out of JSON, but these two are always set
  isEvent: (event) => 'ts' in event && 'established' in event && 'resumed' in event,
  open: (about) => (row) => readSession(row, about),
});

type SessionRow = ZeekRow<(typeof sessionColumns)[number]>;

function readSession(row: SessionRow, { fileDigests }: AboutFile): readonly LogEntry[] {
  const first = textOf(row.first('cert_chain_fps')) || (fileDigests?.get(textOf(row.first('cert_chain_fuids'))) ?? '');
  const [ja3, ja3s] = [textOf(row.value('ja3')), textOf(row.value('ja3s'))];
  const [ja4, ja4s] = [textOf(row.value('ja4')), textOf(row.value('ja4s'))];
  const identity = identify({ sha1: first, sha256: first });
  if (identity === 'missing' && ja3 === '' && ja3s === '' && ja4 === '' && ja4s === '')
    return skipped(withoutCertificate(row));
  const time = readTime(zeekTime(row.value('ts')));
  if (time === undefined) return rejected(reasons.noTime);
  const ip = textOf(row.value('id.resp_h'));
  if (ip === '') return rejected(reasons.noServer);
  const server = { ip, hostname: textOf(row.value('server_name')), time };
  const fingerprints = fingerprintEntries(server, textOf(row.value('id.orig_h')), { ja3, ja3s, ja4, ja4s });
  if (identity === 'missing') return fingerprints;
  if (identity === 'damaged') return [...fingerprints, ...rejected(reasons.badDigest)];
  return [{ what: 'shown-certificate', ...server, fingerprint: identity.sha1 || identity.sha256 }, ...fingerprints];
}

function withoutCertificate(row: SessionRow): string {
  if (textOf(row.first('cert_chain_fuids')) !== '') return onlyFileId;
  return row.value('resumed') === true || row.value('resumed') === 'T' ? reasons.resumed : reasons.noCertificate;
}

const onlyFileId =
  'certificates are named by file ids (Zeek before 4.1), and no files.log earlier in the archive has their digests';

const certificateColumns = [
  'ts',
  'fingerprint',
  'id',
  'cert',
  'san.dns',
  'certificate.serial',
  'certificate.subject',
  'certificate.issuer',
  'certificate.not_valid_before',
  'certificate.not_valid_after',
] as const;

const x509Log = zeekKind({
  format: 'zeek-x509',
  title: 'Zeek x509.log (TSV or JSON)',
  path: 'x509',
  columns: certificateColumns,
  isTable: (has) => has('ts') && (has('certificate.subject') || has('cert')),
  isEvent: (event) =>
    'ts' in event && ['certificate.serial', 'certificate_serial', 'certificate', 'cert'].some((name) => name in event),
  open: (about) => (row) => readCertificate(row, about),
});

function readCertificate(
  row: ZeekRow<(typeof certificateColumns)[number]>,
  { fileDigests }: AboutFile,
): readonly LogEntry[] {
  const given = row.value('ts');
  const time = readTime(zeekTime(given));
  if (time === undefined) return rejected(reasons.noTime);
  // with log-certs-base64.zeek
  const whole = decodedCertificate(row.value('cert'), time);
  if (whole) return [whole];
  const named = row.value('fingerprint') ?? fileDigests?.get(textOf(row.value('id')));
  const digests = { sha1: named, sha256: named };
  const identity = identify(digests);
  if (identity === 'missing' && textOf(row.value('id')) !== '') return rejected(onlyFileId);
  if (typeof identity === 'string')
    return rejected(identity === 'missing' ? reasons.badCertificate : reasons.badDigest);
  const validity = (column: 'certificate.not_valid_before' | 'certificate.not_valid_after'): unknown => {
    const value = row.value(column);
    return isInMilliseconds(given) && typeof value === 'number' ? value / 1000 : value;
  };
  const certificate = certificateEntry({
    ...digests,
    subject: readDistinguishedName(row.value('certificate.subject')),
    issuer: readDistinguishedName(row.value('certificate.issuer')),
    alternatives: row.list('san.dns'),
    serial: row.value('certificate.serial'),
    notBefore: validity('certificate.not_valid_before'),
    notAfter: validity('certificate.not_valid_after'),
    time,
  });
  return certificate ? [certificate] : rejected('the validity of the certificate is missing or cannot be read');
}

// http.log of Zeek (docs.zeek.org, base/protocols/http). By default it has the status and the content type;
// policy/protocols/http/header-names.zeek adds the names of the headers and, if configured, their values.

const exchangeColumns = [
  'ts',
  'id.resp_h',
  'host',
  'method',
  'uri',
  'status_code',
  'status_msg',
  'resp_mime_types',
  'server_header_names',
  'server_header_values',
] as const;

const httpLog = zeekKind({
  format: 'zeek-http',
  title: 'Zeek http.log (TSV or JSON)',
  path: 'http',
  columns: exchangeColumns,
  // sip.log has a status as well
  isTable: (has) => has('ts') && has('id.resp_h') && has('status_code') && (has('host') || has('resp_mime_types')),
  isEvent: (event) => 'ts' in event && 'trans_depth' in event && ('tags' in event || 'host' in event),
  open: () => (row) => readExchange(exchange, row),
});

type ExchangeRow = ZeekRow<(typeof exchangeColumns)[number]>;

const exchange: ExchangeFields<ExchangeRow> = {
  status: (row) => row.value('status_code'),
  phrase: (row) => row.value('status_msg'),
  method: (row) => row.value('method'),
  url: (row) => row.value('uri'),
  time: (row) => zeekTime(row.value('ts')),
  ip: (row) => row.value('id.resp_h'),
  host: (row) => row.value('host'),
  headers: responseHeaders,
};

function responseHeaders(row: ExchangeRow): Record<string, string> {
  const [names, values] = [row.list('server_header_names'), row.list('server_header_values')];
  // lists of unequal length cannot be paired
  const headers =
    names.length === values.length ? headersOf(names.map((name, index) => [name, textOf(values[index])])) : {};
  const type = textOf(row.first('resp_mime_types'));
  return type === '' || 'content-type' in headers ? headers : { ...headers, 'content-type': type };
}

/** The logs of Zeek that are read. */
export const zeekLogs = [dnsLog, sslLog, x509Log, httpLog];

export const readZeekDns = zeekReader(zeekLogs, dnsLog);
export const readZeekSsl = zeekReader(zeekLogs, sslLog);
export const readZeekX509 = zeekReader(zeekLogs, x509Log);
export const readZeekHttp = zeekReader(zeekLogs, httpLog);
/** Of files that hold several of these logs. */
export const readZeek = zeekReader(zeekLogs);
