import type { ReactNode } from 'react';
import type { DomainCertificate, DomainCertificatesAnswer } from '#contract/generated/types.gen.ts';
import { type Query, withQuery } from '#web/api/query.ts';
import type { KeptJob } from '#web/kit/jobs/use-kept-job.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { paged } from '#web/kit/panel/panel-source.tsx';
import {
  countColumn,
  fingerprintColumns,
  flagColumn,
  indicatorColumn,
  textColumn,
  timeColumn,
} from '#web/kit/records/record-columns.tsx';
import { certificateItems, certificateRowKey, plainTime } from './certificate-row.ts';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';

interface CertificatesProps {
  readonly title: string;
  readonly question: Query<'domainCertificates'>;
  /** The sentence shown when there are no certificates. */
  readonly emptyMessage: string;
  readonly urlPrefix: string;
  readonly job?: KeptJob;
  readonly footer?: ReactNode;
}

const timelineWords = { item: ['certificate', 'certificates'], group: ['issuer', 'issuers'], between: 'by' } as const;

/** The table of certificates. Enter on a row, or its menu, opens the details; the URL holds the open one. */
export const certificateTable = {
  rows: ({ domain_certificates: certificates }: DomainCertificatesAnswer) => certificates,
  columns: [
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
  ],
  rowKey: certificateRowKey,
  opens: {
    parameter: 'cert',
    label: 'Show the certificate',
    Dialog: lazyPart(async () => (await import('./CertificateDialog.tsx')).CertificateDialog),
  },
  views: () => ({ timeline: { itemsOf: certificateItems, words: timelineWords } }),
  expectedRows: 10,
};

/** C12: certificates by the names they are valid for. */
export const Certificates = defineEvidence(
  paged(
    // with_metadata gives the minimum number of matches
    ({ question }: CertificatesProps) => withQuery(question, { with_metadata: 1, ...question.query }),
    { jobOf: ({ job }) => job },
  ),
  {
    ...certificateTable,
    title: ({ title }) => title,
    empty: ({ emptyMessage }) => emptyMessage,
    footer: ({ footer }) => footer,
    urlPrefix: ({ urlPrefix }) => urlPrefix,
    exports: {
      view: 'domain-certificates',
      subject: ({ question: { path, query } }) => query?.domain_regex ?? path.domain,
    },
  },
);
