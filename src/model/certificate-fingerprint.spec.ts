import { expect, it } from 'vitest';
import { certificateFingerprint } from './certificate-fingerprint.ts';

const [sha1, sha256] = ['ab'.repeat(20), 'cd'.repeat(32)];

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
])('%o', (digests, expected) => expect(certificateFingerprint(digests)).toEqual(expected));
