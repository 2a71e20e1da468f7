import type { EnrichDomainAnswer } from '#contract/generated/types.gen.ts';
import { partOf } from '#web/features/domain-facts/domain-record.ts';
import { Certificates } from '#web/features/scan-data/Certificates.tsx';
import { Favicons } from '#web/features/scan-data/Favicons.tsx';
import { HtmlPages } from '#web/features/scan-data/HtmlPages.tsx';
import { HttpHeaders } from '#web/features/scan-data/HttpHeaders.tsx';
import { JarmFingerprints } from '#web/features/scan-data/JarmFingerprints.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import type { DomainViewProps } from './domain-view.ts';

/** What scans saw under the names of the domain, from the question of the header; what it says is foreign text. */
export function DomainScans({ domain, ...source }: DomainViewProps) {
  // one question for five panels of unknown heights: one room for all, so that none pushes another
  if (source.answer.status === 'pending') return <Skeleton shape="block" heightPx={640} />;
  const scans = { ...source, read: scanDataOf, subject: domain };
  return (
    <>
      <Certificates source={scans} />
      <HttpHeaders source={scans} />
      <HtmlPages source={scans} />
      <Favicons source={scans} />
      <JarmFingerprints source={scans} />
    </>
  );
}

function scanDataOf(response: EnrichDomainAnswer) {
  return partOf(response, ({ scan_data }) => ({ is: 'data', data: scan_data }));
}
