import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { isOmniboxFocused } from '#web/components/omnibox/focus-omnibox.ts';
import { focusWhenReachable } from '#web/ui/focus-when-reachable.ts';

/**
 * Moves the focus to the heading of the page that was opened, as a page load would, unless the page asked for the omnibox. The
 * first page keeps the browser's own focus.
 */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading || isOmniboxFocused()) return;
    heading.tabIndex = -1;
    heading.dataset['focusQuiet'] = '';
    focusWhenReachable(() => heading);
  }, [pathname]);
}
