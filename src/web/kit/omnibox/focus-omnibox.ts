/** The id of the only omnibox on screen: in the header, or on the home page. */
export const omniboxId = 'omnibox';

/** Focuses the omnibox and selects its text; its list stays closed, so that it does not cover the page. */
export function focusOmnibox(): HTMLElement | null {
  const input = document.getElementById(omniboxId);
  input?.focus();
  if (input instanceof HTMLInputElement) input.select();
  return input;
}

/** Focuses the omnibox with its list open. Closes a dialog first, since a dialog would keep the focus. */
export function openOmnibox(): void {
  const dialogs = document.querySelectorAll('dialog[open]');
  // immediately if there is no dialog, so that the next letters go to the omnibox
  if (dialogs.length === 0) return focusOmnibox()?.click();
  for (const dialog of dialogs) dialog.dispatchEvent(new Event('cancel'));
  requestAnimationFrame(() => focusOmnibox()?.click());
}

export function isOmniboxFocused(): boolean {
  return document.activeElement?.id === omniboxId;
}
