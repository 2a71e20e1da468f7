import { parseIp, reverseZoneName } from '#model/ip-address.ts';
import { isPresented } from '#server/ingest/journal/record-data.ts';
import { isLogRecordType, type AboutFile, type LogEntry, type LogReader } from '#server/ingest/logs/log-reader.ts';
import {
  dated,
  lacking,
  readCount,
  readTime,
  readTtl,
  reasons,
  rejected,
  skipped,
  typeName,
  typeSkip,
} from './values.ts';
import { recordEntries, responseEntries } from './dns-answers.ts';

// CSV and TSV with a header: exports of SIEMs and of passive DNS, and tables made by hand. Columns are recognised by their names, unless
// the import has a mapping. Files are read line by line, so a cell cannot span lines.

/** Names of columns without blanks, hyphens and underscores, best first: beside `query`, `host` may be the sensor. */
const knownNames = {
  name: [
    'rrname',
    'qname',
    'queryname',
    'dnsquery',
    'query',
    'fqdn',
    'domain',
    'domainname',
    'name',
    'hostname',
    'host',
  ],
  type: ['rrtype', 'qtype', 'recordtype', 'querytype', 'type'],
  // beside an answer, an address may be that of the client
  answer: ['rdata', 'answer', 'answers', 'data', 'value', 'resolvedip', 'response', 'ip', 'ipaddress', 'address'],
  first: ['firstseen', 'timefirst', 'first', 'timestamp', '@timestamp', 'ts', 'time', 'datetime', 'date'],
  last: ['lastseen', 'timelast', 'last'],
  count: ['count'],
  ttl: ['ttl'],
} as const satisfies Record<string, readonly string[]>;
type Field = keyof typeof knownNames;
/** The fields that a column can hold. */
export const tableFields: readonly string[] = Object.keys(knownNames);
const fields = tableFields as Field[];

/** The column of each field; -1 for fields that the table does not have. */
type Places = Readonly<Record<Field, number>>;

interface Layout {
  readonly delimiter: string;
  readonly columns: readonly string[];
  /** Or why lines cannot be read. */
  readonly places: Places | string;
}

export const readTable: LogReader = {
  format: 'csv',
  title: 'CSV or TSV with a header',
  sniff(head) {
    // directives of Zeek name columns as well
    if (head.some((line) => line.startsWith('#fields') || line.startsWith('#separator'))) return 0;
    const lines = head.filter((line) => line.trim() !== '');
    const at = lines.findIndex((line) => typeof layoutOf(line).places !== 'string');
    const [header, ...rows] = lines.slice(at);
    // only comments come before the header
    if (at < 0 || header === undefined || !lines.slice(0, at).every(isComment)) return 0;
    const { delimiter, columns } = layoutOf(header);
    const cells = rows.filter((line) => !isComment(line)).map((line) => cellsOf(line, delimiter));
    const even = cells.filter((each) => typeof each !== 'string' && each.length === columns.length);
    // the last of the lines may be cut off
    return even.length > 0 && even.length >= cells.length - 1 ? 0.6 : 0;
  },
  open: openTable,
};

function openTable({ day, columns }: AboutFile): (line: string) => readonly LogEntry[] {
  let layout: Layout | undefined;
  return (line) => {
    if (line.trim() === '') return [];
    if (layout && isComment(line)) return [];
    if (!layout) {
      const found = layoutOf(line, columns);
      // abuse.ch and others write the header as a comment
      if (!isComment(line) || typeof found.places !== 'string') layout = found;
      return [];
    }
    const { delimiter, places } = layout;
    if (typeof places === 'string') return rejected(places);
    const cells = cellsOf(line, delimiter);
    if (typeof cells === 'string') return rejected(cells);
    const { length } = layout.columns;
    if (cells.length < length) return rejected('fewer cells than the header has columns');
    if (cells.length > length && cells.slice(length).some((cell) => cell !== ''))
      return rejected('more cells than the header has columns');
    if (places.first < 0 && places.last < 0 && day === undefined)
      return lacking(['day'], `no column holds times, and the day was not given. ${columnWords(layout.columns)}`);
    return entriesOf(cells, places, day);
  };
}

