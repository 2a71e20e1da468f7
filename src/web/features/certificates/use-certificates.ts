import { domainCertificatesOptions } from '#contract/generated/@tanstack/react-query.gen.ts';
import type {
  DomainCertificate,
  DomainCertificatesAnswer,
  DomainCertificatesData,
} from '#contract/generated/types.gen.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { useKeptJob, type KeptJob } from '#web/components/use-kept-job.ts';
import { usePages } from '#web/components/use-pages.ts';

export interface CertificatesCall {
  readonly path: DomainCertificatesData['path'];
  readonly query?: DomainCertificatesData['query'];
}

const usualPageRows = 100;

/** C12, page by page; an answer that is a job is followed to its end. */
export function useCertificates(asked: CertificatesCall, title: string, kept?: KeptJob) {
  const limit = asked.query?.limit ?? usualPageRows;
  const firstSkip = asked.query?.skip ?? 0;
  const callAt = (skip: number) =>
    ({
      operationId: 'domainCertificates',
      path: asked.path,
      // with_metadata tells how many there are at least
      query: { with_metadata: 1, ...asked.query, limit, skip: firstSkip + skip },
    }) as const;
  const optionsAt = (skip: number) => domainCertificatesOptions(callAt(skip));
  const answer = useAnswer(optionsAt(0), { title, jobId: kept?.id, ...(kept && { href: kept.hrefOf }) });
  const askAnew = useKeptJob(answer, optionsAt(0).queryKey, kept);
  const { paging, ...pages } = usePages({ answer, optionsAt, limit, rowsOf });
  return {
    ...pages,
    paging: { ...paging, total: paging.total === null ? null : paging.total - firstSkip },
    answer: askAnew ? { ...answer, refetch: askAnew } : answer,
    call: callAt(0),
  };
}

function rowsOf({ domain_certificates = [] }: DomainCertificatesAnswer): readonly DomainCertificate[] {
  return domain_certificates;
}
