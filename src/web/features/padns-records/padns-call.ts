import type { UseQueryOptions } from '@tanstack/react-query';
import { padnsForwardOptions, padnsReverseOptions } from '#contract/generated/@tanstack/react-query.gen.ts';
import type {
  PadnsForwardData,
  PadnsForwardError,
  PadnsForwardResponse,
  PadnsReverseData,
} from '#contract/generated/types.gen.ts';

/** A passive DNS look-up that answers records: E1 or E2. `limit` is the size of a page, `skip` where the first one begins. */
export type PadnsCall =
  | {
      readonly operationId: 'padnsForward';
      readonly path: PadnsForwardData['path'];
      readonly query?: PadnsForwardData['query'];
    }
  | {
      readonly operationId: 'padnsReverse';
      readonly path: PadnsReverseData['path'];
      readonly query?: PadnsReverseData['query'];
    };

/** The call for one page, `skip` rows after the first. */
export function padnsPage(call: PadnsCall, limit: number, skip: number): PadnsCall {
  // with_metadata tells how many records there are at least
  const query = { with_metadata: 1, ...call.query, limit, skip: (call.query?.skip ?? 0) + skip } as const;
  return { ...call, query } as PadnsCall;
}

/** Both operations answer alike, so what follows need not tell them apart. */
export function padnsOptions(
  call: PadnsCall,
): UseQueryOptions<PadnsForwardResponse, PadnsForwardError, PadnsForwardResponse> {
  const options = call.operationId === 'padnsForward' ? padnsForwardOptions(call) : padnsReverseOptions(call);
  return options as UseQueryOptions<PadnsForwardResponse, PadnsForwardError, PadnsForwardResponse>;
}