function isComment(line: string): boolean {
  return line.startsWith('#');
}

function entriesOf(cells: readonly string[], places: Places, day: number | undefined): readonly LogEntry[] {
  const name = cellAt(cells, places.name);
  if (name === '') return rejected(reasons.noName);
  const [begin, end] = [cellAt(cells, places.first), cellAt(cells, places.last)];
  const first = timeOf(begin === '' ? end : begin);
  const last = end === '' || end === begin ? first : timeOf(end);
  const hasTimes = places.first >= 0 || places.last >= 0;
  const time = hasTimes ? first : day;
  // one of the two is enough, but one that cannot be read may be anything
  if (time === undefined || (hasTimes && last === undefined)) return rejected(reasons.noTime);
  const count = readCount(cellAt(cells, places.count));
  if (count === undefined) return rejected(reasons.badCount);
  const ttl = readTtl(cellAt(cells, places.ttl));
  const row = { name, type: typeName(cellAt(cells, places.type)), answer: cellAt(cells, places.answer), ttl };
  const entries = rowEntries(row, { first: time, last: last ?? time, count });
  return hasTimes ? entries : dated(entries, 'given');
}

function cellAt(cells: readonly string[], place: number): string {
  return place < 0 ? '' : (cells[place] ?? '');
}

interface Row {
  readonly name: string;
  /** '' where the table has none. */
  readonly type: string;
  /** One or several. */
  readonly answer: string;
  readonly ttl: number | undefined;
}

