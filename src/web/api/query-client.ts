import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './failure.ts';

const staleMilliseconds = 5 * 60_000;

/** The server cache. What may heal by itself is asked again; what the analyst must mend is not. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleMilliseconds,
        gcTime: 30 * 60_000,
        refetchOnWindowFocus: false,
        // the service may be this very machine; and a question that waits for a network would look like a slow one
        networkMode: 'always',
        retry: (count, error) => count < 2 && mayHeal(error),
        retryDelay: (count, error) => retryDelayMilliseconds(count, error),
      },
    },
  });
}

function mayHeal(error: unknown): boolean {
  return (
    error instanceof ApiFailure &&
    ['offline', 'limit', 'service', 'loading'].includes(error.kind) &&
    error.status !== 500
  );
}

function retryDelayMilliseconds(count: number, error: unknown): number {
  const asked = error instanceof ApiFailure ? error.retryAfterSeconds : undefined;
  return asked === undefined ? 1000 * 2 ** count : Math.min(asked, 30) * 1000;
}
