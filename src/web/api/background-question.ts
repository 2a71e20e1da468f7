import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { jobIdOf } from './ask-to-end.ts';

/**
 * The question as it is, but one that is to run in the background at once (`prefer=job_id`) is not given up with the view that
 * asked it: left before the service has named its job, it is followed all the same.
 */
export function keptInBackground<E extends { response?: unknown }, F, K extends QueryKey>(
  options: UseQueryOptions<E, F, E, K>,
  follow: (jobId: string) => void,
): UseQueryOptions<E, F, E, K> {
  const { queryKey, queryFn } = options;
  const [asked] = (queryKey ?? []) as readonly { readonly query?: { readonly prefer?: string } }[];
  if (typeof queryFn !== 'function' || asked?.query?.prefer !== 'job_id') return options;
  return {
    ...options,
    queryFn: async ({ client, queryKey: key, meta }) => {
      // its own signal is not touched: whoever takes it has the request ended with the view
      const answer = await queryFn({ client, queryKey: key, meta, signal: new AbortController().signal });
      const jobId = jobIdOf(answer);
      if (jobId !== undefined) follow(jobId);
      return answer;
    },
  };
}
