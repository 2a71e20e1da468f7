import type { AsnLookupAnswer, AsnLookupData, AsnName } from '#contract/generated/types.gen.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { rowsOrEmpty } from '#web/kit/panel/panel-state.ts';
import { indicatorColumn, textColumn } from '#web/kit/records/record-columns.tsx';
import { RecordTable } from '#web/kit/records/RecordTable.tsx';
import { asnFacts } from '#web/exports/row-facts.ts';
import { usePagedAnswer } from '#web/kit/records/use-paged-answer.ts';

const columns = [
  indicatorColumn<AsnName>('asn', 'AS number', {
    size: 140,
    meta: { indicatorOf: (value) => ({ kind: 'asn', value }) },
  }),
  textColumn<AsnName>('asname', 'Name', { size: 480 }),
];

/** F2: what a page holds unless the question says otherwise. */
const pageRows = 10_000;

const rowsOf = ({ records = [] }: AsnLookupAnswer) => records;

/** AS names and numbers that match: F2. */
export function AsNamesPanel({ title, query }: { title: string; query: NonNullable<AsnLookupData['query']> }) {
  const question = { operationId: 'asnLookup', query } as const;
  const { answer, rows: loaded, paging, fetchAll } = usePagedAnswer(question, { title, rowsOf, pageRows });
  return (
    <Panel
      title={title}
      answer={answer}
      read={() => rowsOrEmpty(loaded, 'No AS in the collection matches this name or number.')}
      skeleton={{ shape: 'rows', count: 12 }}
    >
      {(rows) => (
        <RecordTable
          caption={title}
          rows={rows}
          columns={columns}
          rowKey={rowKey}
          paging={paging}
          urlPrefix="t."
          exportTarget={{
            view: 'as-names',
            subject: Object.values(query).join(' '),
            fetchAll,
            factsOf: ({ asn, asname }) => asnFacts(asn, asname),
          }}
        />
      )}
    </Panel>
  );
}

function rowKey({ asn }: AsnName): string {
  return String(asn);
}
