import { Outlet, ScrollRestoration } from 'react-router';
import { LiveRegion } from '#web/ui/LiveRegion.tsx';
import { ToastRegion } from '#web/ui/ToastRegion.tsx';
import { Header } from './Header.tsx';
import { useDocumentTitle } from './use-document-title.ts';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';

/** What stands around every page. */
export function Shell() {
  useDocumentTitle(0);
  useFocusOnNavigation();
  return (
    <>
      <a
        href="#main"
        className="sr-only z-20 rounded-md bg-accent px-3 py-1.5 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the page
      </a>
      <Header />
      <main
        id="main"
        tabIndex={-1}
        data-focus-quiet=""
        className="mx-auto w-full max-w-[160rem] min-w-0 px-3 py-4 sm:px-4"
      >
        <Outlet />
      </main>
      <LiveRegion />
      <ToastRegion />
      <ScrollRestoration />
    </>
  );
}
