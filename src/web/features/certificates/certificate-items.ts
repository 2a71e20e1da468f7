import type { DomainCertificate } from '#contract/generated/types.gen.ts';
import { timestampToEpochSeconds } from '#model/dates.ts';
import type { TimelineItem } from '#web/charts/timeline-layout.ts';
import { certificateKey, plainTime } from './certificate-row.ts';

/** Certificates as bars over the time they are valid, coloured by issuer. One without these times has no bar; the table has it. */
export function certificateItems(rows: readonly DomainCertificate[]): readonly TimelineItem[] {
  return rows.flatMap((row) => {
    const start = timestampToEpochSeconds(plainTime(row.not_before));
    const end = timestampToEpochSeconds(plainTime(row.not_after));
    if (start === null || end === null) return [];
    const { host, domain = '', domains = [], chain = [], issuer = 'unknown issuer' } = row;
    return [
      {
        key: certificateKey(row),
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
