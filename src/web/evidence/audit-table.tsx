import type { AuditRecord } from '#contract/generated/types.gen.ts';
import { ownValue } from '#model/own-value.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { paged } from '#web/kit/panel/panel-source.tsx';
import { textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';

/** What was done, by the operation that the audit log records. */
export const auditWords: Readonly<Record<string, string>> = {
  judge: 'Judged',
  judgementTakeBack: 'Took a judgement back',
  sourcesRecommended: 'Switched the recommended feeds on',
  sourceAdd: 'Added a feed',
  sourceChange: 'Changed a feed',
  sourceFetch: 'Fetched a feed',
  sourceRemove: 'Removed a feed',
  logImportAdd: 'Announced an import',
  logImportChange: 'Changed an import',
  collectNow: 'Collected now',
  domainWhoisLive: 'Queried the registry',
  evidenceSeal: 'Sealed evidence',
  outfeedAdd: 'Published a feed',
  outfeedRemove: 'Withdrew a published feed',
  watchAdd: 'Added a watch',
  watchMute: 'Muted a watch',
  watchRemove: 'Removed a watch',
};

const did = ({ operation = '' }: AuditRecord) => ownValue(auditWords, operation) ?? operation;

/** Who changed what through the interface, newest first. */
export const AuditTable = defineEvidence(
  paged(() => ({ operationId: 'audit', query: { limit: 1000, skip: 0 } })),
  {
    title: 'Changes',
    rows: ({ records }) => records,
    empty: 'Nothing has been changed through the interface yet.',
    total: ({ total }) => total,
    columns: [
      timeColumn<AuditRecord>('at', 'When', { size: 160 }),
      textColumn<AuditRecord>('author', 'Who', { size: 120 }),
      textColumn<AuditRecord>('role', 'Role', { size: 80 }),
      textColumn<AuditRecord>('action', 'What', { size: 180, accessorFn: did }),
      textColumn<AuditRecord>('subject', 'Of', {
        size: 260,
        cell: ({ row }) => <VisibleText text={row.original.subject ?? ''} foldAt={Infinity} />,
      }),
      textColumn<AuditRecord>('details', 'Details', {
        size: 320,
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
