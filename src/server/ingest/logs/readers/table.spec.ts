import { describe, expect, it } from 'vitest';
import { reading, told } from '#test/server/log-heads.ts';
import { readTable } from './table.ts';

const day = Date.UTC(2026, 10, 20) / 1000;
const seen = { what: 'record', first: day, last: day, count: 1, ttl: 0, dayFrom: 'given' };

const entriesOf = (lines: readonly string[], columns?: Readonly<Record<string, string>>) =>
  reading(readTable, { day, ...(columns && { columns }) })(...lines);
const read = (...lines: readonly string[]) => told(entriesOf(lines));
const expected = 'a.test A 192.0.2.1';

describe('the columns', () => {
  it.each([
    'rrname,rrtype,rdata',
    'Name,Type,Answer',
    'QUERY,QTYPE,ANSWERS',
    'qname,record type,data',
    'domain,Record_Type,value',
    'host,type,ip',
    'fqdn,rr_type,IP Address',
    'dns_query,query-type,resolved_ip',
    '"Query Name", "type", "Response"',
    '\ufeffname,type,answer',
    '# name,type,answer',
    'name,type,answer,',
  ])('%s', (header) => {
    const cells = header.endsWith(',') ? 'a.test,A,192.0.2.1,' : 'a.test,A,192.0.2.1';
    expect(entriesOf([header, cells])).toEqual([{ ...seen, name: 'a.test', type: 'A', answer: '192.0.2.1' }]);
    expect(read(`${header}\r`, '', `${cells}\r`)).toEqual([expected]);
  });

  it.each(['\t', ';', ','])('stand between %j', (delimiter) => {
    const [header, line] = [
      ['first seen', 'name', 'type', 'rdata', 'ttl', 'count'],
      ['2026-11-19 10:11:12', 'a.test', 'A', '192.0.2.1', '300', '7'],
    ].map((cells) => cells.join(delimiter));
    const first = Date.UTC(2026, 10, 19, 10, 11, 12) / 1000;
    expect(entriesOf([header ?? '', line ?? ''])).toEqual([
      { what: 'record', first, last: first, name: 'a.test', type: 'A', answer: '192.0.2.1', ttl: 300, count: 7 },
    ]);
  });

  it('with the most specific names win over those of the sensor and the client', () => {
    expect(read('_time,host,ip,query,answer', '1763600000,sensor-1,192.0.2.9,a.test,192.0.2.1')).toEqual([expected]);
  });

  it('may be named by a comment, and other comments are left out', () => {
    expect(read('# an export', '#name,answer', '# more', 'a.test,192.0.2.1')).toEqual([expected]);
  });

  it.each([
    ['no column holds answers. The columns are: name, colour', 'name,colour'],
    ['no column holds names. The columns are: colour, answer', 'colour,answer'],
    ['no column holds names. The columns are: "a.test,192.0.2.1', '"a.test,192.0.2.1'],
    ['no column holds names. The columns are: a b, c', 'a\u0000b\tc'],
    [`no column holds names. The columns are: ${Array<string>(30).fill('x').join(', ')} ...`, 'x,'.repeat(400_000)],
  ])('%s', (reason, header) => {
    expect(read(header, 'a.test,192.0.2.1', 'b.test,192.0.2.2')).toEqual(Array(2).fill(`rejected: ${reason}`));
  });
});

describe('a mapping', () => {
  const header = 'Asked For,Said,Kind,When,Until,Seen,Keep,name,answer';
  const line = 'a.test,192.0.2.1,A,2026-11-18,2026-11-19,5,60,b.test,192.0.2.2';
  const mapping = {
    name: 'Asked For',
    answer: 'said',
    type: 'Kind',
    first: 'When',
    last: 'Until',
    count: 'Seen',
    ttl: 'Keep',
  };

  it('says which column holds what', () => {
    const [first, last] = [Date.UTC(2026, 10, 18) / 1000, Date.UTC(2026, 10, 19) / 1000];
    const record = { name: 'a.test', type: 'A', answer: '192.0.2.1', first, last, count: 5, ttl: 60 };
    expect(entriesOf([header, line], mapping)).toEqual([{ what: 'record', ...record }]);
  });

  it('may name some of the columns; the others are known by their names', () => {
    expect(told(entriesOf([header, line], { name: 'Asked For' }))).toEqual(['a.test A 192.0.2.2']);
    // a column that is mapped is not taken for another field
    expect(told(entriesOf(['name,host,x', '192.0.2.1,a.test,y'], { answer: 'name' }))).toEqual([expected]);
  });

  it.each([
    [{ name: 'Question' }, `there is no column "Question". The columns are: ${header.replaceAll(',', ', ')}`],
    [{ nmae: 'Said' }, 'there is no field "nmae" to map. The fields are: name, type, answer, first, last, count, ttl'],
    [
      { toString: 'Said' },
      'there is no field "toString" to map. The fields are: name, type, answer, first, last, count, ttl',
    ],
  ])('of %j is refused', (columns, reason) => {
    expect(told(entriesOf([header, line, line], columns as Record<string, string>))).toEqual(
      Array(2).fill(`rejected: ${reason}`),
    );
  });
});

