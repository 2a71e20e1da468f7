import type { UseQueryOptions } from '@tanstack/react-query';
import { padnsForwardOptions, padnsReverseOptions } from '#contract/generated/@tanstack/react-query.gen.ts';
import type {
  PadnsForwardData,
  PadnsForwardError,
  PadnsForwardResponse,
  PadnsReverseData,
} from '#contract/generated/types.gen.ts';

/** A passive DNS look-up that answers records: E1 or E2. Paging is the panel's business. */
export type PadnsCall =
  | {
      readonly operationId: 'padnsForward';
      readonly path: PadnsForwardData['path'];
      readonly query?: Omit<NonNullable<PadnsForwardData['query']>, Paged>;
    }
  | {
      readonly operationId: 'padnsReverse';
      readonly path: PadnsReverseData['path'];
      readonly query?: Omit<NonNullable<PadnsReverseData['query']>, Paged>;
    };

type Paged = 'limit' | 'skip' | 'with_metadata' | 'output_format' | 'prefer';

/** One page of the look-up. Both operations answer alike, so what follows need not tell them apart. */
export function padnsPageOptions(
  call: PadnsCall,
  page: { readonly limit: number; readonly skip: number },
): UseQueryOptions<PadnsForwardResponse, PadnsForwardError, PadnsForwardResponse> {
  // with_metadata tells how many records there are at least
  const paged = { ...page, with_metadata: 1 } as const;
  const options =
    call.operationId === 'padnsForward'
      ? padnsForwardOptions({ path: call.path, query: { ...call.query, ...paged } })
      : padnsReverseOptions({ path: call.path, query: { ...call.query, ...paged } });
  return options as UseQueryOptions<PadnsForwardResponse, PadnsForwardError, PadnsForwardResponse>;
}
