import { expect, it } from 'vitest';
import { secretMask } from './mask-secret.ts';

const key = 'a"quoted/key+with\\all&of <them> é';
const inJson = JSON.stringify(key).slice(1, -1);

it.each([
  ['as it is', key],
  ['as JSON escapes it', inJson],
  ['as JSON in JSON escapes it', JSON.stringify(inJson).slice(1, -1)],
  ['with escaped slashes', inJson.replaceAll('/', '\\/')],
  [
    'with every character escaped',
    [...key].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  ],
  ['as a URL escapes it', encodeURIComponent(key)],
  ['as a whole URL escapes it', encodeURI(key)],
  ['with small hexadecimal digits', encodeURIComponent(key).toLowerCase()],
  ['as a URL in a URL escapes it', encodeURIComponent(encodeURIComponent(key))],
  ['as a form escapes it', new URLSearchParams([['', key]]).toString().slice(1)],
  [
    'as HTML escapes it',
    key.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&#x3E;'),
  ],
  ['as base64', Buffer.from(key).toString('base64')],
])('masks the key of the provider %s', (_, form) => {
  const masked = secretMask(key)({ [form]: [`before ${form} after`, 5, null, { error: form }] });
  expect(masked).toEqual({ '***': ['before *** after', 5, null, { error: '***' }] });
});

it('leaves other values as they are', () => {
  const value = { 'a"quoted': ['key', true, 1.5, null], nested: { __proto__x: {} } };
  expect(secretMask(key)(value)).toEqual(value);
});

it('refuses a value that is nested too deeply, and reads a long run of backslashes at once', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;
  expect(() => secretMask(key)(deep)).toThrow(RangeError);
  const long = '\\'.repeat(1_000_000);
  expect(secretMask(key)(long)).toBe(long);
});
