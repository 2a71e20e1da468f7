import type { AuditRecord } from '#contract/generated/types.gen.ts';
import { ownValue } from '#model/own-value.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { paged } from '#web/kit/panel/panel-source.tsx';
import { textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';

/** What was done, by operation; another operation is shown by its id. */
const words: Readonly<Record<string, string>> = {
  judge: 'Judged',
  judgementTakeBack: 'Took a judgement back',
  sourcesRecommended: 'Switched the recommended feeds on',
  sourceAdd: 'Added a feed',
  sourceChange: 'Changed a feed',
  sourceFetch: 'Fetched a feed',
  sourceRemove: 'Removed a feed',
  logImportAdd: 'Announced an import',
  logImportChange: 'Changed an import',
  outfeedAdd: 'Published a feed',
  outfeedRemove: 'Withdrew a published feed',
  collectNow: 'Collected now',
  domainWhoisLive: 'Queried the registry',
  evidenceSeal: 'Sealed evidence',
  watchAdd: 'Added a watch',
  watchMute: 'Muted a watch',
  watchRemove: 'Removed a watch',
};

const did = ({ operation = '' }: AuditRecord) => ownValue(words, operation) ?? operation;

/** Who changed what through the interface, newest first. */
export const AuditTable = defineEvidence(
  paged(() => ({ operationId: 'audit', query: { limit: 1000, skip: 0 } })),
  {
    title: 'Changes',
    rows: ({ records }) => records,
    empty: 'Nothing has been changed through the interface yet.',
    total: ({ total }) => total,
    columns: [
      timeColumn<AuditRecord>('at', 'When', { size: 180 }),
      textColumn<AuditRecord>('author', 'Who', { size: 150 }),
      textColumn<AuditRecord>('role', 'Role', { size: 90 }),
      textColumn<AuditRecord>('action', 'What', { size: 190, accessorFn: did }),
      textColumn<AuditRecord>('subject', 'Of', {
        size: 280,
        cell: ({ row }) => <VisibleText text={row.original.subject ?? ''} foldAt={Infinity} />,
      }),
      textColumn<AuditRecord>('details', 'Details', {
        size: 360,
        cell: ({ row }) => <VisibleText text={row.original.details ?? ''} foldAt={Infinity} />,
        meta: { description: 'Parameters; of those that may be secret only that they were set' },
      }),
      textColumn<AuditRecord>('key_id', 'Key id', { size: 130, meta: { isHidden: true } }),
      textColumn<AuditRecord>('operation', 'Operation', { size: 160, meta: { isHidden: true } }),
    ],
    rowKey: ({ at, operation, subject }, index) => [at, operation, subject, index].join(' '),
    views: () => ({
      facets: [
        { id: 'author', label: 'Who' },
        { id: 'action', label: 'What' },
      ],
    }),
    expectedRows: 12,
    urlPrefix: 'au.',
    exports: { view: 'audit', subject: () => 'all' },
  },
);
