import type { ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';
import { announce } from './announcer.tsx';

export interface ToastContent {
  title: string;
  /** A second line. */
  body?: ReactNode;
  tone?: 'neutral' | 'ok' | 'warning' | 'danger';
  action?: { label: string; onAction: () => void };
  /** Seconds until the toast disappears; `null` keeps it until dismissed. Default 8, or `null` with an action or tone danger. */
  timeoutSeconds?: number | null;
}

export interface Toast extends ToastContent {
  id: number;
  timeoutSeconds: number | null;
}

const maxShown = 4;

/** The toasts on screen, newest last. A store, because code outside components, such as the job follower, adds toasts too. */
export function createToastQueue() {
  const queue = createStore<{ readonly shown: readonly Toast[]; readonly lastId: number }>(() => ({
    shown: [],
    lastId: 0,
  }));
  const shown = () => queue.getState().shown;
  return {
    shown,
    subscribe: (listener: () => void) => queue.subscribe(listener),
    /** Shows a toast and returns its id. When there are too many, the oldest one with a timeout makes room. */
    add(content: ToastContent): number {
      const mustBeRead = content.action !== undefined || content.tone === 'danger';
      const timeoutSeconds = content.timeoutSeconds === undefined ? (mustBeRead ? null : 8) : content.timeoutSeconds;
      const id = queue.getState().lastId + 1;
      const room = shown().length < maxShown ? shown() : withoutOldest(shown());
      queue.setState({ shown: [...room, { ...content, id, timeoutSeconds }], lastId: id });
      // announced through the permanent live region: a region that appears together with its text is often not read
      const { title, body, tone } = content;
      announce(typeof body === 'string' ? `${title}. ${body}` : title, tone === 'danger' ? 'assertive' : 'polite');
      return id;
    },
    dismiss(id: number): void {
      queue.setState({ shown: shown().filter((toast) => toast.id !== id) });
    },
  };
}

function withoutOldest(toasts: readonly Toast[]): readonly Toast[] {
  const leaving = toasts.find((toast) => toast.timeoutSeconds !== null) ?? toasts[0];
  return toasts.filter((toast) => toast !== leaving);
}

/** The one queue of the dashboard. */
export const toasts = createToastQueue();
