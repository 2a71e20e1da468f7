import { toasts } from './toast-queue.ts';

/**
 * Copies a text. Pages over plain HTTP have no clipboard API, so there the browser copies a selection.
 * @returns false when the browser refuses
 */
export async function writeClipboard(text: string): Promise<boolean> {
  if (window.isSecureContext)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr-only';
  // everything outside a modal dialog is inert
  (focused?.closest('dialog') ?? document.body).append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isDone;
}

/**
 * Copies a text and reports the result by a toast, since the menu is closed by then.
 * @param what names the text in the toast
 */
export async function copyText(text: string, what = text): Promise<void> {
  const isDone = await writeClipboard(text);
  toasts.add(
    isDone
      ? { title: 'Copied', body: what, timeoutSeconds: 3 }
      : { title: 'The browser refused to copy', body: text, tone: 'warning' },
  );
}

/** Saves a file through the browser. */
export function downloadFile(name: string, content: BlobPart, mediaType: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // some browsers read the URL only after the click has been handled
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
