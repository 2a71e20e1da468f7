import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { paths } from '#web/url/paths.ts';
import { anySubject } from '#test/web/any-investigation.ts';
import { stepHref, stepKindWord, stepSubjectOf, stepTitle } from './investigation-node.ts';

test.each([
  ['/domain/evil.example?tab=dns&asof=2026-01-01', '/domain/evil.example', 'evil.example', 'domain'],
  ['/asn/64500', '/asn/64500', 'AS64500', 'AS number'],
  ['/subnet/192.0.2.0/24', '/subnet/192.0.2.0/24', '192.0.2.0/24', 'subnet'],
  [
    `${paths.padns({ qtype: 'a', mode: 'forward', qname: '*.evil.example', job: 'x' })}&t.sort=count&asof=2026-01-01`,
    '/search/padns?mode=forward&qname=*.evil.example&qtype=a',
    'Passive DNS: forward a *.evil.example',
    'search',
  ],
  [
    paths.diversitySearch({ asn_diversity_min: '5', timeline: '1' }),
    '/search/diversity?asn_diversity_min=5&timeline=1',
    'IP diversity: ASNs at least 5',
    'search',
  ],
  [
    paths.padns({ mode: 'both', qtype: 'a', qname: '*evil*', qanswer: '192.0.2.0', netmask: '26' }),
    '/search/padns?mode=both&netmask=26&qanswer=192.0.2.0&qname=*evil*&qtype=a',
    'Passive DNS: both a 192.0.2.0 *evil* netmask 26',
    'search',
  ],
  [
    paths.transfers({ from_ns: '*', to_ns: 'ns1.evil.example', days: '365', limit: '3' }),
    '/search/transfers?days=365&from_ns=*&limit=3&to_ns=ns1.evil.example',
    'Transfers: days 365 from * to ns1.evil.example',
    'search',
  ],
  [
    paths.scans({ what: 'certificates', fingerprint_sha1: 'c'.repeat(64) }),
    `/search/scans?fingerprint_sha1=${'c'.repeat(64)}&what=certificates`,
    `Scans: certificates ${'c'.repeat(64)}`,
    'search',
  ],
])('%s', (href, canonical, title, word) => {
  const subject = stepSubjectOf(href)!;
  expect(stepHref(subject)).toBe(canonical);
  expect(stepTitle(subject)).toBe(title);
  expect(stepKindWord(subject)).toBe(word);
});

test.each([
  '/',
  '/jobs',
  '/rankings/asn',
  '/ip/999.1.1.1',
  '/search/padns',
  '/search/padns?mode=forward&qtype=a',
  '/search/scans?what=jarm',
  '/investigation',
])('%s is no step', (href) => expect(stepSubjectOf(href)).toBeNull());

it('a subject has one address, and that leads to it', () => {
  fc.assert(
    fc.property(anySubject, (subject) => {
      expect(stepSubjectOf(stepHref(subject))).toEqual(subject);
    }),
  );
});
