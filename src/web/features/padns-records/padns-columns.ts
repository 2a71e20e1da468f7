import type { Question } from '#web/api/question.ts';
import { answerIndicator, queryIndicator, type Indicator } from '#model/indicator-of.ts';
import { datedRelation, recordRelation } from '#model/record-relation.ts';
import { countColumn, indicatorColumn, textColumn, timeColumn } from '#web/components/records/record-columns.tsx';
import type { Column } from '#web/table/column.ts';
import type { PadnsRow } from './padns-row.ts';

/** A passive DNS look-up that answers records: E1 to E4. `limit` is the size of a page, `skip` where the first one begins. */
export type PadnsQuestion =
  | Question<'padnsForward'>
  | Question<'padnsReverse'>
  | Question<'padnsBoth'>
  | Question<'padnsUnsanctioned'>;

/** The columns of passive DNS records; the ids are the fields of the interface, which also makes them exportable as COF. */
const padnsColumns = [
  indicatorColumn<PadnsRow>('query', 'Name (rrname)', {
    width: 260,
    indicator: (value, row) => queryIndicator(row.type, value),
    why: ({ type, last_seen }) => datedRelation(recordRelation(type, 'query'), last_seen),
  }),
  textColumn<PadnsRow>('type', 'Type', { width: 72 }),
  indicatorColumn<PadnsRow>('answer', 'Answer (rdata)', {
    width: 300,
    indicator: (value, row) => answerIndicator(row.type, value),
    why: ({ type, last_seen }) => datedRelation(recordRelation(type, 'answer'), last_seen),
  }),
  timeColumn<PadnsRow>('first_seen', 'First seen'),
  timeColumn<PadnsRow>('last_seen', 'Last seen'),
  countColumn<PadnsRow>('count', 'Count', { width: 88, description: 'How often the record was observed' }),
  textColumn<PadnsRow>('sources', 'Source', {
    width: 110,
    description: 'Where the record was observed: in imported logs, by live look-ups, in the sample collection',
  }),
  countColumn<PadnsRow>('ttl', 'TTL', { width: 88, hidden: true, description: 'Seconds' }),
  indicatorColumn<PadnsRow>('hash', 'Set hash', {
    width: 280,
    hidden: true,
    description: 'The hash of the whole set of answers: equal sets have equal hashes',
    indicator: (value, row) => hashIndicator(value, row.type),
  }),
];

/** The columns of a look-up's records. */
export function columnsOf(operationId: PadnsQuestion['operationId']): readonly Column<PadnsRow>[] {
  return operationId === 'padnsUnsanctioned' ? unsanctionedColumns : padnsColumns;
}

/** E4: whose name it is and who announces the address, beside what every record has; every answer is an address. */
const unsanctionedColumns = padnsColumns
  .filter(({ id }) => id !== 'ttl' && id !== 'hash')
  .flatMap((column) =>
    column.id === 'answer'
      ? [{ ...column, width: 150 }, asnColumn()]
      : column.id === 'query'
        ? [{ ...column, width: 320 }]
        : [column],
  )
  .concat(indicatorColumn<PadnsRow>('domain', 'Domain', { width: 240 }));

function asnColumn(): Column<PadnsRow> {
  return indicatorColumn<PadnsRow>('asn', 'AS', { width: 96, indicator: (value) => ({ kind: 'asn', value }) });
}

/** Names with the same set are found by its hash (E2); SOA and TXT sets have no view of their own. */
function hashIndicator(value: string, type: string): Indicator | null {
  if (type === 'NS') return { kind: 'nshash', value };
  return type === 'MX' ? { kind: 'mxhash', value } : null;
}
