/* Panels of the domain page that are loaded late: most visits to it never show them. */

import type { Domain } from '#web/evidence/domain-record.ts';
import { IpDiversity } from '#web/evidence/ip-diversity.tsx';

export { Cousins } from '#web/evidence/cousins.tsx';
export { SimilarPages } from '#web/evidence/similar-pages.tsx';
export { DomainCertificates } from '#web/evidence/domain-certificates.tsx';
export { InfrastructureClusters } from '#web/evidence/infrastructure-clusters.tsx';
export { InfrastructureTag } from '#web/evidence/infrastructure-tag.tsx';
export { InfrastructureTagNow } from '#web/evidence/infrastructure-tag-now.tsx';
export { SameMoves } from '#web/evidence/same-moves.tsx';
export { ScannedCertificates } from '#web/evidence/scanned-certificates.tsx';
export { ScannedFavicons } from '#web/evidence/scanned-favicons.tsx';
export { ScannedHeaders } from '#web/evidence/scanned-headers.tsx';
export { ScannedJarm } from '#web/evidence/scanned-jarm.tsx';
export { ScannedPages } from '#web/evidence/scanned-pages.tsx';
export { Siblings } from '#web/evidence/siblings.tsx';
export { TlsFingerprints } from '#web/evidence/tls-fingerprints.tsx';
export { WhoisHistory } from '#web/evidence/whois-history.tsx';
export { WhoisNow } from '#web/evidence/whois-now.tsx';
export { WhoisRecords } from '#web/evidence/whois-records.tsx';
export { UnknownDomain } from './UnknownDomain.tsx';

export const Diversity = ({ value }: Domain) => <IpDiversity host={value} />;
