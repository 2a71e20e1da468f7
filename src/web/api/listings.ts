import type { QueryClient } from '@tanstack/react-query';
import type { Ipv4Record } from '#contract/generated/types.gen.ts';
import { askRecord } from './bulk-records.ts';
import { connection } from './connection.ts';
import { eachOptions } from './use-each.ts';

/** The listings of subjects, and the AS of addresses, in batches (A9, B4, C4). A subject missing from the answer could not be looked up. */
export async function fetchListings(
  client: QueryClient,
  kind: keyof typeof askRecord,
  values: readonly string[],
): Promise<ReadonlyMap<string, Pick<Ipv4Record, 'listings' | 'asn'>>> {
  if (values.length === 0) return new Map();
  return client.fetchQuery(
    eachOptions(`listings ${kind}`, values, (each, value) =>
      each.fetchQuery({
        queryKey: ['listings', connection().baseUrl, kind, value],
        queryFn: async () => {
          const record = await askRecord[kind](value);
          if (!record) throw new Error('no answer');
          return record;
        },
        retry: false,
      }),
    ),
  );
}
