import { createParser, useQueryStates } from 'nuqs';
import type { BulkAddressHistoryRecord, Ipv4HistoryBulkAnswer } from '#contract/generated/types.gen.ts';
import { formatAsn } from '#model/asn.ts';
import { epochSecondsToIsoDate, isoDateToDayInt, SECONDS_PER_DAY } from '#model/dates.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { AsnLink, IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import type { Entity } from '#web/kit/subject/entity.ts';
import { useImpliedTime } from '#web/kit/time/implied-times.ts';
import { useNow } from '#web/kit/time/use-now.ts';
import { DayField } from '#web/kit/ui/DayField.tsx';
import { readAsOf, useAsOf } from '#web/url/as-of.ts';

type Subject = Pick<Entity, 'value'>;

/** A10: who announced the address on two days, in one request. */
export const CompareTwoDates = defineCard(
  { useSource: useTwoDays },
  {
    title: 'Compare two dates',
    caption: ({ value }: Subject) => `Two days of ${value}`,
    read: twoDaysState,
    show: (records) => (
      <>
        <p className="mb-2 text-md">{changeBetween(records)}</p>
        <Days records={records} />
      </>
    ),
    Controls: DayFields,
    expectedRows: 4,
  },
);

const dayParser = createParser({ parse: (text) => readAsOf(text), serialize: (day: string) => day });
const parsers = { 'days.from': dayParser, 'days.to': dayParser };
const defaultDistanceDays = 90;

/** The two days of the URL; 90 days ago and today by default. */
function useDays() {
  const [asOf] = useAsOf();
  const [chosen, choose] = useQueryStates(parsers, { history: 'replace' });
  const now = useNow();
  const dayAgo = (days: number) => epochSecondsToIsoDate(now - days * SECONDS_PER_DAY);
  const from = chosen['days.from'] ?? asOf ?? dayAgo(defaultDistanceDays);
  const to = chosen['days.to'] ?? dayAgo(0);
  useImpliedTime('days.from', from);
  useImpliedTime('days.to', to);
  return { from, to, choose };
}

function useTwoDays({ props: { value }, title }: { readonly props: Subject; readonly title: string }) {
  const { from, to } = useDays();
  const body = { ips: [value], dates: [from, to].map((day) => isoDateToDayInt(day) ?? 0) };
  return { answer: useAnswer({ operationId: 'ipv4HistoryBulk', body }, { title }) };
}

function DayFields() {
  const { from, to, choose } = useDays();
  const dayField = (label: string, name: keyof typeof parsers, day: string) => (
    <DayField
      label={label}
      isLabelHidden
      value={day}
      read={readAsOf}
      onChange={(text) => void choose({ [name]: text })}
      className="w-32"
    />
  );
  return (
    <span className="flex flex-wrap gap-1.5">
      {dayField('First day', 'days.from', from)}
      {dayField('Second day', 'days.to', to)}
    </span>
  );
}

function Days({ records: [first, second] }: { readonly records: DayRecords }) {
  const { from, to } = useDays();
  return (
    <dl className="grid grid-cols-[fit-content(40%)_minmax(0,1fr)] gap-x-4 gap-y-1">
      <DayLine day={from} record={first} />
      <DayLine day={to} record={second} />
    </dl>
  );
}

function DayLine({ day, record }: { readonly day: string; readonly record: BulkAddressHistoryRecord }) {
  return (
    <>
      <dt className="text-muted tabular-nums">{day}</dt>
      <dd className="flex flex-wrap gap-x-3">
        {record.error === undefined ? (
          <AsnLink asn={record.asn} name={record.asname} />
        ) : (
          <span className="text-faint">none on record</span>
        )}
        {record.subnet && <IndicatorLink kind="subnet" value={record.subnet} />}
      </dd>
    </>
  );
}

type DayRecords = readonly [then: BulkAddressHistoryRecord, now: BulkAddressHistoryRecord];

/** A10 for one address and two days: one list for each day, with one record in it. */
export function twoDaysState({ ip2asn = [] }: Ipv4HistoryBulkAnswer): PanelState<DayRecords> {
  const [[first] = [], [second] = []] = ip2asn;
  if (!first || !second) return { is: 'unknown', message: 'The answer does not hold both days.' };
  if (first.error !== undefined && second.error !== undefined)
    return {
      is: 'unknown',
      message: 'No announcement of this address is on record for either day.',
    };
  return { is: 'data', data: [first, second] };
}

/** What changed between the two days, in a sentence. A day before the first data has an error as well. */
export function changeBetween([first, second]: DayRecords): string {
  if (first.error !== undefined) return 'No announcement is on record for the first day.';
  if (second.error !== undefined) return 'No announcement is on record for the second day.';
  if (first.asn !== second.asn) return `It moved from ${formatAsn(first.asn ?? 0)} to ${formatAsn(second.asn ?? 0)}.`;
  if (first.subnet !== second.subnet) return 'The same AS announced it in another prefix.';
  return 'The same AS announced it in the same prefix on both days.';
}
