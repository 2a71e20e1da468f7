import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { PageLoading } from '#web/layouts/PageLoading.tsx';
import { RouteFailure } from '#web/layouts/RouteFailure.tsx';
import { Shell } from '#web/layouts/Shell.tsx';
import { keepAsOf } from '#web/url/as-of.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

/** A page module: its component as default export, its title as `handle`. */
interface PageModule {
  readonly default: ComponentType;
  readonly handle: RouteHandle;
}

/** A view that is loaded when it is first opened; the shell is on screen meanwhile. */
function page(path: string, load: () => Promise<PageModule>): RouteObject {
  return {
    path,
    hydrateFallbackElement: <PageLoading />,
    lazy: async () => {
      const { default: Component, handle } = await load();
      return { Component, handle };
    },
  };
}

/** Every URL of the dashboard. url/paths.ts builds them; routes.spec.ts holds the two together. */
export const routes: RouteObject[] = [
  {
    Component: Shell,
    ErrorBoundary: RouteFailure,
    middleware: [keepAsOf],
    children: [
      {
        ErrorBoundary: RouteFailure,
        children: [page('*', () => import('#web/pages/not-found/NotFoundPage.tsx'))],
      },
    ],
  },
];