describe('a line', () => {
  it.each([
    ['A', ['a.test A 192.0.2.1'], '192.0.2.1'],
    ['', ['a.test A 192.0.2.1'], '192.0.2.1'],
    ['', ['a.test AAAA 2001:db8::1'], '2001:db8::1'],
    ['28', ['a.test AAAA 2001:db8::1'], '2001:db8::1'],
    ['ANY', ['a.test A 192.0.2.1'], '192.0.2.1'],
    ['A', ['a.test A 192.0.2.1', 'a.test A 192.0.2.2'], '192.0.2.1 192.0.2.2'],
    ['A', ['a.test A 192.0.2.1', 'a.test A 192.0.2.2'], '192.0.2.1; 192.0.2.2'],
    ['', ['a.test A 192.0.2.1', 'a.test AAAA 2001:db8::1'], '192.0.2.1|2001:db8::1'],
    ['A', ['a.test A 192.0.2.1', 'a.test A 192.0.2.2'], '192.0.2.1, 192.0.2.2'],
    ['A', ['a.test CNAME edge.test', 'edge.test A 192.0.2.1'], 'edge.test 192.0.2.1'],
    ['cname', ['a.test CNAME edge.test.'], 'edge.test.'],
    ['NS', ['a.test NS ns1.test', 'a.test NS ns2.test'], 'ns1.test ns2.test'],
    ['MX', ['a.test MX mx1.test', 'a.test MX mx2.test'], '10 mx1.test; 20 mx2.test'],
    ['TXT', ['a.test TXT v=spf1 a; b | c, d'], 'v=spf1 a; b | c, d'],
    ['SOA', ['a.test SOA ns1.test'], 'ns1.test host.test 1 2 3 4 5'],
    ['SRV', ['a.test SRV 0 0 443 b.test'], '0 0 443 B.test.'],
    ['NAPTR', ['skipped: record type NAPTR is not kept'], 'x'],
    ['<b>', ['skipped: an unknown record type is not kept'], 'x'],
    ['', ['skipped: an answer without a record type'], 'edge.test'],
    ['A', ['skipped: no answer'], ''],
    ['A', ['skipped: no answer'], '-'],
    ['A', ['skipped: no answer'], 'NXDOMAIN'],
    ['A', ['skipped: no answer'], ';'],
    ['MX', ['skipped: no answer'], '10'],
    ['NS', ['skipped: an answer without data'], '.'],
    ['PTR', ['skipped: a PTR record of a name that is not a reverse name'], 'b.test'],
    ['NS', ['rejected: more than 1000 answers'], 'n '.repeat(1001)],
  ])('of type %j may give %j', (type, found, answer) => {
    expect(read('name\ttype\tanswer', `a.test\t${type}\t${answer}`)).toEqual(found);
  });

  it('with several answers has their whole set', () => {
    const rows = entriesOf(['name,type,answer', 'a.test,NS,ns1.test ns2.test', 'a.test,NS,ns3.test']);
    expect(rows).toMatchObject([
      { set: ['ns1.test', 'ns2.test'] },
      { set: ['ns1.test', 'ns2.test'] },
      { answer: 'ns3.test' },
    ]);
    expect(rows[2]).not.toHaveProperty('set');
  });

  it.each([
    ['192.0.2.7', '7.2.0.192.in-addr.arpa PTR b.test'],
    ['7.2.0.192.in-addr.arpa.', '7.2.0.192.in-addr.arpa. PTR b.test'],
    ['10.0.0.7', 'skipped: a reverse look-up of private space'],
  ])('with the PTR record of %s', (name, found) => {
    expect(read('name,type,answer', `${name},PTR,b.test`)).toEqual([found]);
  });

  const day = Date.UTC(2026, 10, 19) / 1000;
  it.each([
    ['2026-11-19', '', day, day],
    ['2026-11-19T10:00:00Z', '2026-11-19T12:00:00+01:00', day + 36_000, day + 39_600],
    ['2026-11-19 10:00:00.5', '', day + 36_000.5, day + 36_000.5],
    ['1795046400', '1795046460', 1_795_046_400, 1_795_046_460],
    ['1795046400.25', '', 1_795_046_400.25, 1_795_046_400.25],
    ['1795046400250', '', 1_795_046_400.25, 1_795_046_400.25],
    ['', '2026-11-19', day, day],
  ])('seen from %j to %j', (from, to, first, last) => {
    const lines = ['name,answer,time_first,time_last', `a.test,192.0.2.1,${from},${to}`];
    expect(entriesOf(lines)).toMatchObject([{ first, last }]);
    expect(
      entriesOf(lines.map((line) => line.replace('answer', 'type,answer').replace('192', 'NS,192'))),
    ).toMatchObject([{ type: 'NS', first, last }]);
  });

  it.each([
    ['a name is missing', ',192.0.2.1,2026-11-19,1,60'],
    ['the time is missing or cannot be read: send ISO 8601 or epoch seconds', 'a.test,192.0.2.1,,1,60'],
    ['the time is missing or cannot be read: send ISO 8601 or epoch seconds', 'a.test,192.0.2.1,19/11/2026,1,60'],
    ['the time is missing or cannot be read: send ISO 8601 or epoch seconds', 'a.test,192.0.2.1,99999999999999,1,60'],
    ['the count is not a positive whole number', 'a.test,192.0.2.1,2026-11-19,0,60'],
    ['the count is not a positive whole number', 'a.test,192.0.2.1,2026-11-19,many,60'],
    ['the TTL is out of range', 'a.test,192.0.2.1,2026-11-19,1,-1'],
    ['fewer cells than the header has columns', 'a.test,192.0.2.1'],
    ['fewer cells than the header has columns', '\u0000'],
    ['more cells than the header has columns', 'a.test,192.0.2.1,2026-11-19,1,60,x'],
    ['more cells than the header has columns', ',x'.repeat(500_000)],
  ])('%s', (reason, line) => {
    expect(read('name,answer,date,count,ttl', line)).toEqual([`rejected: ${reason}`]);
  });

  it.each(['soon,2026-11-19', '11/19/2026,2026-11-19', '2026-11-19,soon'])(
    'one of two times that cannot be read is not replaced by the other: %s',
    (times) => {
      const found = read('name,answer,first_seen,last_seen', `a.test,192.0.2.1,${times}`);
      expect(found).toEqual([expect.stringContaining('rejected: the time is missing or cannot be read')]);
    },
  );

  it('keeps names as they are, for others to check', () => {
    expect(read('name,answer', 'a\u0000b,192.0.2.1', '\ud800,192.0.2.1')).toEqual([
      'a\u0000b A 192.0.2.1',
      '\ud800 A 192.0.2.1',
    ]);
  });
});

