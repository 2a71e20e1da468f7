import type { AddressHistoryRecord, Ipv4HistoryAnswer } from '#contract/generated/types.gen.ts';
import { formatAsn } from '#model/asn.ts';
import { dateToEpochSeconds, daysBetween, isoDateToDate, lastDaysOf, SECONDS_PER_DAY } from '#model/dates.ts';
import { formatNumber } from '#model/format.ts';
import { withDay } from '#web/api/query.ts';
import { DiversityTimeline } from '#web/charts/DiversityTimeline.tsx';
import type { TimelineItem } from '#web/charts/timeline-layout.ts';
import { announcedFacts } from '#web/exports/row-facts.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import { countColumn, indicatorColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';

/** A13: the AS and prefix that announced the address, by day; or on the “as of” day. */
export const OriginAsHistory = defineEvidence(
  asked(({ value }: Pick<Entity, 'value'>, { asOf, choice }) =>
    withDay(
      {
        operationId: 'ipv4History',
        path: { ipv4: value },
        query: asOf === null ? { window: lastDaysOf(choice, new Date()) } : {},
      },
      asOf,
    ),
  ),
  {
    title: (_subject, { asOf }) => (asOf === null ? 'Origin AS history' : `Origin AS on ${asOf}`),
    caption: ({ value }) => `Announcements of ${value}`,
    choice: {
      parameter: 'window',
      label: 'Days back',
      choices: [30, 90, 365, 1000].map((days) => ({ value: String(days), label: `${formatNumber(days)} days` })),
      defaultValue: '365',
      isForTodayOnly: true,
      isPeriod: true,
    },
    rows: announcements,
    unknown: 'No announcement of this address is on record for that time.',
    empty: 'No AS announced this address in that time.',
    columns: [
      timeColumn<AddressHistoryRecord>('first', 'First day', { size: 120 }),
      timeColumn<AddressHistoryRecord>('last', 'Last day', { size: 120 }),
      countColumn<AddressHistoryRecord>('days', 'Days', { size: 80, accessorFn: daysOfSpan }),
      indicatorColumn<AddressHistoryRecord>('asn', 'AS', {
        size: 110,
        meta: { indicatorOf: (value) => ({ kind: 'asn', value }) },
      }),
      textColumn<AddressHistoryRecord>('asname', 'AS name', { size: 320 }),
      indicatorColumn<AddressHistoryRecord>('subnet', 'Prefix'),
    ],
    rowKey: spanKey,
    Chart: ({ rows, subject, highlighted, onHighlight }) => (
      <DiversityTimeline
        label={`Announcements of ${subject.value}`}
        urlPrefix="h."
        items={timelineItems(rows)}
        words={{ item: ['announcement', 'announcements'], group: ['AS', 'ASes'] }}
        highlightedKey={highlighted}
        onHighlight={onHighlight}
      />
    ),
    expectedRows: 12,
    footer: (_subject, { asOf }) =>
      asOf === null
        ? 'Uses the longest matching prefix of each day. Days without an announcement are left out.'
        : 'Uses the “as of” day from the header.',
    urlPrefix: 'h.',
    exports: {
      view: 'address-history',
      subject: ({ value }) => value,
      // the facts hold for the address as well as for its prefix
      facts: ({ subnet, asn, asname, first, last }, { value }) =>
        [value, subnet].flatMap((address) => announcedFacts({ address, asn, asname }, { first, last })),
    },
  },
);

function spanKey({ first, asn, subnet }: AddressHistoryRecord): string {
  return `${first} ${asn} ${subnet}`;
}

/** The spans of the answer. "Nothing known" is one record with an error or, with some deployments, an error alone. */
export function announcements({ records }: Ipv4HistoryAnswer): readonly AddressHistoryRecord[] | undefined {
  return Array.isArray(records) && records[0]?.error === undefined ? records : undefined;
}

/** Whole days of a span, its first and last day included; null when one of them is missing. */
export function daysOfSpan({ first, last }: AddressHistoryRecord): number | null {
  const [from, to] = [isoDateToDate(first ?? ''), isoDateToDate(last ?? '')];
  return from && to ? daysBetween(from, to) + 1 : null;
}

/** The spans as bars: one row per prefix, coloured by AS. A span without days is left out. */
export function timelineItems(records: readonly AddressHistoryRecord[]): readonly TimelineItem[] {
  return records.flatMap(({ first = '', last = '', asn, asname = '', subnet = '' }): TimelineItem[] => {
    const [from, to] = [isoDateToDate(first), isoDateToDate(last)];
    if (!from || !to) return [];
    const start = dateToEpochSeconds(from);
    // a bar includes its last day, and ends on it: its times are written as days
    const end = dateToEpochSeconds(to) + SECONDS_PER_DAY - 1;
    return [
      {
        key: spanKey({ first, asn, subnet }),
        label: subnet,
        group: formatAsn(asn ?? 0),
        groupLabel: asname,
        start,
        end,
      },
    ];
  });
}
