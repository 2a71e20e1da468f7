import { describe, expect, it } from 'vitest';
import type { FindingDetector } from '#contract/generated/types.gen.ts';
import {
  detectorState,
  emptyFindings,
  evidenceIndicator,
  evidenceText,
  findingSpan,
  findingSubject,
  namedFindings,
  subjectTypeLabel,
} from './finding-words.ts';

const ran: FindingDetector = { id: 'flux', title: 'Fast flux', state: 'found', found: 0, data_until: '2026-11-27' };
const missing: FindingDetector = { id: 'owner', state: 'missing', missing: ['whois records', 'MX records'], found: 0 };
const failed: FindingDetector = { id: 'lame', state: 'failed', error: 'Memory limit exceeded', found: 3 };
const idle: FindingDetector = { id: 'burst', state: 'not_run' };

describe('how the last run of a detector ended', () => {
  it.each<[string, FindingDetector]>([
    ['None found, as of 2026-11-27', ran],
    ['1,200 found, as of 2026-11-27', { ...ran, found: 1200 }],
    ['100 found, more not kept, as of 2026-11-27', { ...ran, found: 100, is_cut: true }],
    ['None found, as of 2026-11-28', { ...ran, data_until: null, ran_at: '2026-11-28 04:00:00' }],
    ['Not enough data: needs whois records, MX records.', missing],
    ['Failed: Memory limit exceeded. 3 findings of an earlier run.', failed],
    ['Has not run yet', idle],
  ])('%s', (words, detector) => {
    expect(detectorState(detector).words).toBe(words);
  });
});

describe('an answer without findings', () => {
  const emptyOf = (detectors: FindingDetector[], id = '', state: 'current' | 'gone' | 'all' = 'current') =>
    emptyFindings({ records: [], detectors }, id, state);

  it('tells a search that found nothing from one that could not run', () => {
    expect(emptyOf([ran])).toMatchObject({ is: 'empty', word: 'Nothing found' });
    expect(emptyOf([ran, missing])?.sentence).toContain('1 other detector could not run');
    expect(emptyOf([missing])).toMatchObject({ is: 'unknown', word: 'Not enough data' });
    expect(emptyOf([failed, missing])).toMatchObject({ is: 'failed' });
    expect(emptyOf([idle])).toMatchObject({ is: 'unknown', word: 'Not run yet' });
    expect(emptyOf([])).toMatchObject({ is: 'unknown', word: 'No detectors' });
  });

  it('speaks of the detector that was asked for', () => {
    expect(emptyOf([ran, missing], 'owner')).toMatchObject({ is: 'unknown', word: 'Not enough data' });
    expect(emptyOf([ran, missing], 'flux')).toMatchObject({ is: 'empty' });
  });

  it('does not take none gone for none found', () => {
    expect(emptyOf([ran], '', 'gone')).toMatchObject({ is: 'empty', word: 'None gone' });
    expect(emptyOf([idle], '', 'gone')).toMatchObject({ is: 'unknown' });
  });

  it('says nothing where there are findings, or no list', () => {
    expect(emptyFindings({ records: [{}], detectors: [ran] }, '', 'current')).toBeUndefined();
    expect(emptyFindings({ detectors: [ran] }, '', 'current')).toBeUndefined();
  });
});

it('names the detector of each finding, or its id where the service does not know it', () => {
  const records = [{ detector: 'flux' }, { detector: 'removed' }];
  expect(namedFindings({ detectors: [ran], records })?.map(({ title }) => title)).toEqual(['Fast flux', 'removed']);
  expect(namedFindings({ detectors: [ran] })).toBeUndefined();
});

it('does not say that a finding is still there when the detector could not look again', () => {
  const records = [ran, failed, missing].map(({ id = '' }) => ({ detector: id, appeared: '2026-11-12', gone: null }));
  expect(namedFindings({ detectors: [ran, failed, missing], records })?.map(findingSpan)).toEqual([
    'Found since 2026-11-12',
    'Found 2026-11-12, not checked since: the last run failed',
    'Found 2026-11-12, not checked since: the data is missing',
  ]);
});

it.each([
  ['domain', 'a.example', 'domain', 'a.example', 'Domain'],
  ['ip', '192.0.2.1', 'ipv4', '192.0.2.1', 'Address'],
  ['ip', '2001:db8::1', 'ipv6', '2001:db8::1', 'Address'],
  ['subnet', '192.0.2.0/24', 'subnet', '192.0.2.0/24', 'Subnet'],
  ['nameserver', 'ns1.a.example', 'name-server', 'ns1.a.example', 'Name server'],
  ['asn', 'AS64500', 'asn', '64500', 'AS'],
] as const)('links a subject of the type %s: %s', (type, subject, kind, value, label) => {
  expect(findingSubject({ subject_type: type, subject })).toEqual({ kind, value });
  expect(subjectTypeLabel({ subject_type: type })).toBe(label);
});

it.each([
  ['Name server', 'ns1.a.example', { kind: 'name-server', value: 'ns1.a.example' }],
  ['CNAME', 'gone.example', { kind: 'domain', value: 'gone.example' }],
  ['Address', '192.0.2.1', { kind: 'ipv4', value: '192.0.2.1' }],
  ['AS', 'AS64500', { kind: 'asn', value: '64500' }],
  ['Addresses', '12.5', null],
  ['Registrar', 'Acme Names Ltd.', null],
])('links evidence where it is an indicator: %s %s', (what, value, indicator) => {
  expect(evidenceIndicator({ what, value })).toEqual(indicator);
});

it('writes evidence and days in one line', () => {
  const row = { what: 'Name server', value: 'ns1.a.example', note: 'AS64500', first: '2026-10-02', last: '2026-10-05' };
  expect(evidenceText(row)).toBe('Name server: ns1.a.example (2026-10-02 to 2026-10-05), AS64500');
  expect(evidenceText({ ...row, note: '', last: '2026-10-02' })).toBe('Name server: ns1.a.example (2026-10-02)');
  expect(evidenceText({ what: 'Registrar', value: 'Acme', note: '', first: '', last: '' })).toBe('Registrar: Acme');
  expect(findingSpan({ title: '', appeared: '2026-11-12', gone: null })).toBe('Found since 2026-11-12');
  expect(findingSpan({ title: '', appeared: '2026-11-12', gone: '2026-11-20' })).toBe(
    'Found 2026-11-12, gone 2026-11-20',
  );
});
