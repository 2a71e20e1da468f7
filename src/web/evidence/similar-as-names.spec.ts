import { expect, it } from 'vitest';
import { firstWord } from './similar-as-names.tsx';

it.each([
  ['Cinderwall Offshore Hosting', 'Cinderwall'],
  ['EXAMPLE-NET Example Networks Ltd', 'EXAMPLE'],
  ['AS-GLOBEX Globex', 'GLOBEX'],
  ['AS64500 Globex', 'Globex'],
  ['A B Globex', 'Globex'],
  ["O'Hara Telecom", "O'Hara"],
  ['Örebro Stadsnät', 'Örebro'],
  ['64500', null],
  ['', null],
])('firstWord(%j) is %j', (asname, expected) => {
  expect(firstWord(asname)).toBe(expected);
});
