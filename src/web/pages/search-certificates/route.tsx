import { useLoaderData } from 'react-router';
import { ExplorerHeading } from '#web/components/ExplorerHeading.tsx';
import { NotAsked } from '#web/components/NotAsked.tsx';
import { loadParameterBook, type ParameterBook } from '#web/components/parameter-book.ts';
import { questionParams, questionProblems } from '#web/components/parameter-question.ts';
import { ParameterForm } from '#web/components/ParameterForm.tsx';
import { useQuestionUrl } from '#web/components/use-question-url.ts';
import { WaysToAsk } from '#web/components/WaysToAsk.tsx';
import {
  certificateFields,
  certificatesCall,
  certificatesTitle,
  missingCertificateFields,
  type CertificateField,
} from '#web/features/certificates/certificate-fields.ts';
import { CertificatesPanel } from '#web/features/certificates/CertificatesPanel.tsx';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const loader = loadParameterBook;

export const handle: RouteHandle = { title: 'Certificates', asks: ['domain', 'domain_regex', 'cert_issuer'] };

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
  const problems = questionProblems<CertificateField>(certificateFields, question, (name) =>
    book.find('domainCertificates', name),
  );
  const isWrong = Object.keys(problems).length > 0;
  const title = certificatesTitle(question);
  return (
    <div className="flex flex-col gap-4">
      <ExplorerHeading
        title="Certificates"
        explorer={paths.certificates()}
        asked={isAsked && !isWrong ? { words: title, params: questionParams(certificateFields, question) } : null}
      />
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
      {!isAsked && <WaysToAsk ways={ways} />}
      {isAsked && isWrong && <NotAsked problems={Object.entries(problems)} />}
      {isAsked && !isWrong && (
        <CertificatesPanel
          key={key}
          title={title}
          call={certificatesCall(question)}
          job={job}
          urlPrefix="t."
          emptyMessage="No certificate that was collected has such a name. That says nothing about certificates nobody collected."
        />
      )}
    </div>
  );
}
