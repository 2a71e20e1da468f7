/** There is one omnibox on screen: in the header, or on the home page. */
export const omniboxId = 'omnibox';

/** Puts the focus into the omnibox and selects what is in it; its list stays closed, so that the page can be read. */
export function focusOmnibox(): HTMLElement | null {
  const input = document.getElementById(omniboxId);
  input?.focus();
  if (input instanceof HTMLInputElement) input.select();
  return input;
}

/** The same with its list open, from anywhere: a dialog would keep the focus, so it is closed first. */
export function openOmnibox(): void {
  const dialogs = document.querySelectorAll('dialog[open]');
  // at once without a dialog: the letters typed next belong into the omnibox
  if (dialogs.length === 0) return focusOmnibox()?.click();
  for (const dialog of dialogs) dialog.dispatchEvent(new Event('cancel'));
  requestAnimationFrame(() => focusOmnibox()?.click());
}

export function isOmniboxFocused(): boolean {
  return document.activeElement?.id === omniboxId;
}
