import type { DomainCertificate } from '#contract/generated/types.gen.ts';
import { certificateFingerprint } from '#model/certificate.ts';
import { timestampToEpochSeconds } from '#model/dates.ts';
import type { TimelineItem } from '#web/charts/timeline-layout.ts';

/** A certificate is identified by its fingerprint, or else by issuer, serial number and index in its source. */
export function certificateRowKey(certificate: DomainCertificate): string {
  const { issuer = '', serial_number = '', cert_index = '' } = certificate;
  return certificateFingerprint(certificate)?.value ?? `${issuer} ${serial_number} ${cert_index}`;
}

/** Converts 'yyyy-mm-ddThh:mm:ss' (UTC) to the time format used elsewhere in the interface. */
export function plainTime(time: string | undefined): string {
  return (time ?? '').replace('T', ' ');
}

/** The members of a subject given as a Python literal: "{'C': None, 'CN': 'acme.example'}". Any other text is one member. */
export function subjectMembers(subject: string): readonly (readonly [member: string, value: string])[] {
  const members = [...subject.matchAll(/'([^']+)':\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|None)/g)];
  if (!/^\s*\{.*\}\s*$/s.test(subject) || members.length === 0) return subject === '' ? [] : [['subject', subject]];
  return members.flatMap(([, member = '', single, double]) => {
    const value = single ?? double;
    return value === undefined ? [] : [[member, value.replace(/\\(['"\\])/g, '$1')] as const];
  });
}

/** Certificates as bars over their validity, coloured by issuer. Those without these times appear in the table only. */
export function certificateItems(rows: readonly DomainCertificate[]): readonly TimelineItem[] {
  return rows.flatMap((row) => {
    const start = timestampToEpochSeconds(plainTime(row.not_before));
    const end = timestampToEpochSeconds(plainTime(row.not_after));
    if (start === null || end === null) return [];
    const { host, domain = '', domains = [], chain = [], issuer = 'unknown issuer' } = row;
    return [
      {
        key: certificateRowKey(row),
        label: host ?? domain,
        group: issuer,
        // the root that the issuer leads to
        groupLabel: chain.findLast((name) => name !== issuer) ?? '',
        start,
        end,
        title: domains.join(' '),
      },
    ];
  });
}
