import { useCallback } from 'react';
import type { PadnsAnswer } from '#contract/generated/types.gen.ts';
import type { ApiCall } from '#web/api/api-request.ts';
import { useAnswer, type Answer } from '#web/api/use-answer.ts';
import { usePages } from '#web/components/use-pages.ts';
import { useAsOf } from '#web/url/as-of.ts';
import { padnsPageOptions, type PadnsCall } from './padns-call.ts';
import { padnsRow, type PadnsRow } from './padns-row.ts';

const pageRows = 100;

/** The records of a look-up, page by page, for the day the session looks at. */
export function usePadnsRecords(asked: PadnsCall, title: string) {
  const [asOf] = useAsOf();
  const call = { ...asked, query: { ...asked.query, ...(asOf !== null && { as_of: asOf }) } } as PadnsCall;
  const optionsAt = (skip: number) => padnsPageOptions(call, { limit: pageRows, skip });
  const answer: Answer<PadnsAnswer> = useAnswer(optionsAt(0), { title });
  const rowsOf = useCallback(
    (response: PadnsAnswer): readonly PadnsRow[] => (response.records ?? []).map(padnsRow),
    [],
  );
  const pages = usePages({ answer, optionsAt, limit: pageRows, rowsOf });
  return { answer, asOf, call: { ...call, query: { ...call.query, limit: pageRows } } satisfies ApiCall, ...pages };
}