describe('quotes', () => {
  const notClosed = 'rejected: a quoted cell is not closed on its line: cells that span several lines are not read';
  const inside = 'rejected: a quote inside a cell that is not quoted as a whole';

  it.each([
    ['a.test TXT say "hello", twice', '"a.test","TXT","say ""hello"", twice"'],
    ['a.test TXT x', ' "a.test" , "TXT" , "x" '],
    ['skipped: no answer', 'a.test,TXT,""'],
    ['a.test TXT x', 'a.test,TXT,"""x"""'],
    [notClosed, 'a.test,TXT,"one'],
    [notClosed, 'a.test,TXT,"one""'],
    [inside, 'two",TXT,x'],
    [inside, 'a.test,TXT,"one" two'],
    [notClosed, `a.test,TXT,${'"'.repeat(500_001)}`],
  ])('%s', (found, line) => expect(read('name,type,answer', line)).toEqual([found]));

  it('stand anywhere between tabulators', () => {
    expect(
      read('name\ttype\tanswer', 'a.test\tTXT\t"one" " two"', '"a.test"\t"TXT"\t"x\ty"', 'a.test\tTXT\ta"b'),
    ).toEqual(['a.test TXT one two', 'a.test TXT x\ty', 'a.test TXT a"b']);
  });
});
