import type { AsnLookupData, AsnName } from '#contract/generated/types.gen.ts';
import { asnFacts } from '#web/exports/row-facts.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { paged } from '#web/kit/panel/panel-source.tsx';
import { indicatorColumn, textColumn } from '#web/kit/records/record-columns.tsx';

interface AsNamesProps {
  readonly title: string;
  readonly query: NonNullable<AsnLookupData['query']>;
}

/** AS names and numbers that match: F2. */
export const AsNamesPanel = defineEvidence(
  // F2: what a page holds unless the question says otherwise
  paged(({ query }: AsNamesProps) => ({ operationId: 'asnLookup', query }), { pageRows: 10_000 }),
  {
    title: ({ title }) => title,
    rows: ({ records }) => records,
    empty: 'No AS in the collection matches this name or number.',
    columns: [
      indicatorColumn<AsnName>('asn', 'AS number', {
        size: 140,
        meta: { indicatorOf: (value) => ({ kind: 'asn', value }) },
      }),
      textColumn<AsnName>('asname', 'Name', { size: 480 }),
    ],
    rowKey: ({ asn }) => String(asn),
    expectedRows: 12,
    urlPrefix: 't.',
    exports: {
      view: 'as-names',
      subject: ({ query }) => Object.values(query).join(' '),
      facts: ({ asn, asname }) => asnFacts(asn, asname),
    },
  },
);
