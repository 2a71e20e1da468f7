import { useEffect } from 'react';
import { useHotkeys, type Options } from 'react-hotkeys-hook';
import { useNavigate } from 'react-router';
import { destinations } from '#web/components/omnibox/destinations.ts';
import { openOmnibox } from '#web/components/omnibox/focus-omnibox.ts';
import { usePreferences } from '#web/stores/preferences.ts';
import { showShortcutList } from '#web/stores/shortcut-list.ts';
import { isSingleKey, SHORTCUTS, switchSingleKeys } from '#web/ui/shortcuts.ts';

/** How long the first key of a sequence waits for the next: enough for slow fingers, too short to be forgotten. */
const sequenceTimeoutMs = 2000;

/** The shortcuts that work on every page. Those of one plain key can be switched off (WCAG 2.1.4). */
export function useShortcuts(): void {
  const navigate = useNavigate();
  const { hasSingleKeyShortcuts } = usePreferences();
  useEffect(() => switchSingleKeys(hasSingleKeyShortcuts), [hasSingleKeyShortcuts]);
  const single: Options = {
    enabled: hasSingleKeyShortcuts,
    // by the character, not its place: `/` and `?` lie elsewhere on other keyboards, some with Shift
    useKey: true,
    ignoreModifiers: true,
    ignoreEventWhen: isForAnother,
    preventDefault: (event) => !isForAnother(event),
  };
  const { search, help } = SHORTCUTS;
  useHotkeys(
    search.keys.filter((key) => !isSingleKey(key)),
    openOmnibox,
    { enableOnFormTags: true, preventDefault: true },
  );
  useHotkeys(search.keys.filter(isSingleKey), openOmnibox, single);
  useHotkeys([...help.keys], () => showShortcutList(true), single);
  useHotkeys(
    destinations.map(({ letter }) => `g>${letter}`),
    (event, { hotkey }) => {
      // for sequences the library does not ask ignoreEventWhen
      const destination = destinations.find(({ letter }) => hotkey.endsWith(letter));
      if (destination && !isForAnother(event)) void navigate(destination.href);
    },
    { ...single, sequenceTimeoutMs },
  );
}

/** Chords belong to the browser; menus and dialogs use letters themselves. */
function isForAnother(event: KeyboardEvent): boolean {
  const isChord = event.ctrlKey || event.metaKey || event.altKey;
  if (isChord && !event.getModifierState('AltGraph')) return true;
  return event.target instanceof Element && event.target.closest('[role="menu"], dialog') !== null;
}
