import { expect, it } from 'vitest';
import { defaultPreferences } from '#web/stores/preferences.ts';
import { readSettings, settingsText, type Settings } from './KeepSettings.tsx';

const settings: Settings = {
  preferences: { ...defaultPreferences, theme: 'light', timeZone: 'Europe/Berlin', hasExternalLinks: true },
  externalLinks: [{ id: '1', name: 'Intel', template: 'https://intel.example/{indicator}', kinds: ['ipv4'] }],
};

it('what was exported is imported', () => expect(readSettings(settingsText(settings))).toEqual(settings));

it('an export holds no connection and no key', () => expect(settingsText(settings)).not.toMatch(/apiKey|baseUrl/));

it.each(['', '{', '[]', 'null', '7', '{}', '{"sightline_settings":2}'])('%j holds no settings', (text) =>
  expect(readSettings(text)).toBeNull(),
);

it('the rest is read around what is not understood', () =>
  expect(
    readSettings('{"sightline_settings":1,"preferences":{"theme":"pink","density":7},"external_links":[{}]}'),
  ).toEqual({ preferences: defaultPreferences, externalLinks: [] }));
