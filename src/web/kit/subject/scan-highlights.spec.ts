import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import type { EnrichmentScanData } from '#contract/generated/types.gen.ts';
import { scanHighlights, scanMarks } from './scan-highlights.tsx';

const sha1 = '33e04d631d2a537dcaa89ad105c09d0667a1cff0';

it('takes the latest scan of each kind', () => {
  expect(
    scanMarks({
      certificates: [
        { fingerprint_sha1: 'a'.repeat(40), domain: 'old.example', scan_date: '2026-01-01 00:00:00' },
        { fingerprint_sha1: sha1, domain: 'new.example', scan_date: '2026-05-01 00:00:00' },
      ],
      jarm: [{ jarm_hash: '2ad2ad16d2ad2ad22c2ad2ad2ad2adc1a3c0d5e7f94b6e0a5dfe7ac41b5c94' }],
      favicon: [{ favicon_mmh3: -1507567067 }],
    }),
  ).toEqual({
    certificate: { kind: 'certificate-sha1', value: sha1, display: 'new.example' },
    jarm: { value: '2ad2ad16d2ad2ad22c2ad2ad2ad2adc1a3c0d5e7f94b6e0a5dfe7ac41b5c94', display: '2ad2ad16d2ad…' },
    favicon: { value: '-1507567067' },
  });
});

it('takes the scans of the name itself before those of names below it', () => {
  const own = { fingerprint_sha1: sha1, hostname: 'docs.example', scan_date: '2026-01-01 00:00:00' };
  const below = { fingerprint_sha1: 'a'.repeat(40), hostname: '0.docs.example', scan_date: '2026-05-01 00:00:00' };
  const jarm = [{ jarm_hash: '2a'.repeat(31), hostname: '0.docs.example' }];
  expect(scanMarks({ certificates: [below, own], jarm }, 'docs.example')).toMatchObject({
    certificate: { value: sha1 },
    jarm: { value: '2a'.repeat(31) },
  });
});

it('leaves out what was not seen, and scans that do not say it', () => {
  expect(scanMarks({})).toEqual({});
  expect(scanMarks({ certificates: [{ domain: 'a.example' }], jarm: [{}], favicon: [{ favicon_md5: 'x' }] })).toEqual(
    {},
  );
  expect(scanMarks({ certificates: [{ fingerprint_sha1: sha1 }] }).certificate?.display).toBe('33e04d631d2a…');
});

it('takes the SHA-256 of a certificate when only that is known', () => {
  const sha256 = '9995cbd084806b46'.repeat(4);
  const bare = { fingerprint_sha1: '', fingerprint_sha256: sha256, domain: '', domains: [] };
  const unknown = { fingerprint_sha1: '', fingerprint_sha256: '', scan_date: '2026-05-01 00:00:00' };
  expect(scanMarks({ certificates: [unknown, bare] })).toEqual({
    certificate: { kind: 'certificate-sha256', value: sha256, display: '9995cbd08480…' },
  });
});

const wordsOf = (scans: EnrichmentScanData, wanted = 'Certificate') => {
  const value = scanHighlights(scans).find(({ label }) => label === wanted)?.value;
  return (value as ReactElement<{ children: string }>).props.children;
};

it('distinguishes a server that answered no TLS probe from one without a JARM', () => {
  const scans = { jarm: [{ jarm_hash: '0'.repeat(62) }] };
  expect(scanMarks(scans)).toEqual({});
  expect(wordsOf(scans, 'JARM')).toBe('no TLS answer');
  expect(wordsOf({ headers: [{ response: '200' }] }, 'JARM')).toBe('none seen');
});

it('distinguishes a certificate without a known fingerprint from none', () => {
  expect(wordsOf({ certificates: [{ fingerprint_sha1: '', fingerprint_sha256: '' }] })).toBe('fingerprint not known');
  expect(wordsOf({ html: [{ html_title: 'Sign in' }] })).toBe('none seen');
});

it.each([{}, { certificates: [], headers: [] }])('says of a host that it was not scanned: %j', (scans) => {
  expect(wordsOf(scans)).toBe('not scanned');
});
