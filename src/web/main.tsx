import { QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { configureClient, createQueryClient } from './api/client.ts';
import { adoptKeyFromAddress } from './api/connection.ts';
import { prefetchAnswer } from './api/prefetch.ts';
import { shareJobsWithTabs } from './api/followed-jobs.ts';
import { routes } from './app/routes.tsx';
import { showTitleOnTruncate } from './kit/ui/Tooltip.tsx';
import './theme.css';

adoptKeyFromAddress();
configureClient();
shareJobsWithTabs();
showTitleOnTruncate(document);

const queryClient = createQueryClient();
// stands beside the verdict of the first page
prefetchAnswer(queryClient, { operationId: 'judgements' });
const router = createBrowserRouter(routes(queryClient));
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <NuqsAdapter>
        <RouterProvider router={router} />
      </NuqsAdapter>
    </QueryClientProvider>
  </StrictMode>,
);
