import { expect, test } from 'vitest';
import { subjectOfPath, subjectPath } from './subject-path.ts';

test.each([
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ['domain', 'evil.example'],
  ['domain', '_dmarc.xn--bcher-kva.example'],
  ['asn', '64500'],
  ['subnet', '192.0.2.0/24'],
  ['subnet', '2001:db8::/32'],
  ['name-server', 'ns1.evil.example'],
  ['name-server', 'evil.example'],
] as const)('the page of %s %s is about it', (kind, value) =>
  expect(subjectOfPath(subjectPath(kind, value) ?? '')).toMatchObject({ kind, value }),
);

test.each([
  '/',
  '/jobs',
  '/jobs/abc',
  '/ip/999.1.1.1',
  '/ip/evil.example',
  '/asn/0x1',
  '/ip/%E0%A4%A',
  '/rankings/asn',
])('%s is about no subject', (path) => expect(subjectOfPath(path)).toBeNull());
