import { lazy, Suspense, type MouseEvent } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { useIsShortcutListOpen } from '#web/stores/shortcut-list.ts';
import { useTourStep } from '#web/stores/tour.ts';
import { LiveRegion } from '#web/ui/LiveRegion.tsx';
import { ToastRegion } from '#web/ui/ToastRegion.tsx';
import { AsOfBanner } from './AsOfBanner.tsx';
import { AsOfScope } from './AsOfScope.tsx';
import { Header } from './Header.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import { PrintNote } from './PrintNote.tsx';
import { ServiceGate } from './ServiceGate.tsx';
import { useFirstVisit } from './use-first-visit.ts';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';
import { useJobEnds } from './use-job-ends.ts';
import { useRecordTrail } from './use-record-trail.ts';
import { useRememberSubject } from './use-remember-subject.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useTabSigns } from './use-tab-signs.ts';

const ShortcutList = lazy(() => import('./ShortcutList.tsx'));
const Tour = lazy(() => import('./Tour.tsx'));

/** What stands around every page. */
export function Shell() {
  useTabSigns(useJobEnds());
  useFocusOnNavigation();
  useRememberSubject();
  useRecordTrail();
  useShortcuts();
  useFirstVisit();
  const isShortcutListOpen = useIsShortcutListOpen();
  const tourStep = useTourStep();
  return (
    <>
      <a
        href="#main"
        onClick={skipToPage}
        className="sr-only z-40 rounded-md bg-accent px-3 py-1.5 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the page
      </a>
      <div className="sticky top-0 z-20" data-no-print="">
        <Header />
        <OfflineBanner />
        <AsOfBanner />
      </div>
      <Suspense fallback={null}>{tourStep !== null && <Tour index={tourStep} />}</Suspense>
      <main
        id="main"
        tabIndex={-1}
        data-focus-quiet=""
        className="mx-auto w-full max-w-[160rem] min-w-0 px-3 py-4 sm:px-4"
      >
        <ServiceGate>
          <AsOfScope>
            <Outlet />
          </AsOfScope>
        </ServiceGate>
      </main>
      <PrintNote />
      <LiveRegion />
      <ToastRegion />
      <Suspense fallback={null}>{isShortcutListOpen && <ShortcutList />}</Suspense>
      <ScrollRestoration />
    </>
  );
}

/** Without the `#main`, which would end up in copied links. */
function skipToPage(event: MouseEvent) {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
