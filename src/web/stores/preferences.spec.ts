import { expect, it, test } from 'vitest';
import { defaultPreferences, parsePreferences } from './preferences.ts';

it('reads what was stored', () => {
  expect(
    parsePreferences(
      'light',
      'comfortable',
      JSON.stringify({ timeZone: 'Europe/Berlin', isDefangedOnCopy: true, hasJobNotifications: true }),
    ),
  ).toEqual({
    theme: 'light',
    density: 'comfortable',
    timeZone: 'Europe/Berlin',
    isDefangedOnCopy: true,
    hasSingleKeyShortcuts: true,
    hasJobNotifications: true,
    hasExternalLinks: false,
  });
});

test.each([
  [null, null, null],
  ['pink', 'huge', '{'],
  ['', '', 'null'],
  ['system', 'compact', JSON.stringify({ timeZone: 'Mars/Olympus', isDefangedOnCopy: 'yes' })],
])('%j, %j, %j are the defaults', (...texts) => expect(parsePreferences(...texts)).toEqual(defaultPreferences));
