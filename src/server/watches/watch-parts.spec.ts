import { expect, it } from 'vitest';
import { partsOf } from './watch-parts.ts';

const search = (operationId: 'scanHeaders' | 'padnsForward', response: object) => {
  const question = { operationId, path: {}, query: { limit: 3 } };
  const [part] = partsOf({ what: 'search', request: '' }, question);
  return part?.read(response).map(({ key }) => key);
};

it('identifies a page by its header lines, without its day and the lines that differ each time', () => {
  const scan = (date: number, headers: object) => ({ date, headers });
  const headers = [
    {
      '192.0.2.7': [
        scan(20261129, { server: 'nginx', Date: 'Sun', 'content-length': '1' }),
        scan(20261128, { Date: 'Sat', server: 'nginx' }),
      ],
    },
  ];
  expect(search('scanHeaders', { headers })).toEqual(['192.0.2.7 · server: nginx', '192.0.2.7 · server: nginx']);
});

it('identifies a DNS record by name, type and answer, and asks for more than a watch compares', () => {
  const record = { query: 'a.test', type: 'A', answer: '192.0.2.7', last_seen: '2026-11-29 08:00:00', count: 7 };
  expect(search('padnsForward', { records: [record] })).toEqual(['a.test A 192.0.2.7']);
  const many = Array.from({ length: 5001 }, (_, at) => ({ ...record, query: `${at}.test` }));
  expect(() => search('padnsForward', { records: many })).toThrow('more than 5,000 records');
  expect(search('padnsForward', { records: many.slice(1) })).toHaveLength(5000);
});

it('compares related subjects and telling values of connections, and refuses lists that are not whole', () => {
  const parts = (operationId: 'connections' | 'connectionMembers', response: object) =>
    partsOf({ what: 'search', request: '' }, { operationId, path: {}, query: {} }).map(({ name, read }) => [
      name,
      read(response).map(({ key, value }) => `${key}: ${value}`),
    ]);
  const value = { value: '192.0.2.7', label: 'one', bits: 12, population: 9000, shared_by: 1, last_seen: '2026-11-29' };
  const connections = [
    { ...value, attribute: 'address' },
    { ...value, attribute: 'registrar' },
    { ...value, attribute: 'mx', shared_by: 0 },
    { ...value, attribute: 'jarm', bits: 1, shared_by: 5000 },
  ];
  expect(parts('connections', { related: [{ subject: 'kin.test', bits: 15 }], connections })).toEqual([
    ['Related subjects', ['kin.test: ']],
    ['Shared values', ['address · 192.0.2.7: one']],
  ]);
  const [names, addresses] = [{ total: 1, records: [{ subject: 'a.test' }] }, null];
  expect(parts('connectionMembers', { names, addresses })).toEqual([
    ['Names and addresses that share it', ['a.test: ']],
  ]);
  expect(() => parts('connectionMembers', { names: { ...names, total: 2 }, addresses })).toThrow('more than 1 records');
});

it('takes what a list names again after a gap as listed', () => {
  const part = partsOf({ what: 'subject', type: 'domain', subject: 'a.test' }).find(({ name }) => name === 'Lists');
  const episode = (first_listed: string, is_open: boolean) => ({
    title: 'URLhaus',
    category: 'malware',
    subject: 'a.test',
    first_listed,
    is_open,
  });
  const listings = [episode('2026-11-20', true), episode('2026-01-01', false)];
  expect(part?.read({ domaininfo: { listings, listings_total: 2 } })).toEqual([
    { key: 'URLhaus · malware · a.test', value: 'listed', subject: '', since: '2026-11-20' },
  ]);
});

it.each([
  [{ sp_risk_score: 0, verdict: 'insufficient' }, ['Not enough data']],
  [{ sp_risk_score: 0, verdict: 'scored' }, ['No detections']],
  [{ sp_risk_score: 90, verdict: 'scored' }, ['Critical']],
  [{ error: 'Not found' }, []],
])('says the verdict in the word of the page: %j', (record, words) => {
  const part = partsOf({ what: 'subject', type: 'domain', subject: 'a.test' }).find(
    ({ name }) => name === 'Risk score',
  );
  expect(part?.read(record).map(({ value }) => value)).toEqual(words);
});

const detectors = (state: object) => ({ total: 1, detectors: [{ id: 'fast-flux', title: 'Fast flux', ...state }] });
const finding = (subject: string, ...values: string[]) => ({
  detector: 'fast-flux',
  subject,
  appeared: '2026-11-29',
  evidence: values.map((value) => ({ value })),
});

it('finds findings in a network by their subject or their evidence', () => {
  const [part] = partsOf({ what: 'finding', detector: 'fast-flux', network: '192.0.2.0/24' });
  const records = [
    finding('192.0.2.7'),
    finding('192.0.2.128/25'),
    finding('a.test', 'x', '192.0.2.9'),
    finding('b.test', '198.51.100.7'),
    finding('192.0.0.0/16'),
  ];
  const entries = part?.read({ ...detectors({ state: 'found' }), records });
  expect(entries?.map(({ subject }) => subject)).toEqual(['192.0.2.7', '192.0.2.128/25', 'a.test']);
});

it.each([
  [{ state: 'missing', missing: ['NS records'] }, 'The detector lacks data: NS records.'],
  [{ state: 'failed', error: 'too much' }, 'The detector failed: too much'],
  [{ state: 'not_run' }, 'The detector has not run yet.'],
  [{ state: 'found', is_cut: true }, 'The detector found more than are kept'],
])('reads no findings of a detector that did not run: %j', (state, reason) => {
  const [part] = partsOf({ what: 'finding', detector: 'fast-flux', network: '' });
  expect(() => part?.read({ ...detectors(state), records: [] })).toThrow(reason);
});
