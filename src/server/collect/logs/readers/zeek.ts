import { recordsOf } from '#server/collect/logs/answer-chain.ts';
import { isRecordType, type LogEntry, type LogReader } from '#server/collect/logs/log-reader.ts';
import {
  isObject,
  listOf,
  type LogObject,
  portsSkip,
  privateReverse,
  readJsonLine,
  readTime,
  reasons,
  rejected,
  skipped,
  textOf,
  typeName,
  typeSkip,
} from '#server/collect/logs/skip-rules.ts';

// dns.log of Zeek (docs.zeek.org, base/protocols/dns): one line a transaction, with the answer section only and without the owners of
// the answers. As TSV with directives that say which columns it has, or as JSON, also inside `result._raw` (Splunk exports).

/** What of a transaction is read; text as it stands in the log. */
interface Transaction {
  readonly time: unknown;
  readonly query: string;
  readonly type: string;
  readonly ports: readonly unknown[];
  readonly answers: readonly string[];
  readonly ttls: readonly number[];
}

export const readZeekDns: LogReader = {
  format: 'zeek-dns',
  title: 'Zeek dns.log (TSV or JSON)',
  sniff(head) {
    const lines = head.filter((line) => line.trim() !== '');
    if (lines.some((line) => line.startsWith('#path\t') && line.trim() === '#path\tdns')) return 1;
    const fields = lines.find((line) => line.startsWith('#fields\t'));
    if (fields !== undefined) return columnsOf(fields.split('\t').slice(1)) ? 0.9 : 0;
    const events = lines.filter((line) => line.startsWith('{')).map((line) => eventOf(line));
    const own = events.filter((event) => event && isDnsEvent(event));
    return events.length > 0 && 2 * own.length > events.length ? 0.95 : 0;
  },
  open() {
    let layout: Layout = { unset: '-', empty: '(empty)', separator: ',', columns: undefined, count: 0 };
    return (line) => {
      if (line.startsWith('#')) {
        layout = directive(layout, line.trimEnd());
        return [];
      }
      if (line.trim() === '') return [];
      if (line.startsWith('{')) {
        const event = eventOf(line);
        if (!event) return rejected(reasons.notJson);
        return isDnsEvent(event) ? entriesOf(ofJson(event)) : rejected('not an event of dns.log');
      }
      if (!layout.columns) return rejected('no line #fields before it says which columns it has');
      const cells = line.split('\t');
      if (cells.length < layout.count) return rejected('fewer columns than #fields names');
      return entriesOf(ofTsv(layout.columns, cells, layout));
    };
  },
};

const wanted = ['ts', 'id.orig_p', 'id.resp_p', 'query', 'qtype_name', 'qtype', 'answers', 'TTLs'] as const;
type Columns = Readonly<Record<(typeof wanted)[number], number>>;

interface Layout {
  readonly unset: string;
  readonly empty: string;
  /** Between the members of a vector. */
  readonly separator: string;
  readonly columns: Columns | undefined;
  /** Of columns. */
  readonly count: number;
}

/** A rotated file may say everything again. */
function directive(layout: Layout, line: string): Layout {
  const [name = '', ...values] = line.split('\t');
  if (name === '#fields') return { ...layout, columns: columnsOf(values), count: values.length };
  const [value = ''] = values;
  if (name === '#unset_field') return { ...layout, unset: value };
  if (name === '#empty_field') return { ...layout, empty: value };
  return name === '#set_separator' && value !== '' ? { ...layout, separator: value } : layout;
}

function columnsOf(names: readonly string[]): Columns | undefined {
  const columns: Columns = {
    ts: names.indexOf('ts'),
    'id.orig_p': names.indexOf('id.orig_p'),
    'id.resp_p': names.indexOf('id.resp_p'),
    query: names.indexOf('query'),
    qtype_name: names.indexOf('qtype_name'),
    qtype: names.indexOf('qtype'),
    answers: names.indexOf('answers'),
    TTLs: names.indexOf('TTLs'),
  };
  return columns.ts >= 0 && columns.query >= 0 && columns.answers >= 0 ? columns : undefined;
}

