import { createParser, parseAsNumberLiteral, useQueryState, useQueryStates } from 'nuqs';
import { useState } from 'react';
import type {
  AddressHistoryRecord,
  BulkAddressHistoryRecord,
  Ipv4HistoryAnswer,
  Ipv4HistoryBulkAnswer,
} from '#contract/generated/types.gen.ts';
import { formatAsn } from '#model/asn.ts';
import {
  dateToEpochSeconds,
  dateToIsoDate,
  daysBetween,
  epochSecondsToDate,
  isoDateToDate,
  isoDateToDayInt,
  SECONDS_PER_DAY,
} from '#model/dates.ts';
import { formatNumber } from '#model/format.ts';
import { withDay } from '#web/api/question.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { DiversityTimeline } from '#web/charts/DiversityTimeline.tsx';
import type { TimelineItem } from '#web/charts/timeline-layout.ts';
import { type PanelState, rowsOrEmpty } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { AsnLink, IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { countColumn, indicatorColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import { RecordTable } from '#web/kit/records/RecordTable.tsx';
import { useNow } from '#web/kit/time/use-now.ts';
import { announcedFacts } from '#web/exports/row-facts.ts';
import { SelectField } from '#web/kit/ui/SelectField.tsx';
import { DayField } from '#web/kit/ui/DayField.tsx';
import { readAsOf, useAsOf } from '#web/url/as-of.ts';

const columns = [
  timeColumn<AddressHistoryRecord>('first', 'First day', { size: 120 }),
  timeColumn<AddressHistoryRecord>('last', 'Last day', { size: 120 }),
  countColumn<AddressHistoryRecord>('days', 'Days', { size: 80, accessorFn: daysOfSpan }),
  indicatorColumn<AddressHistoryRecord>('asn', 'AS', {
    size: 110,
    meta: { indicatorOf: (value) => ({ kind: 'asn', value }) },
  }),
  textColumn<AddressHistoryRecord>('asname', 'AS name', { size: 320 }),
  indicatorColumn<AddressHistoryRecord>('subnet', 'Prefix'),
];

const words = { item: ['announcement', 'announcements'], group: ['AS', 'ASes'] } as const;
/** The address and the prefix around it were announced alike. */
function historyFacts(ip: string, { subnet, asn, asname, first, last }: AddressHistoryRecord) {
  return [ip, subnet].flatMap((address) => announcedFacts({ address, asn, asname }, { first, last }));
}

const rowKey = ({ first, asn, subnet }: AddressHistoryRecord) => `${first} ${asn} ${subnet}`;
const windows = [30, 90, 365, 1000] as const;
const windowParser = parseAsNumberLiteral(windows).withDefault(365);

/** A13: who announced the address, in which prefix, on which days; or on the one day that the session looks at. */
export function AddressHistory({ ip }: { readonly ip: string }) {
  const [asOf] = useAsOf();
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const [window, setWindow] = useQueryState('window', windowParser);
  const query = asOf === null ? { window } : {};
  const question = withDay({ operationId: 'ipv4History', path: { ipv4: ip }, query }, asOf);
  const answer = useAnswer(question, { title: `Announcements of ${ip}` });
  return (
    <Panel
      title={asOf === null ? 'Origin AS history' : `Origin AS on ${asOf}`}
      answer={answer}
      read={historyState}
      actions={
        asOf === null && (
          <SelectField
            label="Days back"
            isLabelHidden
            value={String(window)}
            choices={windows.map((days) => ({ value: String(days), label: `${formatNumber(days)} days` }))}
            onChange={(value) => void setWindow(windows.find((days) => String(days) === value) ?? null)}
          />
        )
      }
      skeleton={{ shape: 'rows', count: 12 }}
      footer={
        asOf === null
          ? 'Uses the longest matching prefix of each day. Days without an announcement are left out.'
          : 'Uses the “as of” day from the header.'
      }
    >
      {(rows) => (
        <div className="flex flex-col gap-3">
          <DiversityTimeline
            label={`Announcements of ${ip}`}
            items={timelineItems(rows)}
            words={words}
            highlightedKey={highlighted}
            onHighlight={setHighlighted}
          />
          <RecordTable
            caption={`Announcements of ${ip}`}
            rows={rows}
            columns={columns}
            rowKey={rowKey}
            urlPrefix="h."
            highlightedKey={highlighted}
            onHighlight={setHighlighted}
            exportTarget={{ view: 'address-history', subject: ip, factsOf: (row) => historyFacts(ip, row) }}
          />
        </div>
      )}
    </Panel>
  );
}

const dayParser = createParser({ parse: (text) => readAsOf(text), serialize: (day: string) => day });
const parsers = { 'days.from': dayParser, 'days.to': dayParser };
const defaultDistanceDays = 90;

/** A10: who announced the address on two days, in one request. */
export function CompareDays({ ip }: { readonly ip: string }) {
  const [asOf] = useAsOf();
  const [chosen, choose] = useQueryStates(parsers, { history: 'replace' });
  const now = useNow();
  const today = dateToIsoDate(epochSecondsToDate(now));
  const to = chosen['days.to'] ?? today;
  const from =
    chosen['days.from'] ?? asOf ?? dateToIsoDate(epochSecondsToDate(now - defaultDistanceDays * SECONDS_PER_DAY));
  const body = { ips: [ip], dates: [from, to].map((day) => isoDateToDayInt(day) ?? 0) };
  const question = { operationId: 'ipv4HistoryBulk', body } as const;
  const answer = useAnswer(question, { title: `Two days of ${ip}` });
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
    <Panel
      title="Compare two dates"
      answer={answer}
      read={twoDaysState}
      skeleton={{ shape: 'text', count: 4 }}
      actions={
        <>
          {dayField('First day', 'days.from', from)}
          {dayField('Second day', 'days.to', to)}
        </>
      }
    >
      {(records) => (
        <>
          <p className="mb-2 text-md">{changeBetween(records)}</p>
          <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
            <DayLine day={from} record={records[0]} />
            <DayLine day={to} record={records[1]} />
          </dl>
        </>
      )}
    </Panel>
  );
}

function DayLine({ day, record }: { readonly day: string; readonly record: BulkAddressHistoryRecord }) {
  return (
    <>
      <dt className="text-muted tabular-nums">{day}</dt>
      <dd className="flex flex-wrap gap-x-3">
        <AsnLink asn={record.asn} name={record.asname} />
        {record.subnet && <IndicatorLink kind="subnet" value={record.subnet} />}
      </dd>
    </>
  );
}

/** A13: the spans of the answer. Nothing known is one record with an error, or with some deployments an error alone. */
export function historyState({ records }: Ipv4HistoryAnswer): PanelState<readonly AddressHistoryRecord[]> {
  if (!Array.isArray(records) || records[0]?.error !== undefined)
    return { is: 'unknown', message: 'No announcement of this address is on record for that time.' };
  return rowsOrEmpty(records, 'No AS announced this address in that time.');
}

/** Whole days of a span, its first and last day included; null when one of them is missing. */
export function daysOfSpan({ first, last }: AddressHistoryRecord): number | null {
  const [from, to] = [isoDateToDate(first ?? ''), isoDateToDate(last ?? '')];
  return from && to ? daysBetween(from, to) + 1 : null;
}

/** The spans as bars: a row for each prefix, coloured by the AS. A span without its days cannot be drawn. */
export function timelineItems(records: readonly AddressHistoryRecord[]): readonly TimelineItem[] {
  return records.flatMap(({ first = '', last = '', asn, asname = '', subnet = '' }): TimelineItem[] => {
    const [from, to] = [isoDateToDate(first), isoDateToDate(last)];
    if (!from || !to) return [];
    const start = dateToEpochSeconds(from);
    // the last day counts to its end
    const end = dateToEpochSeconds(to) + SECONDS_PER_DAY;
    return [
      { key: `${first} ${asn} ${subnet}`, label: subnet, group: formatAsn(asn ?? 0), groupLabel: asname, start, end },
    ];
  });
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

/** What changed between the two days, in a sentence. */
export function changeBetween([first, second]: DayRecords): string {
  if (first.error !== undefined) return 'Not announced on the first day, announced on the second.';
  if (second.error !== undefined) return 'Announced on the first day, not on the second.';
  if (first.asn !== second.asn) return `It moved from ${formatAsn(first.asn ?? 0)} to ${formatAsn(second.asn ?? 0)}.`;
  if (first.subnet !== second.subnet) return 'The same AS announced it in another prefix.';
  return 'The same AS announced it in the same prefix on both days.';
}
