import type { ReactNode } from 'react';
import type { PadnsAnswer } from '#contract/generated/types.gen.ts';
import { withDay, withQuery } from '#web/api/question.ts';
import { rowsOrEmpty } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import type { KeptJob } from '#web/kit/jobs/use-kept-job.ts';
import { RecordViews, RecordViewSwitch, useRecordView } from '#web/kit/records/RecordViews.tsx';
import { type Facet, RowFacets } from '#web/kit/records/RowFacets.tsx';
import { usePagedAnswer } from '#web/kit/records/use-paged-answer.ts';
import { useAsOf } from '#web/url/as-of.ts';
import { columnsOf, type PadnsQuestion, sideOf, verdictId } from './padns-columns.tsx';
import { useScoredExport, useScoredRows } from './use-scored-rows.ts';
import { padnsItems, padnsRow, type PadnsRow, padnsRowKey } from './padns-row.ts';

const views = ['table', 'timeline'] as const;
const timeline = {
  itemsOf: padnsItems,
  words: { item: ['record', 'records'], group: ['type', 'types'], between: 'of' },
} as const;

interface PadnsRecordsPanelProps {
  readonly title: string;
  /** What is asked; further pages and the day of the session are added. */
  readonly question: PadnsQuestion;
  /** What no record means here, as a sentence. */
  readonly emptyMessage?: string;
  /** About how many rows there are usually: the room they get before they come. */
  readonly expectedRows?: number;
  /** Keeps the URL keys of two tables of one page apart. */
  readonly urlPrefix?: string;
  readonly job?: KeptJob;
  /** With facets beside the records where there is room for them. */
  readonly isExplorer?: boolean;
  /** More controls above the records. */
  readonly children?: ReactNode;
}

/** Passive DNS records (E1 to E4) as a table or over time; what was filtered and loaded holds for both. */
export function PadnsRecordsPanel({
  title,
  question: asked,
  emptyMessage = 'No matching records. Names that the sensors never saw are not included.',
  expectedRows = 12,
  urlPrefix = '',
  job,
  isExplorer = false,
  children,
}: PadnsRecordsPanelProps) {
  const [day] = useAsOf();
  // a look-up that names a day itself keeps it
  const asOf = asked.query?.as_of === undefined ? day : null;
  // with_metadata tells how many records there are at least
  const question = withDay(withQuery(asked, { with_metadata: 1, ...asked.query }), asOf);
  const { answer, rows: loaded, paging, fetchAll } = usePagedAnswer(question, { title, rowsOf, job });
  const rows = useScoredRows(loaded);
  const scoredExport = useScoredExport();
  const [view, setView] = useRecordView(urlPrefix, views);
  const columns = columnsOf(asked.operationId);
  const since = asked.query?.last_seen_after;
  const empty =
    typeof since === 'string' && since.startsWith('-')
      ? `${emptyMessage} Limited to records seen in the last ${since.slice(1)}.`
      : emptyMessage;
  const message = asOf === null ? empty : `On ${asOf}: ${emptyMessage.replace(/^No /, 'no ')}`;
  return (
    <Panel
      title={title}
      answer={answer}
      read={() => rowsOrEmpty(rows, message, paging)}
      skeleton={{ shape: 'rows', count: expectedRows }}
      actions={<RecordViewSwitch title={title} view={view} possible={views} onChoose={setView} />}
      footer={asOf !== null && <>As of {asOf}: first seen on or before that day and last seen on or after it.</>}
    >
      {(records) => (
        <div className="flex gap-x-4 gap-y-2 max-xl:flex-col">
          {isExplorer && (
            <RowFacets rows={records} columns={columns} urlPrefix={urlPrefix} facets={facetsOf[asked.operationId]} />
          )}
          <div className="min-w-0 flex-1">
            <RecordViews
              view={view}
              caption={title}
              rows={records}
              columns={columns}
              rowKey={padnsRowKey}
              urlPrefix={urlPrefix}
              paging={paging}
              timeline={timeline}
              exportTarget={{
                view: exportViews[asked.operationId],
                subject: asked.query?.regex ?? [asked.path.qname, asked.query?.netmask].filter(Boolean).join('/'),
                fetchAll,
                ...scoredExport,
              }}
            >
              {children}
            </RecordViews>
          </div>
        </div>
      )}
    </Panel>
  );
}

const exportViews = {
  padnsForward: 'padns-forward',
  padnsReverse: 'padns-reverse',
  padnsBoth: 'padns-both',
  padnsUnsanctioned: 'padns-unsanctioned',
} as const;

const facets: readonly Facet<PadnsRow>[] = [
  { id: 'type', label: 'Type' },
  { id: 'asn', label: 'AS', nameOf: (value, { ofAnswer }) => `AS${value} ${ofAnswer?.origin?.asname ?? ''}` },
  { id: 'country', label: 'Country' },
];
const facetsFor = (operationId: PadnsQuestion['operationId']): readonly Facet<PadnsRow>[] => [
  {
    id: verdictId(sideOf(operationId)),
    label: sideOf(operationId) === 'name' ? 'Band of the name' : 'Band of the answer',
  },
  ...facets,
];
const facetsOf = {
  padnsForward: facetsFor('padnsForward'),
  padnsReverse: facetsFor('padnsReverse'),
  padnsBoth: facetsFor('padnsBoth'),
  padnsUnsanctioned: facetsFor('padnsUnsanctioned'),
} as const;

function rowsOf({ records = [] }: PadnsAnswer): readonly PadnsRow[] {
  return records.map(padnsRow);
}
