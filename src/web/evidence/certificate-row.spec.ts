import { expect, it } from 'vitest';
import { certificateItems, certificateRowKey, plainTime, subjectMembers } from './certificate-row.ts';

it.each([
  [
    "{'C': None, 'CN': 'acme.example', 'O': \"Acme's\"}",
    [
      ['CN', 'acme.example'],
      ['O', "Acme's"],
    ],
  ],
  ["{'CN': 'it\\'s'}", [['CN', "it's"]]],
  ['CN=acme.example', [['subject', 'CN=acme.example']]],
  ['', []],
])('reads the subject %s', (subject, members) => expect(subjectMembers(subject)).toEqual(members));

it('formats times like the rest of the interface', () => {
  expect(plainTime('2026-06-01T02:03:04')).toBe('2026-06-01 02:03:04');
  expect(plainTime(undefined)).toBe('');
});

const certificate = {
  fingerprint_sha1: 'ab',
  host: 'www.a.example',
  domains: ['a.example', 'www.a.example'],
  issuer: 'Larchgate',
  chain: ['Larchgate', 'Larchgate Root'],
  not_before: '2026-06-01T00:00:00',
  not_after: '2026-06-02T00:00:00',
};

it('draws a certificate over its validity, grouped by issuer', () => {
  expect(certificateItems([certificate])).toEqual([
    {
      key: 'ab',
      label: 'www.a.example',
      group: 'Larchgate',
      groupLabel: 'Larchgate Root',
      start: 1_780_272_000,
      end: 1_780_358_400,
      title: 'a.example www.a.example',
    },
  ]);
});

it.each([
  [{ fingerprint_sha1: 'ab', fingerprint_sha256: 'cd' }, 'ab'],
  [{ fingerprint_sha1: '', fingerprint: '', fingerprint_sha256: 'cd' }, 'cd'],
  [{ fingerprint: 'AB:CD' }, 'abcd'],
])('knows %o by its fingerprint', (row, key) => expect(certificateRowKey(row)).toBe(key));

it('distinguishes certificates without a known fingerprint', () => {
  const bare = { fingerprint_sha1: '', fingerprint: '', fingerprint_sha256: '', issuer: 'Larchgate', cert_index: 0 };
  expect(certificateRowKey({ ...bare, serial_number: '01' })).not.toBe(
    certificateRowKey({ ...bare, serial_number: '02' }),
  );
});

it('leaves out certificates without valid times', () => {
  const { not_after: _, ...open } = certificate;
  expect(certificateItems([open, { ...certificate, not_before: 'soon' }])).toEqual([]);
});
