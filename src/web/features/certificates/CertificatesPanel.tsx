import { parseAsString, useQueryState } from 'nuqs';
import { lazy, Suspense, type ReactNode } from 'react';
import type { DomainCertificate, DomainCertificatesAnswer } from '#contract/generated/types.gen.ts';
import { arrive } from '#web/api/arrive.ts';
import { withQuery, type Question } from '#web/api/question.ts';
import { NotAsOf } from '#web/components/time/NotAsOf.tsx';
import { Panel } from '#web/components/evidence/Panel.tsx';
import { rowsOrEmpty } from '#web/components/evidence/panel-state.ts';
import { RecordViews } from '#web/components/records/RecordViews.tsx';
import { RecordViewSwitch } from '#web/components/records/RecordViewSwitch.tsx';
import type { KeptJob } from '#web/components/jobs/use-kept-job.ts';
import { usePagedAnswer } from '#web/components/records/use-paged-answer.ts';
import { useRecordView } from '#web/components/records/use-record-view.ts';
import type { Cell } from '#web/table/column.ts';
import { InfoIcon } from '#web/ui/icons.ts';
import { certificateColumns } from './certificate-columns.tsx';
import { certificateItems } from './certificate-items.ts';
import { certificateKey } from './certificate-row.ts';

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
  const open = ({ row }: Cell<DomainCertificate>) => void setShown(certificateKey(row));
  const certificate = rows.find((row) => certificateKey(row) === shown);
  return (
    <Panel
      title={title}
      answer={answer}
      read={() => rowsOrEmpty(rows, emptyMessage, paging.total)}
      skeleton={{ shape: 'rows', count: 10 }}
      actions={<RecordViewSwitch title={title} view={view} possible={views} onChoose={setView} />}
      footer={footer}
    >
      {(certificates) => (
        <>
          <NotAsOf what="Certificates" />
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
