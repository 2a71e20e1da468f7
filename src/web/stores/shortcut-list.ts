import { create } from 'zustand';

const useShortcutList = create(() => ({ isOpen: false }));

/** Whether the list of keyboard shortcuts is on screen; the omnibox, the menu and `?` open the same one. */
export function useIsShortcutListOpen(): boolean {
  return useShortcutList(({ isOpen }) => isOpen);
}

export function showShortcutList(isOpen: boolean): void {
  useShortcutList.setState({ isOpen });
}
