import { toasts } from '#web/ui/toast-queue.ts';

/** Copies and says so, for menus, which are gone by the time the browser has answered. */
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
