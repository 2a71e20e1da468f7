import { useLoaderData } from 'react-router';
import { NotAsked } from '#web/components/NotAsked.tsx';
import { loadParameterBook, type ParameterBook } from '#web/components/parameter-book.ts';
import { questionProblems } from '#web/components/parameter-question.ts';
import { ParameterForm } from '#web/components/ParameterForm.tsx';
import type { KeptJob } from '#web/components/use-kept-job.ts';
import { useQuestionUrl } from '#web/components/use-question-url.ts';
import { WaysToAsk } from '#web/components/WaysToAsk.tsx';
import {
  certificateFields,
  certificatesCall,
  certificatesTitle,
  missingCertificateFields,
  type CertificateField,
  type CertificateQuestion,
} from '#web/features/certificates/certificate-fields.ts';
import { CertificatesPanel } from '#web/features/certificates/CertificatesPanel.tsx';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const loader = loadParameterBook;

export const handle: RouteHandle = { title: 'Certificates' };

const questions: readonly { readonly says: string; readonly question: Readonly<Record<string, string>> }[] = [
  { says: 'Certificates of a domain', question: { domain: 'harborline-bank.example' } },
  { says: 'Certificates of every name below it', question: { domain: '*.harborline-bank.example' } },
  { says: 'The latest of each domain with a word in its name', question: { domain: '*harborline*', limit_by_n: '1' } },
  { says: 'Names that begin like a login page', question: { domain_regex: '^(login|secure|account)[.-]' } },
];

const ways = questions.map(({ says, question }) => ({
  says,
  href: paths.certificates(question),
  subject: question['domain'] ?? question['domain_regex'],
}));

/** The explorer of certificates: every parameter of C12. The question stands in the URL and is asked from there. */
export function Component() {
  const book = useLoaderData<ParameterBook>();
  const { question, key, ask, job } = useQuestionUrl<CertificateField>(
    certificateFields,
    'domainCertificates',
    paths.certificates,
  );
  const isAsked = Object.keys(missingCertificateFields(question)).length === 0;
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-xl font-semibold">Certificates</h1>
      <ParameterForm
        label="Search for certificates"
        fields={certificateFields}
        operationId="domainCertificates"
        book={book}
        question={question}
        callOf={certificatesCall}
        missingOf={missingCertificateFields}
        onAsk={ask}
      />
      {isAsked ? <Result key={key} question={question} book={book} job={job} /> : <WaysToAsk ways={ways} />}
    </div>
  );
}

interface ResultProps {
  readonly question: CertificateQuestion;
  readonly book: ParameterBook;
  readonly job: KeptJob;
}

function Result({ question, book, job }: ResultProps) {
  const problems = questionProblems<CertificateField>(certificateFields, question, (name) =>
    book.find('domainCertificates', name),
  );
  if (Object.keys(problems).length > 0) return <NotAsked problems={Object.entries(problems)} />;
  return (
    <CertificatesPanel
      title={certificatesTitle(question)}
      call={certificatesCall(question)}
      job={job}
      urlPrefix="t."
      emptyMessage="No certificate that was collected has such a name. That says nothing about certificates nobody collected."
    />
  );
}
