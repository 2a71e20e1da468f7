import { toasts } from '#web/ui/toast-queue.ts';

/** Copies and reports it by a toast, for menus, which are closed by the time the browser has answered. */
export async function copyText(text: string): Promise<void> {
  const isDone = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  toasts.add(
    isDone
      ? { title: 'Copied', body: text, timeoutSeconds: 3 }
      : { title: 'The browser refused to copy', body: text, tone: 'warning' },
  );
}
