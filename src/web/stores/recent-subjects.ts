import { useSyncExternalStore } from 'react';
import { INDICATOR_KINDS, type IndicatorKind } from '#model/indicator-kind.ts';

/** A subject whose page was opened in this browser. */
export interface RecentSubject {
  readonly kind: IndicatorKind;
  readonly value: string;
  /** What people read: `AS64500`, the Unicode form of a name. */
  readonly display: string;
}

const storageKey = 'sightline.recent-subjects';
const keptAtMost = 20;

let recent: readonly RecentSubject[] = read();
const listeners = new Set<() => void>();

/** Newest first. */
export function useRecentSubjects(): readonly RecentSubject[] {
  return useSyncExternalStore(subscribe, () => recent);
}

export function rememberSubject(subject: RecentSubject): void {
  save(withSubject(recent, subject));
}

export function forgetSubjects(): void {
  save([]);
}

/** The list with the subject in front, each once, cut to length. */
export function withSubject(list: readonly RecentSubject[], subject: RecentSubject): readonly RecentSubject[] {
  const others = list.filter(({ kind, value }) => kind !== subject.kind || value !== subject.value);
  return [subject, ...others].slice(0, keptAtMost);
}

/** What was stored, without what this version does not understand. */
export function parseSubjects(text: string | null): readonly RecentSubject[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSubject).slice(0, keptAtMost) : [];
  } catch {
    return [];
  }
}

function isSubject(value: unknown): value is RecentSubject {
  const { kind, value: text, display } = (value ?? {}) as Partial<Record<keyof RecentSubject, unknown>>;
  const isKind = typeof kind === 'string' && Object.hasOwn(INDICATOR_KINDS, kind);
  return isKind && typeof text === 'string' && typeof display === 'string';
}

function save(next: readonly RecentSubject[]): void {
  recent = next;
  try {
    localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // storage is blocked or full: remembered until the tab closes
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): readonly RecentSubject[] {
  try {
    return parseSubjects(localStorage.getItem(storageKey));
  } catch {
    return [];
  }
}
