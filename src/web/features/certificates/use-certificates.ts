import { domainCertificatesOptions } from '#contract/generated/@tanstack/react-query.gen.ts';
import type {
  DomainCertificate,
  DomainCertificatesAnswer,
  DomainCertificatesData,
} from '#contract/generated/types.gen.ts';
import type { KeptJob } from '#web/components/use-kept-job.ts';
import { usePagedAnswer, type PageQuery } from '#web/components/use-paged-answer.ts';

export interface CertificatesCall {
  readonly path: DomainCertificatesData['path'];
  readonly query?: DomainCertificatesData['query'];
}

/** C12, page by page; an answer that is a job is followed to its end. */
export function useCertificates({ path, query }: CertificatesCall, title: string, job?: KeptJob) {
  const callOf = (page: PageQuery) =>
    // with_metadata tells how many there are at least
    ({ operationId: 'domainCertificates', path, query: { with_metadata: 1, ...query, ...page } }) as const;
  const { firstPage, ...paged } = usePagedAnswer({
    title,
    query,
    optionsOf: (page) => domainCertificatesOptions(callOf(page)),
    rowsOf,
    job,
  });
  return { ...paged, call: callOf(firstPage) };
}

function rowsOf({ domain_certificates = [] }: DomainCertificatesAnswer): readonly DomainCertificate[] {
  return domain_certificates;
}
