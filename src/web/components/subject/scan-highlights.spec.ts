import { expect, it } from 'vitest';
import { scanMarks } from './scan-highlights.tsx';

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
    certificate: { value: sha1, display: 'new.example' },
    jarm: { value: '2ad2ad16d2ad2ad22c2ad2ad2ad2adc1a3c0d5e7f94b6e0a5dfe7ac41b5c94', display: '2ad2ad16d2ad…' },
    favicon: { value: '-1507567067' },
  });
});

it('leaves out what was not seen, and scans that do not say it', () => {
  expect(scanMarks({})).toEqual({});
  expect(scanMarks({ certificates: [{ domain: 'a.example' }], jarm: [{}], favicon: [{ favicon_md5: 'x' }] })).toEqual(
    {},
  );
  expect(scanMarks({ certificates: [{ fingerprint_sha1: sha1 }] }).certificate?.display).toBe('33e04d631d2a…');
});
