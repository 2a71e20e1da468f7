import {
  isRecordType,
  type LogEntry,
  type LogReader,
  type SeenAgain,
  type SeenRecord,
} from '#server/ingest/logs/log-reader.ts';
import { detached, portsSkip, privateReverse, reasons, rejected, skipped, typeName, typeSkip } from './values.ts';
import { recordsOf } from './dns-answers.ts';
import { type ZeekRow, zeekReader, zeekTime } from './zeek-log.ts';

// dns.log of Zeek (docs.zeek.org, base/protocols/dns): one line a transaction, with the answer section only and without the owners of
// the answers.

const columns = ['ts', 'id.orig_p', 'id.resp_p', 'query', 'qtype_name', 'qtype', 'answers', 'TTLs'] as const;
type Column = (typeof columns)[number];

export const readZeekDns: LogReader = zeekReader({
  format: 'zeek-dns',
  title: 'Zeek dns.log (TSV or JSON)',
  path: 'dns',
  columns,
  isTable: (has) => has('ts') && has('query') && has('answers'),
  isEvent: (event) => 'ts' in event && 'query' in event && ('qtype_name' in event || 'answers' in event),
  open: transactionReader,
});

/** No message holds more. */
const maxAnswers = 1000;
/** Transactions that are remembered: a log asks for the same names again and again. */
const maxKnown = 50_000;

/** What a transaction says, whenever it is seen. */
interface Known {
  /** Without times and TTLs. */
  readonly records: readonly (SeenRecord & { readonly same: object })[];
  /** What there is besides the records: skipped or rejected. */
  readonly others: readonly LogEntry[];
}

function transactionReader(): (row: ZeekRow<Column>) => readonly LogEntry[] {
  const known = new Map<string, Known>();
  return (row) => {
    const skip = portsSkip(row.number('id.orig_p'), row.number('id.resp_p'));
    if (skip !== undefined) return skipped(skip);
    if (row.isEmpty('answers')) return skipped(reasons.noAnswer);
    const time = zeekTime(row.value('ts'));
    if (time === undefined) return rejected(reasons.noTime);
    // in JSON the answers are a list
    const key = row.span('query', 'answers');
    let told = key === undefined ? undefined : known.get(key);
    if (!told) {
      told = readTransaction(row);
      if (known.size >= maxKnown) known.clear();
      if (key !== undefined) known.set(detached(key), told);
    }
    const { records, others } = told;
    if (records.length === 0) return others;
    const given = row.numbers('TTLs');
    const ttls = records.map(({ ttl: index }) => wholeSeconds(given[index]));
    const again: SeenAgain = { what: 'again', records, time, ttls };
    return others.length === 0 ? [again] : [again, ...others];
  };
}

/** The records without times; in place of its TTL, each has the place of its answer. */
function readTransaction(row: ZeekRow<Column>): Known {
  const none = (others: readonly LogEntry[]): Known => ({ records: [], others });
  const answers = row.list('answers');
  if (answers.length > maxAnswers) return none(rejected(`more than ${maxAnswers} answers`));
  const query = row.text('query');
  if (query === '') return none(rejected(reasons.noName));
  const named = row.text('qtype_name');
  const type = named === '' ? typeName(row.value('qtype')) : named.toUpperCase();
  if (type !== '' && type !== '*' && type !== 'ANY' && !isRecordType(type)) return none(skipped(typeSkip(type)));
  if (privateReverse(query)) return none(skipped(reasons.privateReverse));
  const given = type === 'TXT' ? answers.flatMap(textsOf) : answers;
  const { records, misfits } = recordsOf({
    query,
    type,
    answers: given,
    ttls: given.map((_, index) => index),
    time: 0,
  });
  return {
    records: records.map((record) => ({ ...withOwnTexts(record), same: {} })),
    others: misfits === 0 ? [] : skipped(reasons.misfit),
  };
}

function withOwnTexts(record: SeenRecord): SeenRecord {
  const { name, answer, set } = record;
  return { ...record, name: detached(name), answer: detached(answer), ...(set && { set: set.map(detached) }) };
}

/** "TXT 5 hello TXT 3 abc": several texts of one record, each with its length in bytes, are one text. */
function textsOf(answer: string): string[] {
  const parts: string[] = [];
  let rest = Buffer.from(answer, 'utf8');
  while (rest.length > 0) {
    const head = /^TXT (\d{1,5}) /.exec(rest.toString('latin1', 0, 12));
    if (!head) return parts.length > 0 ? [parts.join('')] : [answer];
    const begin = head[0].length;
    const end = begin + Number(head[1]);
    parts.push(rest.toString('utf8', begin, end));
    rest = rest.subarray(end + 1);
  }
  return parts.length > 0 ? [parts.join('')] : [];
}

function wholeSeconds(ttl = 0): number {
  return Number.isFinite(ttl) && ttl >= 0 && ttl <= 0xffff_ffff ? Math.floor(ttl) : 0;
}
