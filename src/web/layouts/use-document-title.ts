import { useEffect, useSyncExternalStore } from 'react';
import { useMatches } from 'react-router';
import { titleOf } from '#web/url/route-handle.ts';

/** Keeps document.title at what the page is about; `unseen` counts what ended while the tab was hidden. */
export function useDocumentTitle(unseen: number): string {
  const title = usePageTitle();
  useEffect(() => {
    document.title = `${unseen > 0 ? `(${unseen}) ` : ''}${title ? `${title} · ` : ''}Sightline`;
  }, [title, unseen]);
  return title;
}

function usePageTitle(): string {
  const matches = useMatches();
  const titles = matches.map(({ handle, params }) => titleOf(handle, params));
  return titles.findLast((title) => title !== undefined) ?? '';
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

export function useIsTabHidden(): boolean {
  return useSyncExternalStore(onVisibility, () => document.hidden);
}
