import { uncapital } from '#model/format.ts';
import { useEffect, useRef } from 'react';
import { useLocation, useMatches, useNavigationType } from 'react-router';
import { INDICATOR_KINDS } from '#model/indicator-kind.ts';
import { visibleText } from '#model/visible-text.ts';
import { isOmniboxFocused } from '#web/kit/omnibox/focus-omnibox.ts';
import { recordArrival, recordAside } from '#web/stores/investigation/investigation-calls.ts';
import { rememberSubject } from '#web/stores/recent-subjects.ts';
import { useShownVerdict } from '#web/stores/shown-verdict.ts';
import { focusWhenReachable } from '#web/kit/ui/use-anchored.ts';
import { titleOf } from '#web/url/route-handle.ts';
import { subjectOfPath } from '#web/url/subject-path.ts';

/** Effects of every navigation. */
export function useNavigationEffects(): void {
  useFocusOnNavigation();
  useRememberSubject();
  useRecordInvestigation();
}

/**
 * Moves the focus to the heading of an opened page, as a page load would, unless the page focuses the omnibox or the focus of an
 * earlier view is restored. The first page keeps the browser's own focus.
 */
function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const heading = document.querySelector<HTMLElement>('main h1');
    const hasOther =
      document.querySelector('main [data-wanted]') !== null ||
      document.activeElement?.closest('[role="grid"], [data-restored]');
    if (!heading || isOmniboxFocused() || hasOther) return;
    heading.tabIndex = -1;
    heading.dataset['focusQuiet'] = '';
    focusWhenReachable(() => heading);
  }, [pathname]);
}

/** Remembers every subject whose page is opened. */
function useRememberSubject(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const subject = subjectOfPath(pathname);
    if (subject) rememberSubject({ kind: subject.kind, value: subject.value, display: subject.display });
  }, [pathname]);
}

/** Records every pivot from page to page in the investigation, also into another tab. */
function useRecordInvestigation(): void {
  const { pathname, search, key } = useLocation();
  const action = useNavigationType();
  useEffect(() => {
    const why = lastPress?.pathname === pathname ? lastPress.why : undefined;
    lastPress = undefined;
    recordArrival(pathname + search, { key, action, why });
  }, [pathname, search, key, action]);
  useEffect(() => {
    for (const type of presses) document.addEventListener(type, onPress, true);
    return () => {
      for (const type of presses) document.removeEventListener(type, onPress, true);
    };
  }, []);
}

const presses = ['click', 'auxclick'] as const;
/** The link followed last: its target, and the reason of the pivot. */
let lastPress: { readonly pathname: string; readonly why: string | undefined } | undefined;

function onPress(event: MouseEvent): void {
  const opensTab = event.button === 1 || (event.button === 0 && (event.ctrlKey || event.metaKey || event.shiftKey));
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.origin !== location.origin || link.closest('[role="tab"]') !== null) return;
  const why = pivotReason(link);
  if (opensTab) recordAside(link.pathname + link.search, { known: stepOf(link), why });
  else lastPress = { pathname: link.pathname, why };
}

/** The step of a link on the investigation page, where each link belongs to an existing step. */
function stepOf(link: HTMLElement): string | undefined {
  return link.closest<HTMLElement>('[data-investigation-node]')?.dataset['investigationNode'];
}

/**
 * Sets the title and icon of the tab to the subject of the page, to distinguish many tabs; `unseen` counts the jobs
 * that ended while this tab was hidden.
 */
export function useTabTitleAndIcon(unseen: number): void {
  const { pathname, search } = useLocation();
  const kind = subjectOfPath(pathname)?.kind ?? null;
  const verdict = useShownVerdict();
  const titles = useMatches().map(({ handle, params }) => titleOf(handle, params, new URLSearchParams(search)));
  const title = titles.findLast((each) => each !== undefined);
  useEffect(() => {
    const parts = [title, kind && INDICATOR_KINDS[kind].one, 'Sightline'].filter(Boolean);
    // a search or an invalid address may hold characters that reverse the title
    document.title = visibleText(`${unseen > 0 ? `(${unseen}) ` : ''}${parts.join(' · ')}`);
  }, [title, kind, unseen]);
  useEffect(() => {
    let isWanted = true;
    // loaded after the page: until then the icon of the product is shown
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

const longestReason = 80;

/**
 * The reason of a pivot through a link, for the edges of the investigation: the link's own mark, else the surrounding fact or
 * panel with the latest day of the row ("current name servers, 2026-10-02").
 */
function pivotReason(link: Element): string | undefined {
  const marked = link.closest<HTMLElement>('[data-why]')?.dataset['why'];
  if (marked) return marked;
  const fact = link.closest('dd')?.parentElement?.querySelector('dt')?.textContent.trim();
  const heading = link.closest('[data-panel]')?.querySelector('h2, h3')?.textContent.trim();
  // "A records of evil.example": the step above already names the subject
  const words = (fact || heading)?.replace(/ of \S+$/, '');
  if (!words) return undefined;
  const day = [...(link.closest('tr, [role="row"], li')?.querySelectorAll('time') ?? [])]
    .map(({ dateTime }) => dateTime.slice(0, 10))
    .sort()
    .at(-1);
  // abbreviations keep their capitals
  const plain = /^[A-Z][a-z]/.test(words) ? uncapital(words) : words;
  return `${plain.slice(0, longestReason)}${day ? `, ${day}` : ''}`;
}
