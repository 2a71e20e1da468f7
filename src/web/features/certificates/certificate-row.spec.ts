import { expect, it } from 'vitest';
import { plainTime, subjectMembers } from './certificate-row.ts';

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

it('writes times as the rest of the interface', () => {
  expect(plainTime('2026-06-01T02:03:04')).toBe('2026-06-01 02:03:04');
  expect(plainTime(undefined)).toBe('');
});
