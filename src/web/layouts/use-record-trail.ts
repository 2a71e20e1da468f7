import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { recordArrival, recordAside } from '#web/stores/trail/trail-calls.ts';

/** Records every pivot from page to page in the trail; also those that are opened in another tab. */
export function useRecordTrail(): void {
  const { pathname, search, key } = useLocation();
  const action = useNavigationType();
  useEffect(() => recordArrival(pathname + search, { key, action }), [pathname, search, key, action]);
  useEffect(() => {
    for (const type of presses) document.addEventListener(type, onPress, true);
    return () => {
      for (const type of presses) document.removeEventListener(type, onPress, true);
    };
  }, []);
}

const presses = ['click', 'auxclick'] as const;

function onPress(event: MouseEvent): void {
  const opensTab = event.button === 1 || (event.button === 0 && (event.ctrlKey || event.metaKey || event.shiftKey));
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (opensTab && link?.origin === location.origin && link.closest('[role="tab"]') === null)
    recordAside(link.pathname + link.search, stepOf(link));
}

/** On the page of the trail a link is a step already. */
function stepOf(link: HTMLElement): string | undefined {
  return link.closest<HTMLElement>('[data-trail-node]')?.dataset['trailNode'];
}
