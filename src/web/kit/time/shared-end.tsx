import { createParser, useQueryState } from 'nuqs';
import { epochSecondsToIsoDate, epochSecondsToTimestamp } from '#model/dates.ts';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import { type AnyQuery, withQuery } from '#web/api/query.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { useImpliedTime } from './implied-times.ts';

/** The URL parameter of a shared link for its end, in epoch seconds: what was first seen later is left out. */
export const endParameter = 'until';

interface UpperBound {
  readonly parameter: string;
  /** It takes days, not instants. */
  readonly isDay: boolean;
}

/** The parameter that leaves out what was first seen later, by operation. */
export const upperBoundOf: Readonly<Partial<Record<OperationId, UpperBound>>> = {
  padnsForward: { parameter: 'first_seen_before', isDay: false },
  padnsReverse: { parameter: 'first_seen_before', isDay: false },
  padnsBoth: { parameter: 'first_seen_before', isDay: false },
  padnsUnsanctioned: { parameter: 'first_seen_before', isDay: false },
  nsTransfers: { parameter: 'change_date_before', isDay: true },
  domainCertificates: { parameter: 'date_max', isDay: true },
};

/** A question up to an instant, unless it has an end or a day of its own. @param end epoch seconds; null for now */
export function withEnd<const Asked extends AnyQuery>(question: Asked, end: number | null): Asked {
  const bound = openBound(question);
  if (!bound || end === null) return question;
  return withQuery(question, {
    [bound.parameter]: bound.isDay ? epochSecondsToIsoDate(end) : String(end),
  });
}

function openBound({ operationId, query = {} }: AnyQuery): UpperBound | undefined {
  const bound = upperBoundOf[operationId];
  return bound && query[bound.parameter] === undefined && query['as_of'] === undefined ? bound : undefined;
}

const parser = createParser({
  parse: (text) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : null),
  serialize: String,
});

/** The question of a table up to the end of a shared link. A link that is shared from here gets an end: now. */
export function useEnded<const Asked extends AnyQuery>(question: Asked): Asked {
  const [end] = useQueryState(endParameter, parser);
  useImpliedTime(endParameter, openBound(question) ? '-1' : undefined);
  return withEnd(question, end);
}

/** Says that a shared link leaves out what is newer, with a button that shows it. */
export function SharedEndNote() {
  const [end, setEnd] = useQueryState(endParameter, parser);
  if (end === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-l-2 border-warning/60 pl-3">
      <p className="max-w-prose">
        Shared link: tables leave out what was first seen after {epochSecondsToTimestamp(end)} UTC.
      </p>
      <Button size="sm" onClick={() => void setEnd(null)}>
        Show everything
      </Button>
    </div>
  );
}
