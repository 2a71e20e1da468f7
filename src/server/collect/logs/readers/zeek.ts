import { recordsOf } from '#server/collect/logs/answer-chain.ts';
import { isRecordType, type LogEntry, type LogReader } from '#server/collect/logs/log-reader.ts';
import {
  portsSkip,
  privateReverse,
  reasons,
  rejected,
  skipped,
  typeName,
  typeSkip,
} from '#server/collect/logs/skip-rules.ts';
import { type ZeekRow, zeekReader, zeekTime } from './zeek-log.ts';

// dns.log of Zeek (docs.zeek.org, base/protocols/dns): one line a transaction, with the answer section only and without the owners of
// the answers.

const columns = ['ts', 'id.orig_p', 'id.resp_p', 'query', 'qtype_name', 'qtype', 'answers', 'TTLs'] as const;

export const readZeekDns: LogReader = zeekReader({
  format: 'zeek-dns',
  title: 'Zeek dns.log (TSV or JSON)',
  path: 'dns',
  columns,
  isTable: (has) => has('ts') && has('query') && has('answers'),
  isEvent: (event) => 'ts' in event && 'query' in event && ('qtype_name' in event || 'answers' in event),
  read: readTransaction,
});

/** No message holds more. */
const maxAnswers = 1000;

function readTransaction(row: ZeekRow<(typeof columns)[number]>): readonly LogEntry[] {
  const skip = portsSkip(row.number('id.orig_p'), row.number('id.resp_p'));
  if (skip !== undefined) return skipped(skip);
  const answers = row.list('answers');
  if (answers.length === 0) return skipped(reasons.noAnswer);
  if (answers.length > maxAnswers) return rejected(`more than ${maxAnswers} answers`);
  const time = zeekTime(row.value('ts'));
  if (time === undefined) return rejected(reasons.noTime);
  const query = row.text('query');
  if (query === '') return rejected(reasons.noName);
  const named = row.text('qtype_name');
  const type = named === '' ? typeName(row.value('qtype')) : named.toUpperCase();
  if (type !== '' && type !== '*' && type !== 'ANY' && !isRecordType(type)) return skipped(typeSkip(type));
  if (privateReverse(query)) return skipped(reasons.privateReverse);
  const given = type === 'TXT' ? answers.flatMap(textsOf) : answers;
  const ttls = row.numbers('TTLs').map(wholeSeconds);
  const { records, misfits } = recordsOf({ query, type, answers: given, ttls, time });
  return misfits === 0 ? records : [...records, ...skipped(reasons.misfit)];
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

function wholeSeconds(ttl: number): number {
  return Number.isFinite(ttl) && ttl >= 0 && ttl <= 0xffff_ffff ? Math.floor(ttl) : 0;
}
