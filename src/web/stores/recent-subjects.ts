import { useStore } from 'zustand';
import { INDICATOR_KINDS, type IndicatorKind } from '#model/indicator-kind.ts';
import { createBrowserStore, fieldsOf, parseJson } from '#web/storage/browser-store.ts';

/** A subject whose page was opened in this browser. */
export interface RecentSubject {
  readonly kind: IndicatorKind;
  readonly value: string;
  /** What people read: `AS64500`, the Unicode form of a name. */
  readonly display: string;
}

const keptAtMost = 20;

const recent = createBrowserStore<{ readonly subjects: readonly RecentSubject[] }>({
  keys: ['sightline.recent-subjects'],
  read: (text) => ({ subjects: parseSubjects(text ?? null) }),
  write: ({ subjects }) => [JSON.stringify(subjects)],
});

/** Newest first. */
export function useRecentSubjects(): readonly RecentSubject[] {
  return useStore(recent, ({ subjects }) => subjects);
}

export function rememberSubject(subject: RecentSubject): void {
  recent.setState(({ subjects }) => ({ subjects: withSubject(subjects, subject) }));
}

export function forgetSubjects(): void {
  recent.setState({ subjects: [] });
}

/** The list with the subject in front, each once, cut to length. */
export function withSubject(list: readonly RecentSubject[], subject: RecentSubject): readonly RecentSubject[] {
  const others = list.filter(({ kind, value }) => kind !== subject.kind || value !== subject.value);
  return [subject, ...others].slice(0, keptAtMost);
}

/** What was stored, without what this version does not understand. */
export function parseSubjects(text: string | null): readonly RecentSubject[] {
  const stored = parseJson(text);
  return Array.isArray(stored) ? stored.filter(isSubject).slice(0, keptAtMost) : [];
}

function isSubject(entry: unknown): entry is RecentSubject {
  const { kind, value, display } = fieldsOf(entry);
  const isKind = typeof kind === 'string' && Object.hasOwn(INDICATOR_KINDS, kind);
  return isKind && typeof value === 'string' && typeof display === 'string';
}