interface Seen {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

function rowEntries({ name, type, answer, ttl }: Row, { first, last, count }: Seen): readonly LogEntry[] {
  if (type !== '' && type !== 'ANY' && !isLogRecordType(type)) return skipped(typeSkip(type));
  if (answer === '' || failure.test(answer)) return skipped(reasons.noAnswer);
  if (ttl === undefined) return rejected(reasons.badTtl);
  const answers = answersOf(type, answer);
  if (type === '' && !answers.some((each) => parseIp(each))) return skipped(reasons.noType);
  if (type === '' || type === 'ANY' || type === 'A' || type === 'AAAA') {
    // where an address was asked for, a name among the answers is an alias
    const listed = answers.map((data) => ({ name: '', type: '', data, ttl }));
    const entries = responseEntries({ time: first, query: name, type, answers: listed });
    return entries.map((entry) => (entry.what === 'record' ? { ...entry, last, count } : entry));
  }
  const owner = type === 'PTR' ? (reverseZoneName(name) ?? name) : name;
  const records = answers.map((rdata) => ({ name: owner, type, rdata, ttl }));
  // a single answer may be one of several on separate lines
  return recordEntries(records, { time: first, last, count, isPart: answers.length === 1 });
}

/** Written by exports in place of a missing answer. */
const failure = /^(?:-|n\/a|null|none|nodata|noerror|nxdomain|servfail|refused|formerr)$/i;

/** TXT and other data hold blanks and semicolons, and the number before a mail exchanger is its preference. */
function answersOf(type: string, answer: string): readonly string[] {
  if (type === 'TXT' || isPresented(type)) return [answer];
  if (type === 'SOA') return answer.split(/[;|]/).flatMap((each) => each.trim() || []);
  const answers = answer.split(/[\s;|,]+/).filter((each) => each !== '');
  return type === 'MX' ? answers.filter((each) => !/^\d{1,5}$/.test(each)) : answers;
}

/** Epoch seconds of ISO 8601, `yyyy-mm-dd`, epoch seconds or epoch milliseconds. */
function timeOf(text: string): number | undefined {
  if (/^\d{11,13}$/.test(text)) return readTime(Number(text) / 1000);
  return readTime(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text);
}

const delimiters = [',', '\t', ';'] as const;

/** @param mapping of `AboutFile`: names of columns that come before those that are known */
function layoutOf(line: string, mapping: AboutFile['columns'] = {}): Layout {
  const header = line.replace(/^(?:\ufeff|#)+ ?/, '').slice(0, maxHeaderLength);
  const layouts = delimiters.map((delimiter): Layout => {
    const cells = cellsOf(header, delimiter);
    const columns = typeof cells === 'string' ? [header] : cells;
    return { delimiter, columns, places: placesOf(columns, mapping) };
  });
  const most = layouts.toSorted((one, other) => other.columns.length - one.columns.length)[0];
  return (
    layouts.find(({ places }) => typeof places !== 'string') ?? most ?? { delimiter: ',', columns: [], places: '' }
  );
}

/** Real headers are far shorter. */
const maxHeaderLength = 20_000;

/** The column of each field, or a text about the one that is missing. */
function placesOf(columns: readonly string[], mapping: Readonly<Record<string, string>>): Places | string {
  const places: Record<Field, number> = { name: -1, type: -1, answer: -1, first: -1, last: -1, count: -1, ttl: -1 };
  const there = columnWords(columns);
  for (const [field, column] of Object.entries(mapping)) {
    if (!isTableField(field))
      return `there is no field "${shown([field])}" to map. The fields are: ${fields.join(', ')}`;
    places[field] = placeOf(columns, column);
    if (places[field] < 0) return `there is no column "${shown([column])}". ${there}`;
  }
  const taken = new Set(Object.values(places));
  const known = columns.map((column, at) => (taken.has(at) ? '' : column.toLowerCase().replaceAll(/[\s_-]+/g, '')));
  for (const field of fields) {
    if (places[field] >= 0) continue;
    const name = knownNames[field].find((each) => known.includes(each));
    places[field] = name === undefined ? -1 : known.indexOf(name);
  }
  if (places.name < 0) return `no column holds names. ${there}`;
  return places.answer < 0 ? `no column holds answers. ${there}` : places;
}

export function isTableField(text: string): text is Field {
  return Object.hasOwn(knownNames, text);
}

function placeOf(columns: readonly string[], column: string): number {
  const wanted = column.trim();
  const exact = columns.indexOf(wanted);
  return exact >= 0 ? exact : columns.findIndex((each) => each.toLowerCase() === wanted.toLowerCase());
}

function columnWords(columns: readonly string[]): string {
  return `The columns are: ${shown(columns)}`;
}

/** Column names for a report: limited in number and length, without control characters. */
function shown(columns: readonly string[]): string {
  const names = columns.slice(0, 30).map((column) => column.slice(0, 60).replaceAll(/[\p{C}\s]+/gu, ' '));
  return `${names.join(', ')}${columns.length > names.length ? ' ...' : ''}`;
}

const openQuote = 'a quoted cell is not closed on its line: cells that span several lines are not read';

/** The cells of a line, trimmed, or why the line cannot be split. */
function cellsOf(line: string, delimiter: string): readonly string[] | string {
  if (!line.includes('"')) return line.split(delimiter).map((cell) => cell.trim());
  const cells: string[] = [];
  for (let at = 0; at <= line.length;) {
    const start = afterBlanks(line, at, delimiter);
    const end = line[start] === '"' ? endOfQuoted(line, start + 1) : start;
    if (end < 0) return openQuote;
    const next = nextDelimiter(line, end, delimiter);
    const isQuoted = end > start && line.slice(end, next).trim() === '';
    // tab-separated values are written without quoting, so a quote may be part of a cell
    if (!isQuoted && delimiter !== '\t' && line.slice(start, next).includes('"'))
      return 'a quote inside a cell that is not quoted as a whole';
    cells.push(
      isQuoted
        ? line
            .slice(start + 1, end - 1)
            .replaceAll('""', '"')
            .trim()
        : line.slice(start, next).trim(),
    );
    at = next + 1;
  }
  return cells;
}

function afterBlanks(line: string, from: number, delimiter: string): number {
  let at = from;
  while (line[at] !== delimiter && (line[at] === ' ' || line[at] === '\t')) at += 1;
  return at;
}

function nextDelimiter(line: string, from: number, delimiter: string): number {
  const at = line.indexOf(delimiter, from);
  return at < 0 ? line.length : at;
}

/** The position after the quote that closes a cell; two quotes are an escaped one. -1 without it. */
function endOfQuoted(line: string, from: number): number {
  for (let at = line.indexOf('"', from); at >= 0; at = line.indexOf('"', at + 2))
    if (line[at + 1] !== '"') return at + 1;
  return -1;
}
