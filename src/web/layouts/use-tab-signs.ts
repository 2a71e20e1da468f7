import { useEffect } from 'react';
import { useLocation, useMatches } from 'react-router';
import { INDICATOR_KINDS } from '#model/indicator-kind.ts';
import { useShownVerdict } from '#web/stores/shown-verdict.ts';
import { titleOf } from '#web/url/route-handle.ts';
import { subjectOfPath } from '#web/url/subject-of-path.ts';

/**
 * Keeps the title and the icon of the tab at what the page is about, so that ten tabs can be told apart; `unseen` counts the jobs
 * that ended while this one was hidden.
 */
export function useTabSigns(unseen: number): void {
  const { pathname, search } = useLocation();
  const kind = subjectOfPath(pathname)?.kind ?? null;
  const verdict = useShownVerdict();
  const titles = useMatches().map(({ handle, params }) => titleOf(handle, params, new URLSearchParams(search)));
  const title = titles.findLast((each) => each !== undefined);
  useEffect(() => {
    const parts = [title, kind && INDICATOR_KINDS[kind].one, 'Sightline'].filter(Boolean);
    document.title = `${unseen > 0 ? `(${unseen}) ` : ''}${parts.join(' · ')}`;
  }, [title, kind, unseen]);
  useEffect(() => {
    let isWanted = true;
    // drawn once the page is under way: until then the icon of the product stands there
    void import('./favicon.ts').then(({ faviconSvg }) => {
      const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
      if (!isWanted || !link) return;
      link.href = `data:image/svg+xml,${encodeURIComponent(faviconSvg({ kind, verdict, count: unseen }))}`;
    });
    return () => {
      isWanted = false;
    };
  }, [kind, verdict, unseen]);
}
