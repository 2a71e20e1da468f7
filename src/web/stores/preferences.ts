import { useStore } from 'zustand';
import { isTimeZone } from '#model/shown-time.ts';
import { createBrowserStore, fieldsOf, parseJson } from '#web/storage/browser-store.ts';

export type Theme = 'system' | 'dark' | 'light';
type Density = 'compact' | 'comfortable';

/** What an analyst chose about the dashboard itself. Kept in this browser. */
export interface Preferences {
  readonly theme: Theme;
  readonly density: Density;
  /** IANA name of the zone that times are shown in. */
  readonly timeZone: string;
  /** Copying an indicator copies its defanged form. */
  readonly isDefangedOnCopy: boolean;
  /** Shortcuts of one plain key (`/`, `g h`, `?`); those with Ctrl or Cmd always work. */
  readonly hasSingleKeyShortcuts: boolean;
  /** The browser says when a job ends while no tab is looked at. On only after the analyst requested it. */
  readonly hasJobNotifications: boolean;
  /** The menus of indicators offer the analyst's links to other sites. */
  readonly hasExternalLinks: boolean;
}

type FlagName = Exclude<keyof Preferences, 'theme' | 'density' | 'timeZone'>;

export const defaultPreferences: Preferences = {
  theme: 'system',
  density: 'compact',
  timeZone: 'UTC',
  isDefangedOnCopy: false,
  hasSingleKeyShortcuts: true,
  hasJobNotifications: false,
  hasExternalLinks: false,
};

/** The stored preferences; a missing or invalid one is the default. */
export function readPreferences(stored: unknown): Preferences {
  const fields = fieldsOf(stored);
  const flag = (name: FlagName) => {
    const value = fields[name];
    return typeof value === 'boolean' ? value : defaultPreferences[name];
  };
  const { theme, density, timeZone } = fields;
  return {
    theme: theme === 'dark' || theme === 'light' ? theme : defaultPreferences.theme,
    density: density === 'comfortable' ? density : defaultPreferences.density,
    timeZone: typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : defaultPreferences.timeZone,
    isDefangedOnCopy: flag('isDefangedOnCopy'),
    hasSingleKeyShortcuts: flag('hasSingleKeyShortcuts'),
    hasJobNotifications: flag('hasJobNotifications'),
    hasExternalLinks: flag('hasExternalLinks'),
  };
}

/** The same from the three texts that this browser stores. */
export function parsePreferences(...[theme, density, others = null]: readonly (string | null)[]): Preferences {
  return readPreferences({ ...fieldsOf(parseJson(others)), theme, density });
}

const chosen = createBrowserStore<Preferences>({
  // public/theme.js reads the first two before the first paint, so they have keys and plain values of their own.
  keys: ['sightline.theme', 'sightline.density', 'sightline.preferences'],
  read: parsePreferences,
  write: ({ theme, density, ...others }) => [theme, density, JSON.stringify(others)],
  isShared: true,
});

chosen.subscribe(({ theme, density }) => {
  document.documentElement.dataset['theme'] = theme;
  document.documentElement.dataset['density'] = density;
});

export function preferences(): Preferences {
  return chosen.getState();
}

export function usePreferences(): Preferences {
  return useStore(chosen);
}

export function savePreferences(changes: Partial<Preferences>): void {
  chosen.setState(changes);
}
