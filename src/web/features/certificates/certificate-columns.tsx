import type { DomainCertificate } from '#contract/generated/types.gen.ts';
import {
  countColumn,
  flagColumn,
  indicatorColumn,
  textColumn,
  timeColumn,
} from '#web/components/records/record-columns.tsx';
import { plainTime } from './certificate-row.ts';

/** The columns of certificate records (C12); the ids are the fields of the interface. */
export const certificateColumns = [
  timeColumn<DomainCertificate>('not_before', 'Issued', { value: ({ not_before }) => plainTime(not_before) }),
  indicatorColumn<DomainCertificate>('domains', 'Names', {
    width: 360,
    description: 'Names the certificate is valid for',
  }),
  textColumn<DomainCertificate>('issuer', 'Issuer', { width: 220 }),
  timeColumn<DomainCertificate>('not_after', 'Valid to', { value: ({ not_after }) => plainTime(not_after) }),
  flagColumn<DomainCertificate>('wildcard', 'Wildcard', { value: ({ wildcard }) => wildcard === 1 }),
  textColumn<DomainCertificate>('fingerprint_sha1', 'SHA-1', { width: 330 }),
  timeColumn<DomainCertificate>('date', 'Collected', { width: 112 }),
  indicatorColumn<DomainCertificate>('host', 'Host', { hidden: true }),
  indicatorColumn<DomainCertificate>('domain', 'Registrable domain', { hidden: true }),
  textColumn<DomainCertificate>('chain', 'Chain', { hidden: true, width: 320 }),
  textColumn<DomainCertificate>('subject', 'Subject', { hidden: true, width: 320 }),
  textColumn<DomainCertificate>('serial_hex', 'Serial number', { hidden: true, width: 280 }),
  textColumn<DomainCertificate>('fingerprint_sha256', 'SHA-256', { hidden: true, width: 520 }),
  textColumn<DomainCertificate>('fingerprint_md5', 'MD5', { hidden: true, width: 270 }),
  textColumn<DomainCertificate>('source_name', 'Source', { hidden: true }),
  countColumn<DomainCertificate>('cert_index', 'Index', { hidden: true, description: 'Index in its source' }),
];
