import { expect, it, test } from 'vitest';
import { defaultPreferences, readPreferences } from './preferences.ts';

it('reads what was stored', () => {
  expect(
    readPreferences({
      theme: 'light',
      density: 'comfortable',
      other: JSON.stringify({ timeZone: 'Europe/Berlin', isDefangedOnCopy: true, hasJobNotifications: true }),
    }),
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
])('%j, %j, %j are the defaults', (theme, density, other) =>
  expect(readPreferences({ theme, density, other })).toEqual(defaultPreferences),
);
