import { toasts } from './toast-queue.ts';

/**
 * Copies a text and reports the result by a toast, since the menu is closed by then.
 * @param what names the text in the toast
 */
export async function copyText(text: string, what = text): Promise<void> {
  const isDone = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
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
