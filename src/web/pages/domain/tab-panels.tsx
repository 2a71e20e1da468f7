/* Panels of the domain page that are loaded late: most visits to it never show them. */

export { Cousins } from '#web/evidence/cousins.tsx';
export { SimilarPages } from '#web/evidence/similar-pages.tsx';
export { DomainCertificates } from '#web/evidence/domain-certificates.tsx';
export { InfrastructureClusters } from '#web/evidence/infrastructure-clusters.tsx';
export { InfrastructureTag } from '#web/evidence/infrastructure-tag.tsx';
export { InfrastructureTagNow } from '#web/evidence/infrastructure-tag-now.tsx';
export { SameMoves } from '#web/evidence/same-moves.tsx';
export { Siblings } from '#web/evidence/siblings.tsx';
export { TlsFingerprints } from '#web/evidence/tls-fingerprints.tsx';
export { UnknownDomain } from './UnknownDomain.tsx';
