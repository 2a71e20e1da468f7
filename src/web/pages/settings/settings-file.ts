import { readExternalLinks, type ExternalLink } from '#web/stores/external-links.ts';
import { readPreferences, type Preferences } from '#web/stores/preferences.ts';

/** What an analyst takes along to another browser. The connection and its key stay out of it. */
export interface Settings {
  readonly preferences: Preferences;
  readonly externalLinks: readonly ExternalLink[];
}

/** The name of the field says what the file is, its value the version. */
const mark = 'sightline_settings';

export function settingsText({ preferences, externalLinks }: Settings): string {
  return `${JSON.stringify({ [mark]: 1, preferences, external_links: externalLinks }, null, 2)}\n`;
}

/** The settings of a file; null when it is none. What this version does not understand is the default. */
export function readSettings(text: string): Settings | null {
  const file = parseObject(text);
  if (!file || file[mark] !== 1) return null;
  const chosen = isObject(file['preferences']) ? file['preferences'] : {};
  const word = (name: string) => (typeof chosen[name] === 'string' ? chosen[name] : null);
  return {
    preferences: readPreferences({ theme: word('theme'), density: word('density'), other: JSON.stringify(chosen) }),
    externalLinks: readExternalLinks(file['external_links']),
  };
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
