import { useEffect } from 'react';
import { useMatches } from 'react-router';
import { titleOf } from '#web/url/route-handle.ts';

/** Keeps document.title at what the page is about; `unseen` counts what ended while the tab was hidden. */
export function useDocumentTitle(unseen: number): void {
  const titles = useMatches().map(({ handle, params }) => titleOf(handle, params));
  const title = titles.findLast((each) => each !== undefined);
  useEffect(() => {
    document.title = `${unseen > 0 ? `(${unseen}) ` : ''}${title ? `${title} · ` : ''}Sightline`;
  }, [title, unseen]);
}
