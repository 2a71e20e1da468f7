import { useSyncExternalStore } from 'react';

let isOpen = false;
const listeners = new Set<() => void>();

/** Whether the list of keyboard shortcuts is on screen; the omnibox, the menu and `?` open the same one. */
export function useIsShortcutListOpen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOpen,
  );
}

export function showShortcutList(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}
