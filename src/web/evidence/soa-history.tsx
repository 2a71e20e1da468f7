import type { PadnsRecord } from '#contract/generated/types.gen.ts';
import { nameServerOf } from '#model/indicator-of.ts';
import { withDay } from '#web/api/query.ts';
import { recordFacts } from '#web/exports/row-facts.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { paged } from '#web/kit/panel/panel-source.tsx';
import { countColumn, indicatorColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';

const fields = ['primary', 'contact', 'serial', 'refresh', 'retry', 'expire', 'minimum'] as const;
type Field = (typeof fields)[number];

/** A value of the record data; undefined in records with the primary server only, such as those of imported logs. */
const valueOf = (field: Field) => (record: PadnsRecord) => record.answer?.trim().split(/\s+/)[fields.indexOf(field)];
const seconds = (field: Field, header: string) =>
  countColumn<PadnsRecord>(field, header, {
    size: 96,
    accessorFn: (record) => {
      const value = Number(valueOf(field)(record));
      return Number.isNaN(value) ? undefined : value;
    },
    meta: { isHidden: true, description: 'Seconds' },
  });

/** E1 soa: the SOA records of the zone with the times they were seen. Zones of one operator often share the contact. */
export const SoaHistory = defineEvidence(
  paged(({ value }: Entity, { asOf }) =>
    withDay({ operationId: 'padnsForward', path: { qtype: 'soa', qname: value }, query: { with_metadata: 1 } }, asOf),
  ),
  {
    title: 'SOA history',
    caption: ({ value }) => `SOA records of ${value}`,
    rows: ({ records }) => records,
    empty: 'No SOA record of this name was seen. A host name has none of its own: open its registered domain.',
    unknown: 'The answer does not include records, so SOA records are unknown.',
    columns: [
      textColumn<PadnsRecord>('serial', 'Serial', { size: 104, accessorFn: valueOf('serial') }),
      indicatorColumn<PadnsRecord>('primary', 'Primary server', {
        size: 190,
        accessorFn: valueOf('primary'),
        meta: { indicatorOf: nameServerOf },
      }),
      textColumn<PadnsRecord>('contact', 'Contact', {
        size: 200,
        accessorFn: valueOf('contact'),
        meta: { description: 'Mail address of the zone; the first dot means @' },
      }),
      timeColumn<PadnsRecord>('first_seen', 'First seen'),
      timeColumn<PadnsRecord>('last_seen', 'Last seen'),
      countColumn<PadnsRecord>('count', 'Count', {
        size: 88,
        meta: { isHidden: true, description: 'How often the record was observed' },
      }),
      seconds('refresh', 'Refresh'),
      seconds('retry', 'Retry'),
      seconds('expire', 'Expire'),
      seconds('minimum', 'Negative TTL'),
      indicatorColumn<PadnsRecord>('query', 'Zone', { meta: { isHidden: true } }),
      textColumn<PadnsRecord>('soahash', 'SOA hash', { size: 280, meta: { isHidden: true } }),
    ],
    rowKey: ({ query, answer }) => `${query} ${answer}`,
    expectedRows: 4,
    footer: (_props, { asOf }) => (asOf === null ? 'Every SOA record ever seen, the latest first.' : `As of ${asOf}.`),
    urlPrefix: 'soa.',
    exports: { view: 'soa-history', subject: ({ value }) => value, facts: (record) => recordFacts(record) },
  },
);
