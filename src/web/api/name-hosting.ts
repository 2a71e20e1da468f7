import { queryOptions } from '@tanstack/react-query';
import type { HostedName } from '#contract/generated/types.gen.ts';
import { connection } from './connection.ts';
import { ApiFailure } from './failure.ts';
import { createBatcher } from './indicator-score.ts';
import { fetchAnswer } from './question.ts';
import { useEach } from './use-each.ts';

const askHosting = createBatcher<HostedName>({
  isFaultOfOne: (error) => error instanceof ApiFailure && error.kind === 'input',
  askMany: async (domains) => {
    const { response } = await fetchAnswer({ operationId: 'hosting', body: { domains: [...domains] } });
    return new Map((response.names ?? []).map((name) => [name.domain ?? '', name]));
  },
});

function nameHostingOptions(domain: string) {
  return queryOptions({
    queryKey: ['nameHosting', connection().baseUrl, domain],
    queryFn: async () => (await askHosting(domain)) ?? {},
  });
}

/** Where names are hosted now, in batches. One that is missing was not answered (yet). @param domains memoized */
export function useNameHosting(domains: readonly string[]): {
  readonly hosting: ReadonlyMap<string, HostedName>;
  readonly isAsking: boolean;
} {
  const { answers, isAsking } = useEach('nameHostings', domains, (client, domain) =>
    client.ensureQueryData(nameHostingOptions(domain)),
  );
  return { hosting: answers, isAsking };
}
