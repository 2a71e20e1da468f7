import type { ReactNode } from 'react';
import { announce } from './announcer.ts';

export interface ToastContent {
  title: string;
  /** One more line. */
  body?: ReactNode;
  tone?: 'neutral' | 'ok' | 'warning' | 'danger';
  action?: { label: string; onAction: () => void };
  /** Seconds until it goes by itself; `null` stays until dismissed. Default 8, and `null` when it carries an action or a danger. */
  timeoutSeconds?: number | null;
}

export interface Toast extends ToastContent {
  id: number;
  timeoutSeconds: number | null;
}

const maxShown = 4;

/** The toasts on screen, newest last. A plain store, so that whatever is not a component (the job follower) can raise one. */
export class ToastQueue {
  #toasts: readonly Toast[] = [];
  #lastId = 0;
  readonly #listeners = new Set<() => void>();

  /** Shows a toast and returns its id. The oldest one that would go by itself makes room when there are too many. */
  add(content: ToastContent): number {
    const mustBeRead = content.action !== undefined || content.tone === 'danger';
    const timeoutSeconds = content.timeoutSeconds === undefined ? (mustBeRead ? null : 8) : content.timeoutSeconds;
    const toast: Toast = { ...content, id: ++this.#lastId, timeoutSeconds };
    const room = this.#toasts.length < maxShown ? this.#toasts : withoutOldest(this.#toasts);
    this.#set([...room, toast]);
    // spoken from the region that always stands: one that appears together with its text is often not read
    const { title, body, tone } = content;
    announce(typeof body === 'string' ? `${title}. ${body}` : title, tone === 'danger' ? 'assertive' : 'polite');
    return toast.id;
  }

  dismiss(id: number): void {
    this.#set(this.#toasts.filter((toast) => toast.id !== id));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly shown = (): readonly Toast[] => this.#toasts;

  #set(toasts: readonly Toast[]): void {
    this.#toasts = toasts;
    for (const listener of this.#listeners) listener();
  }
}

function withoutOldest(toasts: readonly Toast[]): readonly Toast[] {
  const leaving = toasts.find((toast) => toast.timeoutSeconds !== null) ?? toasts[0];
  return toasts.filter((toast) => toast !== leaving);
}

/** The one queue of the dashboard. */
export const toasts = new ToastQueue();
