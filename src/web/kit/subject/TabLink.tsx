import { useOptimisticSearchParams } from 'nuqs/adapters/react-router/v7';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { linkClass } from '#web/kit/ui/class-names.ts';
import type { KeyFact } from './KeyFacts.tsx';

/** The URL parameter with the tab of a subject's page. */
export const tabParameter = 'tab';

/** Makes the URL of a tab of the page that is open, with all else that its address says; null for the first tab. */
export function useTabHref(): (tab: string | null) => string {
  const { pathname } = useLocation();
  // the search of the location lacks what was chosen since
  const search = useOptimisticSearchParams();
  return (tab) => {
    const params = new URLSearchParams(search);
    if (tab === null) params.delete(tabParameter);
    else params.set(tabParameter, tab);
    const text = params.toString();
    return text ? `${pathname}?${text}` : pathname;
  };
}

/** Opens the tab of the page that has the evidence. */
export function TabLink({ tab, children }: { readonly tab: string; readonly children: ReactNode }) {
  return (
    <Link to={useTabHref()(tab)} className={linkClass}>
      {children}
    </Link>
  );
}

/** A key fact that opens a tab; a missing fact stays missing. */
export function factOnTab(tab: string, fact: KeyFact['value']): KeyFact['value'] {
  return fact && <TabLink tab={tab}>{fact}</TabLink>;
}
