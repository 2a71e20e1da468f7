import type { PadnsAnswer } from '#contract/generated/types.gen.ts';
import type { KeptJob } from '#web/components/use-kept-job.ts';
import { usePagedAnswer } from '#web/components/use-paged-answer.ts';
import { useAsOf } from '#web/url/as-of.ts';
import { padnsOptions, padnsPage, type PadnsCall } from './padns-call.ts';
import { padnsRow, type PadnsRow } from './padns-row.ts';

/** The records of a look-up, page by page, for the day the session looks at unless the look-up names one itself. */
export function usePadnsRecords(asked: PadnsCall, title: string, job?: KeptJob) {
  const [sessionAsOf] = useAsOf();
  const asOf = asked.query?.as_of === undefined ? sessionAsOf : null;
  const call = { ...asked, query: { ...(asOf !== null && { as_of: asOf }), ...asked.query } } as PadnsCall;
  const { firstPage, ...paged } = usePagedAnswer({
    title,
    query: call.query,
    optionsOf: (page) => padnsOptions(padnsPage(call, page)),
    rowsOf,
    job,
  });
  return { ...paged, asOf, call: padnsPage(call, firstPage) };
}

function rowsOf(response: PadnsAnswer): readonly PadnsRow[] {
  return (response.records ?? []).map(padnsRow);
}
