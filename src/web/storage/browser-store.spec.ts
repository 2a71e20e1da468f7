import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { createBrowserStore } from './browser-store.ts';

// other specs run in the same process
afterAll(() => vi.unstubAllGlobals());

const kept = new Map<string, string>();
let isBlocked = false;
let otherTab: ((event: { readonly key: string | null }) => void) | undefined;

beforeEach(() => {
  kept.clear();
  isBlocked = false;
  const whileOpen = <T>(work: () => T) => {
    if (isBlocked) throw new Error('SecurityError');
    return work();
  };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => whileOpen(() => kept.get(key) ?? null),
    setItem: (key: string, text: string) => whileOpen(() => kept.set(key, text)),
    removeItem: (key: string) => whileOpen(() => kept.delete(key)),
  });
  vi.stubGlobal('addEventListener', (_: 'storage', listener: typeof otherTab) => (otherTab = listener));
});

const wordStore = () =>
  createBrowserStore<{ readonly word: string; readonly note: string }>({
    keys: ['word', 'note'],
    read: (word, note) => ({ word: word ?? 'none', note: note ?? '' }),
    write: ({ word, note }) => [word, note === '' ? null : note],
    blocked: { word: 'blocked', note: '' },
    isShared: true,
  });

it('starts with the stored state, and stores changes under its own keys only', () => {
  kept.set('word', 'old');
  const store = wordStore();
  expect(store.getState()).toEqual({ word: 'old', note: '' });
  expect(store.setState({ word: 'new', note: 'n' })).toBe(true);
  expect([...kept]).toEqual([
    ['word', 'new'],
    ['note', 'n'],
  ]);
  store.setState({ note: '' });
  expect([...kept]).toEqual([['word', 'new']]);
});

it('keeps a change that the browser does not store, and reports it', () => {
  isBlocked = true;
  const store = wordStore();
  expect(store.getState().word).toBe('blocked');
  expect(store.setState({ word: 'new' })).toBe(false);
  expect(store.getState().word).toBe('new');
});

it('applies changes from other tabs, including a cleared storage', () => {
  const store = wordStore();
  const heard = vi.fn();
  store.subscribe(heard);
  kept.set('word', 'theirs');
  otherTab?.({ key: 'unrelated' });
  expect(heard).not.toHaveBeenCalled();
  otherTab?.({ key: 'word' });
  expect(store.getState().word).toBe('theirs');
  kept.clear();
  otherTab?.({ key: null });
  expect(store.getState().word).toBe('none');
});
