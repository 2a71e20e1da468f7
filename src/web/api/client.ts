import { QueryClient } from '@tanstack/react-query';
import { client } from '#contract/generated/client.gen.ts';
import { connection, onConnectionChange, onConnectionFromOtherTab } from './connection.ts';
import { ApiFailure, toFailure } from './failure.ts';
import { readAnswer, unreadable } from './read-answer.ts';
import { noteAnswer, noteFailure } from './service-state.ts';

/** Configures the API client: base URL and key from the connection, failures as ApiFailure. Called once, at the entry. */
export function configureClient(): void {
  const apply = () => client.setConfig({ baseUrl: connection().baseUrl });
  apply();
  onConnectionChange(apply);
  client.interceptors.request.use((request, options) => {
    options.responseTransformer = (envelope) => readAnswer(`${options.method} ${options.url}`, envelope);
    const { apiKey } = connection();
    if (apiKey) request.headers.set('X-API-KEY', apiKey);
    askedAt.set(request, performance.now());
    return request;
  });
  client.interceptors.response.use((response, request) => {
    if (!response.ok) return response;
    if (!isJson(response))
      throw unreadable('The answer is a web page, not data: a sign-in page or a proxy may be in between.', undefined);
    noteAnswer(askedAt.get(request) ?? performance.now());
    return response;
  });
  // Only one error interceptor works: the client gives each one the raw error and uses the return value of the last.
  client.interceptors.error.use((error, response, request, options) => {
    if (request?.signal.aborted) return error; // the view was closed
    const failure = toFailure(error, response, options.url);
    noteFailure(failure);
    return failure;
  });
}

const askedAt = new WeakMap<Request, number>();

function isJson(response: Response): boolean {
  return /\bjson\b/i.test(response.headers.get('content-type') ?? 'json');
}

/** An answer younger than this is not requested again. */
export const staleMilliseconds = 5 * 60_000;

/** The server cache. Temporary errors are retried; errors that the analyst must fix are not. */
export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleMilliseconds,
        gcTime: 30 * 60_000,
        refetchOnWindowFocus: false,
        // the service may run on this machine, and a request that waits for a network would look slow
        networkMode: 'always',
        retry: (count, error) => count < 2 && mayHeal(error),
        retryDelay: (count, error) => retryDelayMilliseconds(count, error),
      },
    },
  });
  // cached answers for another key or of another service are invalid
  onConnectionFromOtherTab(() => void queryClient.resetQueries());
  return queryClient;
}

function mayHeal(error: unknown): boolean {
  return (
    error instanceof ApiFailure &&
    ['offline', 'limit', 'service', 'loading'].includes(error.kind) &&
    error.status !== 500 &&
    // each retry is a paid call
    !error.code.startsWith('upstream_')
  );
}

function retryDelayMilliseconds(count: number, error: unknown): number {
  const asked = error instanceof ApiFailure ? error.retryAfterSeconds : undefined;
  return asked === undefined ? 1000 * 2 ** count : Math.min(asked, 30) * 1000;
}
