import type { UseQueryOptions } from '@tanstack/react-query';
import {
  padnsBothOptions,
  padnsForwardOptions,
  padnsReverseOptions,
  padnsUnsanctionedOptions,
} from '#contract/generated/@tanstack/react-query.gen.ts';
import type {
  PadnsBothData,
  PadnsForwardData,
  PadnsForwardError,
  PadnsForwardResponse,
  PadnsReverseData,
  PadnsUnsanctionedData,
} from '#contract/generated/types.gen.ts';
import type { PageQuery } from '#web/components/use-paged-answer.ts';

interface Call<Operation extends string, Data extends { path: object; query?: object }> {
  readonly operationId: Operation;
  readonly path: Data['path'];
  readonly query?: NonNullable<Data['query']>;
}

/** A passive DNS look-up that answers records: E1 to E4. `limit` is the size of a page, `skip` where the first one begins. */
export type PadnsCall =
  | Call<'padnsForward', PadnsForwardData>
  | Call<'padnsReverse', PadnsReverseData>
  | Call<'padnsBoth', PadnsBothData>
  | Call<'padnsUnsanctioned', PadnsUnsanctionedData>;

/** The call for one page. */
export function padnsPage(call: PadnsCall, page: PageQuery): PadnsCall {
  // with_metadata tells how many records there are at least
  const query = { with_metadata: 1, ...call.query, ...page } as const;
  return { ...call, query } as PadnsCall;
}

type PadnsOptions = UseQueryOptions<PadnsForwardResponse, PadnsForwardError, PadnsForwardResponse>;

/** The operations answer alike (E4 with two fields more), so what follows need not tell them apart. */
export function padnsOptions(call: PadnsCall): PadnsOptions {
  return optionsOf(call) as unknown as PadnsOptions;
}

function optionsOf(call: PadnsCall) {
  switch (call.operationId) {
    case 'padnsForward':
      return padnsForwardOptions(call);
    case 'padnsReverse':
      return padnsReverseOptions(call);
    case 'padnsBoth':
      return padnsBothOptions(call);
    case 'padnsUnsanctioned':
      return padnsUnsanctionedOptions(call);
  }
}