function ofTsv(columns: Columns, cells: readonly string[], { unset, empty, separator }: Layout): Transaction {
  const cell = (name: keyof Columns): string => {
    const text = columns[name] < 0 ? undefined : cells[columns[name]];
    return text === undefined || text === unset ? '' : text.trimEnd();
  };
  const members = (name: keyof Columns): string[] => {
    const text = cell(name);
    return text === '' || text === empty ? [] : text.split(separator);
  };
  return {
    time: cell('ts'),
    query: unescaped(cell('query')),
    type: typeOf(cell('qtype_name'), cell('qtype')),
    ports: [Number(cell('id.orig_p')), Number(cell('id.resp_p'))],
    answers: members('answers').map(unescaped),
    ttls: members('TTLs').map(Number),
  };
}

/** Separators, and bytes that are not printable ASCII, stand as \xhh; bytes of UTF-8 stay together. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  const bytes = Buffer.from(
    text.replaceAll(/\\x([0-9a-fA-F]{2})|\\\\/g, (_, hex?: string) =>
      hex ? String.fromCharCode(parseInt(hex, 16)) : '\\',
    ),
    'latin1',
  );
  const decoded = bytes.toString('utf8');
  return decoded.includes('\uFFFD') ? text : decoded;
}

function eventOf(line: string): LogObject | undefined {
  const event = readJsonLine(line);
  const result = event?.['result'];
  if (!isObject(result) || typeof result['_raw'] !== 'string') return event;
  return readJsonLine(result['_raw']);
}

function isDnsEvent(event: LogObject): boolean {
  const { _path: path } = event;
  if (path !== undefined) return path === 'dns';
  return 'ts' in event && 'query' in event && ('qtype_name' in event || 'answers' in event);
}

function ofJson(event: LogObject): Transaction {
  const { ts, query, qtype_name: qtypeName, qtype, answers, TTLs: ttls, id } = event;
  const ends = isObject(id) ? [id['orig_p'], id['resp_p']] : [event['id.orig_p'], event['id.resp_p']];
  return {
    time: ts,
    query: textOf(query),
    type: typeOf(textOf(qtypeName), qtype),
    ports: ends,
    answers: listOf(answers).map(textOf),
    ttls: listOf(ttls).map(numberOf),
  };
}

/** NaN for what no number is written as: an object would choose itself what it becomes. */
function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number(textOf(value) || NaN);
}

function typeOf(name: string, number: unknown): string {
  return name === '' ? typeName(number) : name.toUpperCase();
}

/** No message holds more. */
const maxAnswers = 1000;

function entriesOf({ time, query, type, ports, answers, ttls }: Transaction): readonly LogEntry[] {
  const skip = portsSkip(ports[0], ports[1]);
  if (skip !== undefined) return skipped(skip);
  if (answers.length === 0) return skipped(reasons.noAnswer);
  if (answers.length > maxAnswers) return rejected(`more than ${maxAnswers} answers`);
  // JSON::TS_MILLIS
  const at = readTime(typeof time === 'number' && time > 1e11 ? time / 1000 : time);
  if (at === undefined) return rejected(reasons.noTime);
  if (query === '') return rejected(reasons.noName);
  if (type !== '' && type !== '*' && type !== 'ANY' && !isRecordType(type)) return skipped(typeSkip(type));
  if (privateReverse(query)) return skipped(reasons.privateReverse);
  const given = type === 'TXT' ? answers.flatMap(textsOf) : answers;
  const { records, misfits } = recordsOf({ query, type, answers: given, ttls: ttls.map(wholeSeconds), time: at });
  if (misfits === 0) return records;
  return [...records, ...skipped(reasons.misfit)];
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
