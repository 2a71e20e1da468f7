import { expect, it } from 'vitest';
import { certificateKey } from './certificate-key.ts';

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
