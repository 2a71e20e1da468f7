import { lazy, type MouseEvent, type ReactNode, Suspense } from 'react';
import { Outlet, ScrollRestoration, useLocation, useRouteError } from 'react-router';
import { epochSecondsToDate } from '#model/dates.ts';
import { useServiceState } from '#web/api/service-state.ts';
import { useNow } from '#web/components/time/use-now.ts';
import { useIsShortcutListOpen } from '#web/stores/shortcut-list.ts';
import { useTourStep } from '#web/stores/tour.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { RetryIcon } from '#web/ui/icons.ts';
import { LiveRegion } from '#web/ui/announcer.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ToastRegion } from '#web/ui/ToastRegion.tsx';
import { useIsPrinting } from '#web/ui/use-is-printing.ts';
import { paths } from '#web/url/paths.ts';
import { AsOfBanner, AsOfScope } from './AsOf.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { Header } from './Header.tsx';
import { KeyRequest } from './KeyRequest.tsx';
import { LoadProgress } from './LoadProgress.tsx';
import { useJobEnds } from './use-job-ends.ts';
import { useNavigationEffects, useTabTitleAndIcon } from './use-navigation-effects.ts';
import { useShortcuts } from './use-shortcuts.ts';

const ShortcutList = lazy(() => import('./ShortcutList.tsx'));
const Tour = lazy(() => import('./Tour.tsx'));

/** What stands around every page. */
export function Shell() {
  useTabTitleAndIcon(useJobEnds());
  useNavigationEffects();
  useShortcuts();
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
        <ConnectionBanner />
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

/** Shows the page once the service can answer it, else what is missing. The settings are always there. */
function ServiceGate({ children }: { children: ReactNode }) {
  const state = useServiceState();
  const isSettings = useLocation().pathname === paths.settings();
  if (isSettings) return children;
  if (state === 'key') return <KeyRequest />;
  if (state === 'loading') return <LoadProgress />;
  return children;
}

/** At the foot of what is printed: where it is from, so that it can be looked up again, and when. Nothing on screen. */
function PrintNote() {
  return useIsPrinting() ? <Note /> : null;
}

function Note() {
  const printedAt = epochSecondsToDate(useNow()).toISOString();
  return (
    <footer className="border-t border-border-strong px-3 pt-2 text-sm">
      <p className="break-all">{location.href}</p>
      <p>Sightline, printed {printedAt.slice(0, 16).replace('T', ' ')} UTC</p>
    </footer>
  );
}

/** Stands where the first page will be while its code is on the way. */
export function PageLoading() {
  return (
    <div aria-busy="true" className="p-4">
      <Skeleton shape="text" count={3} />
    </div>
  );
}

/** A page that could not be opened: its code did not arrive (a new version was installed meanwhile), or it has a defect. */
export function RouteFailure() {
  const error = useRouteError();
  return (
    <div className="mx-auto w-full max-w-3xl p-4">
      <h1 className="mb-3 text-xl font-semibold">This page could not be opened</h1>
      <EmptyState
        kind="failed"
        action={
          <Button onClick={() => location.reload()}>
            <RetryIcon />
            Load it again
          </Button>
        }
      >
        <p>{error instanceof Error ? error.message : 'Something unexpected was thrown.'}</p>
        <p>If a new version was installed since this tab was opened, loading again brings it.</p>
      </EmptyState>
    </div>
  );
}
