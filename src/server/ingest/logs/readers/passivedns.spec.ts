import { describe, expect, it } from 'vitest';
import { reading, told } from '#test/server/log-heads.ts';
import { readPassivedns } from './passivedns.ts';

const read = reading(readPassivedns);

interface Columns {
  readonly time?: string;
  readonly client?: string;
  readonly group?: string;
  readonly name?: string;
  readonly type?: string;
  readonly answer?: string;
  readonly tail?: readonly string[];
}

function row({
  time = '1763600000.408856',
  client = '192.0.2.10',
  group = 'IN',
  name = 'www.example.test.',
  type = 'A',
  answer = '198.51.100.7',
  tail = ['46587', '5'],
}: Columns = {}): string {
  return [time, client, '192.0.2.53', group, name, type, answer, ...tail].join('||');
}

const seen = { what: 'record', name: 'www.example.test.', type: 'A', answer: '198.51.100.7', ttl: 46_587 };

describe('a line', () => {
  it('gives a record with its time, TTL and count', () => {
    const [first, last] = [1_763_600_000.408856, 1_763_600_000.408856];
    expect(read(row())).toEqual([{ ...seen, first, last, count: 5 }]);
    expect(read(row({ client: '2001:db8::10' }))).toEqual([{ ...seen, first, last, count: 5 }]);
  });

  it.each([
    ['1763600000', 1_763_600_000],
    ['2026-11-20 10:11:12.500000', Date.UTC(2026, 10, 20, 10, 11, 12) / 1000 + 0.5],
    ['2026-11-20 10:11:12', Date.UTC(2026, 10, 20, 10, 11, 12) / 1000],
  ])('may have the time %s', (time, first) => {
    expect(read(row({ time }))).toMatchObject([{ first, last: first }]);
  });

  it('of older versions has no count', () => {
    expect(read(row({ tail: ['300'] }))).toMatchObject([{ ...seen, ttl: 300, count: 1 }]);
  });

  it.each([
    [{ type: 'MX', answer: 'mx.example.test.' }, 'www.example.test. MX mx.example.test.'],
    [{ type: 'SOA', answer: 'ns1.example.test.' }, 'www.example.test. SOA ns1.example.test.'],
    [{ type: 'TXT', answer: '"v=spf1 -all"' }, 'www.example.test. TXT v=spf1 -all'],
    [{ type: 'TXT', answer: '"a||7||b"' }, 'www.example.test. TXT a||7||b'],
    [{ type: 'PTR', name: '9.2.0.192.in-addr.arpa.', answer: 'a.test.' }, '9.2.0.192.in-addr.arpa. PTR a.test.'],
    [{ name: 'a\u0000b.test.' }, 'a\u0000b.test. A 198.51.100.7'],
  ])('with %j', (columns, expected) => {
    expect(told(read(row(columns)))).toEqual([expected]);
  });

  it('of a name server says nothing about the whole set', () => {
    expect(read(row({ type: 'NS', answer: 'ns1.example.test.' }))[0]).not.toHaveProperty('set');
  });

  it('may be a comment', () =>
    expect(read('#timestamp||dns-client ||dns-server||RR class||Query||Query Type||Answer||TTL||Count')).toEqual([]));
});

describe('what is not kept', () => {
  const columns = 'rejected: not the default columns of passivedns (timestamp||client||server||class||query||...)';

  it.each([
    ['skipped: no answer', row({ answer: 'NXDOMAIN', tail: ['0', '1'] })],
    ['skipped: no answer', row({ answer: 'UNKNOWN-ERROR-11', tail: ['0', '1'] })],
    ['skipped: record type NAPTR is not kept', row({ type: 'NAPTR', answer: '.' })],
    ['skipped: an unknown record type is not kept', row({ type: 'a b' })],
    ['skipped: a record of another class than IN', row({ group: 'CH', type: 'TXT', answer: '"9.18"' })],
    ['skipped: a reverse look-up of private space', row({ name: '1.0.0.10.in-addr.arpa.', type: 'PTR' })],
    ['skipped: a record of the root zone', row({ name: '.', type: 'NS', answer: 'a.example.test.' })],
    ['skipped: an answer without data', row({ type: 'MX', answer: '.' })],
    ['rejected: a name is missing', row({ name: '' })],
    ['rejected: the time is missing or cannot be read: send ISO 8601 or epoch seconds', row({ time: '' })],
    ['rejected: the time is missing or cannot be read: send ISO 8601 or epoch seconds', row({ time: '20/11/2026' })],
    ['rejected: the TTL is out of range', row({ tail: ['99999999999', '1'] })],
    [columns, row({ tail: [] })],
    [columns, row({ client: 'sensor1' })],
    [columns, row({ group: 'udp' })],
    [columns, row({ name: 'a'.repeat(5000) })],
    [columns, 'garbage'],
    [columns, '\u0000'],
    [columns, '|'.repeat(1_000_000)],
    [columns, '{"timestamp_s":1763600000,"query":"www.example.test."}'],
  ])('%s', (expected, line) => {
    expect(told(read(line))).toEqual([expected]);
  });
});
