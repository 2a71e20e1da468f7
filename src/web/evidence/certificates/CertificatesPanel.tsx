import { parseAsString, useQueryState } from 'nuqs';
import { lazy, type ReactNode, Suspense } from 'react';
import type { DomainCertificate, DomainCertificatesAnswer } from '#contract/generated/types.gen.ts';
import { arrive } from '#web/api/prefetch.ts';
import { type Question, withQuery } from '#web/api/question.ts';
import { rowsOrEmpty } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import type { KeptJob } from '#web/kit/jobs/use-kept-job.ts';
import { fingerprintColumns } from '#web/kit/records/certificate-columns.tsx';
import { countColumn, flagColumn, indicatorColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import { RecordViews, RecordViewSwitch, useRecordView } from '#web/kit/records/RecordViews.tsx';
import { usePagedAnswer } from '#web/kit/records/use-paged-answer.ts';
import type { CellContext } from '#web/table/column-def.ts';
import { InfoIcon } from '#web/kit/ui/icons.ts';
import { certificateItems, certificateKey, plainTime } from './certificate-row.ts';

/** The columns of certificate records (C12); the ids are the fields of the interface. */
const certificateColumns = [
  timeColumn<DomainCertificate>('not_before', 'Issued', { accessorFn: ({ not_before }) => plainTime(not_before) }),
  indicatorColumn<DomainCertificate>('domains', 'Names', {
    size: 360,
    meta: { description: 'Names the certificate is valid for' },
  }),
  textColumn<DomainCertificate>('issuer', 'Issuer', { size: 220 }),
  timeColumn<DomainCertificate>('not_after', 'Valid to', { accessorFn: ({ not_after }) => plainTime(not_after) }),
  flagColumn<DomainCertificate>('wildcard', 'Wildcard', { accessorFn: ({ wildcard }) => wildcard === 1 }),
  ...fingerprintColumns<DomainCertificate>(),
  timeColumn<DomainCertificate>('date', 'Collected', { size: 112 }),
  indicatorColumn<DomainCertificate>('host', 'Host', { meta: { isHidden: true } }),
  indicatorColumn<DomainCertificate>('domain', 'Registrable domain', { meta: { isHidden: true } }),
  textColumn<DomainCertificate>('chain', 'Chain', { size: 320, meta: { isHidden: true } }),
  textColumn<DomainCertificate>('subject', 'Subject', { size: 320, meta: { isHidden: true } }),
  textColumn<DomainCertificate>('serial_hex', 'Serial number', { size: 280, meta: { isHidden: true } }),
  textColumn<DomainCertificate>('fingerprint_md5', 'MD5', { size: 270, meta: { isHidden: true } }),
  textColumn<DomainCertificate>('source_name', 'Source', { meta: { isHidden: true } }),
  countColumn<DomainCertificate>('cert_index', 'Index', {
    meta: { isHidden: true, description: 'Index in its source' },
  }),
];

const CertificateDialog = lazy(async () => ({
  default: (await arrive(() => import('./CertificateDialog.tsx'))).CertificateDialog,
}));

const views = ['table', 'timeline'] as const;
const timelineWords = { item: ['certificate', 'certificates'], group: ['issuer', 'issuers'], between: 'by' } as const;

interface CertificatesPanelProps {
  readonly title: string;
  readonly question: Question<'domainCertificates'>;
  /** What no certificate means here, as a sentence. */
  readonly emptyMessage: string;
  readonly urlPrefix: string;
  readonly job?: KeptJob;
  readonly footer?: ReactNode;
}

/** C12: certificates by the names they are valid for. Enter on a row, or its menu, shows all of one; which one is in the URL. */
export function CertificatesPanel({ title, question, emptyMessage, urlPrefix, job, footer }: CertificatesPanelProps) {
  const { answer, rows, paging, fetchAll } = usePagedAnswer(
    // with_metadata tells how many there are at least
    withQuery(question, { with_metadata: 1, ...question.query }),
    { title, rowsOf, job },
  );
  const [shown, setShown] = useQueryState(`${urlPrefix}cert`, parseAsString);
  const [view, setView] = useRecordView(urlPrefix, views);
  const open = ({ row }: CellContext<DomainCertificate>) => void setShown(certificateKey(row.original));
  const certificate = rows.find((row) => certificateKey(row) === shown);
  return (
    <Panel
      title={title}
      answer={answer}
      read={() => rowsOrEmpty(rows, emptyMessage, paging)}
      skeleton={{ shape: 'rows', count: 10 }}
      actions={<RecordViewSwitch title={title} view={view} possible={views} onChoose={setView} />}
      footer={footer}
    >
      {(certificates) => (
        <>
          <RecordViews
            view={view}
            caption={title}
            rows={certificates}
            columns={certificateColumns}
            rowKey={certificateKey}
            urlPrefix={urlPrefix}
            paging={paging}
            timeline={{
              itemsOf: certificateItems,
              words: timelineWords,
              onOpen: ({ key }, isGroup) => !isGroup && void setShown(key),
            }}
            onOpen={open}
            cellMenu={(cell) => [
              {
                kind: 'action',
                id: 'certificate',
                label: 'Show the certificate',
                icon: InfoIcon,
                onAction: () => open(cell),
              },
            ]}
            exportTarget={{
              view: 'domain-certificates',
              subject: question.query?.domain_regex ?? question.path.domain,
              fetchAll,
            }}
          />
          {certificate && (
            <Suspense fallback={null}>
              <CertificateDialog certificate={certificate} onClose={() => void setShown(null)} />
            </Suspense>
          )}
        </>
      )}
    </Panel>
  );
}

function rowsOf({ domain_certificates = [] }: DomainCertificatesAnswer): readonly DomainCertificate[] {
  return domain_certificates;
}
