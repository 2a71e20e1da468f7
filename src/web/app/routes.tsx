import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { type LoaderFunction, type LoaderFunctionArgs, Navigate, type RouteObject } from 'react-router';
import { headerQuestionAt } from '#web/api/header-questions.ts';
import { arrive, prefetchAnswer } from '#web/api/prefetch.ts';
import type { AnyQuery } from '#web/api/query.ts';
import { PageLoading, RouteFailure, Shell } from './Shell.tsx';
import { keepAsOf } from '#web/url/as-of.ts';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

/** A page module, `src/web/pages/<name>/route.tsx`. */
interface PageModule {
  readonly Component: ComponentType;
  readonly handle: RouteHandle;
  readonly loader?: LoaderFunction;
}

/** A view that is loaded when first opened; the shell shows meanwhile. */
function page(path: string, load: () => Promise<PageModule>): RouteObject {
  return {
    path,
    hydrateFallbackElement: <PageLoading />,
    lazy: async () => {
      const { Component, handle, loader } = await arrive(load);
      return { Component, handle, ...(loader && { loader }) };
    },
  };
}

/** Every URL of the dashboard. url/paths.ts builds them; routes.spec.ts compares the two. */
export function routes(queryClient: QueryClient): RouteObject[] {
  /** The page of a subject. The request of its header runs while the page's code loads. */
  const subjectPage = (
    path: string,
    load: () => Promise<PageModule>,
    questionAt: (parameters: LoaderFunctionArgs['params']) => AnyQuery | null,
  ): RouteObject => ({
    ...page(path, load),
    loader: ({ params }) => {
      const question = questionAt(params);
      if (question) prefetchAnswer(queryClient, question);
      return null;
    },
    // switching between tabs of the same subject needs no request
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
  });
  return [
    {
      Component: Shell,
      ErrorBoundary: RouteFailure,
      middleware: [keepAsOf],
      children: [
        {
          ErrorBoundary: RouteFailure,
          children: [
            page('/', () => import('#web/pages/home/route.tsx')),
            subjectPage('/ip/:ip', () => import('#web/pages/ip/route.tsx'), headerQuestionAt.ip),
            subjectPage(
              '/subnet/:address/:length',
              () => import('#web/pages/subnet/route.tsx'),
              headerQuestionAt.subnet,
            ),
            subjectPage('/asn/:asn', () => import('#web/pages/asn/route.tsx'), headerQuestionAt.asn),
            subjectPage(
              '/ns/:nameserver',
              () => import('#web/pages/name-server/route.tsx'),
              headerQuestionAt.nameServer,
            ),
            subjectPage('/domain/:domain', () => import('#web/pages/domain/route.tsx'), headerQuestionAt.domain),
            page('/search/padns', () => import('#web/pages/search-padns/route.tsx')),
            page('/search/scans', () => import('#web/pages/search-scans/route.tsx')),
            page('/search/certificates', () => import('#web/pages/search-certificates/route.tsx')),
            page('/search/transfers', () => import('#web/pages/search-transfers/route.tsx')),
            page('/search/diversity', () => import('#web/pages/search-diversity/route.tsx')),
            page('/search/connections', () => import('#web/pages/connections/route.tsx')),
            page('/connections/:type/:subject', () => import('#web/pages/campaign/route.tsx')),
            page('/search/asn', () => import('#web/pages/search-asn/route.tsx')),
            { path: '/rankings', element: <Navigate replace to={paths.rankings('asn')} /> },
            page('/rankings/:kind', () => import('#web/pages/rankings/route.tsx')),
            page('/findings', () => import('#web/pages/findings/route.tsx')),
            page('/quality', () => import('#web/pages/quality/route.tsx')),
            page('/retro-hunt', () => import('#web/pages/retro-hunt/route.tsx')),
            page('/watches', () => import('#web/pages/watches/route.tsx')),
            page('/compare', () => import('#web/pages/compare/route.tsx')),
            page('/bulk', () => import('#web/pages/bulk/route.tsx')),
            page('/judgements', () => import('#web/pages/judgements/route.tsx')),
            page('/audit', () => import('#web/pages/audit/route.tsx')),
            page('/investigation', () => import('#web/pages/investigation/route.tsx')),
            page('/api', () => import('#web/pages/api/route.tsx')),
            page('/jobs', () => import('#web/pages/jobs/route.tsx')),
            page('/jobs/:id', () => import('#web/pages/job/route.tsx')),
            page('/sources', () => import('#web/pages/sources/route.tsx')),
            page('/feeds', () => import('#web/pages/feeds/route.tsx')),
            page('/settings', () => import('#web/pages/settings/route.tsx')),
            page('*', () => import('#web/pages/not-found/route.tsx')),
          ],
        },
      ],
    },
  ];
}
