import { useSyncExternalStore } from 'react';
import { isTimeZone } from '#model/shown-time.ts';

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
  /** The browser says when a job ends while no tab is looked at. On only after the analyst asked for it. */
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

// public/theme.js reads the first two before the first paint, so they have keys and plain values of their own.
const themeKey = 'sightline.theme';
const densityKey = 'sightline.density';
const otherKey = 'sightline.preferences';

let current = read();
const listeners = new Set<() => void>();

export function preferences(): Preferences {
  return current;
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(onPreferencesChange, preferences);
}

function onPreferencesChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function savePreferences(changes: Partial<Preferences>): void {
  apply({ ...current, ...changes });
  const { theme, density, ...other } = current;
  try {
    localStorage.setItem(themeKey, theme);
    localStorage.setItem(densityKey, density);
    localStorage.setItem(otherKey, JSON.stringify(other));
  } catch {
    // storage is blocked: the choices hold until the tab closes
  }
}

/** Takes up what is chosen in other tabs. Called once, at the entry. */
export function sharePreferencesWithTabs(): void {
  addEventListener('storage', ({ key }) => {
    if (key === null || [themeKey, densityKey, otherKey].includes(key)) apply(read());
  });
}

function apply(next: Preferences): void {
  current = next;
  document.documentElement.dataset['theme'] = next.theme;
  document.documentElement.dataset['density'] = next.density;
  for (const listener of listeners) listener();
}

/** Preferences from what was stored; whatever is missing or no longer understood is the default. */
export function readPreferences(stored: {
  readonly theme: string | null;
  readonly density: string | null;
  readonly other: string | null;
}): Preferences {
  const other = parseObject(stored.other);
  const flag = (name: FlagName) => (typeof other[name] === 'boolean' ? other[name] : defaultPreferences[name]);
  const { timeZone } = other;
  return {
    theme: stored.theme === 'dark' || stored.theme === 'light' ? stored.theme : defaultPreferences.theme,
    density: stored.density === 'comfortable' ? stored.density : defaultPreferences.density,
    timeZone: typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : defaultPreferences.timeZone,
    isDefangedOnCopy: flag('isDefangedOnCopy'),
    hasSingleKeyShortcuts: flag('hasSingleKeyShortcuts'),
    hasJobNotifications: flag('hasJobNotifications'),
    hasExternalLinks: flag('hasExternalLinks'),
  };
}

function parseObject(text: string | null): Partial<Record<keyof Preferences, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function read(): Preferences {
  try {
    return readPreferences({
      theme: localStorage.getItem(themeKey),
      density: localStorage.getItem(densityKey),
      other: localStorage.getItem(otherKey),
    });
  } catch {
    return defaultPreferences;
  }
}
