import { describe, expect, it } from 'vitest';
import { scanRowKeys } from './scan-columns.tsx';
import { fileItems, headersItems, jarmItems, scanCertificateItems } from './scan-items.ts';

const days = (...texts: readonly string[]) => texts.map((text) => Date.parse(text) / 1000);
const [first = 0, second = 0, third = 0] = days('2026-06-01', '2026-06-02', '2026-06-03');

describe('JARM', () => {
  const here = { ip: '192.0.2.1', jarm_hash: 'ab', first_seen: 2026_06_01, last_seen: 2026_06_03, server_banner: 'x' };

  it('of several addresses are labelled by address and coloured by fingerprint', () => {
    expect(jarmItems([here, { ...here, ip: '192.0.2.2', server_banner: null }])).toMatchObject([
      {
        label: '192.0.2.1',
        group: 'ab',
        start: first,
        end: third,
        title: 'x',
        path: '/ip/192.0.2.1',
        groupPath: '/search/scans?what=jarm&jarm_hash=ab',
      },
      { label: '192.0.2.2', path: '/ip/192.0.2.2' },
    ]);
  });

  it('of one address link to the other hosts that have them', () => {
    expect(jarmItems([here])).toMatchObject([{ label: 'ab', path: '/search/scans?what=jarm&jarm_hash=ab' }]);
  });

  it('without a valid day have no bar', () => {
    const { last_seen: _, ...open } = here;
    expect(jarmItems([open, { ...here, first_seen: 2026_13_01 }])).toEqual([]);
  });
});

describe('certificates', () => {
  const here = {
    ip: '192.0.2.1',
    fingerprint_sha1: 'ab',
    domains: ['a.example', 'b.example'],
    issuer: 'Larchgate',
    not_before: 2026_06_01,
    not_after: 2026_06_03,
    scan_date: 2026_06_02,
    is_expired: true,
  };

  it('are drawn over their validity, grouped by issuer', () => {
    expect(scanCertificateItems([here])).toEqual([
      {
        key: '192.0.2.1 ab',
        label: 'a.example',
        group: 'Larchgate',
        groupLabel: '',
        start: first,
        end: third,
        title: 'a.example b.example, last scanned 2026-06-02',
        path: '/search/scans?what=certificates&fingerprint_sha1=ab',
      },
    ]);
  });

  it('are drawn on the day of the scan if one certificate is at several addresses', () => {
    expect(scanCertificateItems([here, { ...here, ip: '192.0.2.2' }])).toMatchObject([
      { label: '192.0.2.1', start: second, end: second, path: '/ip/192.0.2.1' },
      { label: '192.0.2.2', start: second, end: second, path: '/ip/192.0.2.2' },
    ]);
  });

  const sha256 = 'cd'.repeat(32);
  const bySha256 = { ...here, fingerprint_sha1: '', fingerprint_sha256: sha256 };
  const unknown = { ...here, fingerprint_sha1: '', fingerprint_sha256: '', domains: [] };

  it('are found by their SHA-256 when only that is known', () => {
    expect(scanCertificateItems([bySha256])).toMatchObject([
      { key: `192.0.2.1 ${sha256}`, path: `/search/scans?what=certificates&fingerprint_sha1=${sha256}` },
    ]);
    expect(scanCertificateItems([{ ...bySha256, domains: [] }])).toMatchObject([{ label: sha256 }]);
    const others = [bySha256, { ...bySha256, fingerprint_sha256: 'ef'.repeat(32) }];
    expect(scanCertificateItems(others).map(({ start, end }) => [start, end])).toEqual([
      [first, third],
      [first, third],
    ]);
    const twice = [bySha256, { ...bySha256, ip: '192.0.2.2' }];
    expect(scanCertificateItems(twice)).toMatchObject([{ start: second }, { start: second }]);
  });

  it('have no link without a known fingerprint, and stay distinct', () => {
    const items = scanCertificateItems([unknown, unknown]);
    expect(items).toMatchObject([{ label: 'fingerprint not known' }, { label: 'fingerprint not known' }]);
    for (const item of items) expect(item).not.toHaveProperty('path');
    for (const keys of [
      items.map(({ key }) => key),
      [bySha256, unknown, unknown].map((row, index) => scanRowKeys.certificates(row, index)),
    ])
      expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('headers', () => {
  const scan = (date: number, headers: Readonly<Record<string, string>>, ip = '192.0.2.1') => ({ ip, date, headers });

  it('are versions, regardless of the order of scans, coloured by server', () => {
    const scans = [
      scan(2026_06_01, { server: 'a' }),
      scan(2026_06_03, { server: 'b', x: '1' }),
      scan(2026_06_02, { server: 'a' }),
    ];
    const [latest, earlier] = headersItems(scans);
    expect(latest).toMatchObject({ label: 'b', group: 'b', start: third, end: third, count: 1 });
    expect(latest?.title).toBe('changed server, added x');
    expect(earlier).toMatchObject({ label: 'a', start: first, end: second, count: 2 });
    expect(earlier?.path).toBe('/search/scans?what=headers&header_search=server%3A+a');
  });

  it('of several addresses link to them; a missing server header is named', () => {
    const items = headersItems([scan(2026_06_01, { server: 'a' }), scan(2026_06_01, {}, '192.0.2.2')]);
    expect(items.map(({ label, group, path }) => [label, group, path])).toEqual([
      ['192.0.2.1', 'a', '/ip/192.0.2.1'],
      ['192.0.2.2', 'no server header', '/ip/192.0.2.2'],
    ]);
  });
});

describe('files', () => {
  const file = (scan_date: string, filename: string, ip = '192.0.2.1') => ({ ip, scan_date, filename });

  it('are drawn from the first to the latest scan that listed them', () => {
    const items = fileItems([file('2026-06-03', 'a.exe'), file('2026-06-01', 'a.exe'), file('2026-06-03', 'b.txt')]);
    expect(items).toMatchObject([
      { label: 'a.exe', group: '192.0.2.1', start: first, end: third, count: 2, groupPath: '/ip/192.0.2.1' },
      { label: 'b.txt', start: third, end: third, count: 1, path: '/search/scans?what=opendir&filename=b.txt' },
    ]);
  });

  it('are labelled by address if all are the same file', () => {
    const items = fileItems([file('2026-06-01', 'a.exe'), file('2026-06-01', 'a.exe', '192.0.2.2')]);
    expect(items.map(({ label, path }) => [label, path])).toEqual([
      ['192.0.2.1', '/ip/192.0.2.1'],
      ['192.0.2.2', '/ip/192.0.2.2'],
    ]);
  });
});
