import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodePunycode } from './punycode.ts';

// Samples of RFC 3492, 7.1, and names met in practice.
test.each([
  ['egbpdaj6bu4bxfgehfvwxn', 'ليهمابتكلموشعربي؟'],
  ['ihqwcrb4cv8a8dqg056pqjye', '他们为什么不说中文'],
  ['bcher-kva', 'bücher'],
  ['mnchen-3ya', 'münchen'],
  ['80ak6aa92e', 'аррӏе'],
  ['ls8h', '💩'],
  ['', ''],
])('%s decodes to %s', (encoded, expected) => expect(decodePunycode(encoded)).toBe(expected));

test.each(['a-!', '99999999', 'é', 'zzzzzzzzzz99'])('%s encodes nothing', (encoded) =>
  expect(decodePunycode(encoded)).toBeNull(),
);

test('reads back what the URL parser writes', () => {
  const label = fc.stringMatching(/^[a-zäöüßéñ中文字абвгд]{1,20}$/);
  fc.assert(
    fc.property(label, (text) => {
      const ascii = new URL(`http://${text}.test`).hostname.split('.')[0]!;
      if (ascii.startsWith('xn--')) expect(decodePunycode(ascii.slice(4))).toBe(text.normalize('NFC'));
    }),
  );
});

test('never throws', () => {
  fc.assert(fc.property(fc.stringMatching(/^[a-z0-9-]{0,60}$/), (text) => void decodePunycode(text)));
});
