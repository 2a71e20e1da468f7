/** There is one omnibox on screen: in the header, or on the home page. */
export const omniboxId = 'omnibox';

/** Puts the focus into the omnibox and selects what is in it. An open dialog would keep it out, so it is closed first. */
export function focusOmnibox(): void {
  for (const dialog of document.querySelectorAll('dialog[open]')) dialog.dispatchEvent(new Event('cancel'));
  requestAnimationFrame(() => {
    const input = document.getElementById(omniboxId);
    input?.focus();
    if (input instanceof HTMLInputElement) input.select();
  });
}

export function isOmniboxFocused(): boolean {
  return document.activeElement?.id === omniboxId;
}
