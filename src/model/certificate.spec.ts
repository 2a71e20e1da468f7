import { expect, it } from 'vitest';
import { certificateKey, certificateFingerprint } from './certificate.ts';

const [sha1, sha256] = ['ab'.repeat(20), '0123456789abcdef'.repeat(4)];

it.each([
  [{ sha1, sha256: '' }, sha1],
  [{ sha1, sha256 }, sha1],
  [{ sha1: '', sha256 }, 'sha256:0123456789abcdef0123456789abcdef0'],
  // one text of either length
  [{ sha1: sha256, sha256 }, 'sha256:0123456789abcdef0123456789abcdef0'],
  [{ sha1, sha256: sha1 }, sha1],
  [{ sha1: '', sha256: '' }, ''],
  [{ sha1: 'ab', sha256: 'ab' }, ''],
])('the key of %o is %s', (digests, key) => expect(certificateKey(digests)).toBe(key));

it.each([
  [
    { fingerprint_sha1: sha1, fingerprint_sha256: sha256 },
    { kind: 'certificate-sha1', value: sha1 },
  ],
  [
    { fingerprint_sha1: '', fingerprint_sha256: sha256 },
    { kind: 'certificate-sha256', value: sha256 },
  ],
  [
    { fingerprint_sha256: sha256, fingerprint: '' },
    { kind: 'certificate-sha256', value: sha256 },
  ],
  [{ fingerprint: 'AB:'.repeat(19) + 'AB' }, { kind: 'certificate-sha1', value: sha1 }],
  [{ fingerprint_sha1: '', fingerprint_sha256: '' }, null],
  [{}, null],
])('the fingerprint of %o is %o', (digests, expected) => expect(certificateFingerprint(digests)).toEqual(expected));
