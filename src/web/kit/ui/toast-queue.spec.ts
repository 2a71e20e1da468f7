import { describe, expect, test } from 'vitest';
import { createToastQueue } from './toast-queue.ts';

describe('toast queue', () => {
  test.each([
    [{ title: 'saved' }, 8],
    [{ title: 'failed', tone: 'danger' }, null],
    [{ title: 'job done', action: { label: 'Open', onAction: () => {} } }, null],
    [{ title: 'failed, briefly', tone: 'danger', timeoutSeconds: 20 }, 20],
    [{ title: 'stay', timeoutSeconds: null }, null],
  ] as const)('%o stays for %s seconds', (content, seconds) => {
    const queue = createToastQueue();
    queue.add(content);
    expect(queue.shown()[0]?.timeoutSeconds).toBe(seconds);
  });

  test('the fifth toast removes the oldest one with a timeout, never one without', () => {
    const queue = createToastQueue();
    queue.add({ title: 'must be read', tone: 'danger' });
    for (const title of ['a', 'b', 'c', 'd']) queue.add({ title });
    expect(queue.shown().map((toast) => toast.title)).toEqual(['must be read', 'b', 'c', 'd']);
  });

  test('listeners are called on adding and dismissing until they unsubscribe, and the snapshot changes only then', () => {
    const queue = createToastQueue();
    let heard = 0;
    const leave = queue.subscribe(() => heard++);
    const id = queue.add({ title: 'a' });
    expect(queue.shown()).toBe(queue.shown());
    queue.dismiss(id);
    leave();
    queue.add({ title: 'b' });
    expect(heard).toBe(2);
  });
});
