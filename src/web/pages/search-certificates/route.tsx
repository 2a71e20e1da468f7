import { Explorer } from '#web/kit/ask/Explorer.tsx';
import { loadParameterDocs } from '#web/kit/ask/parameter-docs.ts';
import {
  certificateForm,
  certificatesQuestion,
  certificatesTitle,
  type CertificateField,
} from '#web/evidence/certificate-form.ts';
import { Certificates } from '#web/evidence/certificates.tsx';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const loader = loadParameterDocs;

export const handle: RouteHandle = { title: 'Certificates', asks: ['domain', 'domain_regex', 'cert_issuer'] };

const questions: readonly { readonly says: string; readonly question: Readonly<Record<string, string>> }[] = [
  { says: 'Certificates of a domain', question: { domain: 'harborline-bank.example' } },
  { says: 'Certificates of every name below it', question: { domain: '*.harborline-bank.example' } },
  { says: 'The latest of each domain with a word in its name', question: { domain: '*harborline*', limit_by_n: '1' } },
  {
    says: 'Certificates of one issuer for names that contain a word',
    question: { domain: '*login*', cert_issuer: 'Encrypt' },
  },
  { says: 'Names that begin like a login page', question: { domain_regex: '^(login|secure|account)[.-]' } },
];

const examples = questions.map(({ says, question }) => ({
  says,
  href: paths.certificates(question),
  subject: question['domain'] ?? question['domain_regex'],
}));

const holds = [['certificates', 'certificates']] as const;

/** The explorer of certificates: every parameter of C12. */
export function Component() {
  return (
    <Explorer<CertificateField>
      title="Certificates"
      form={certificateForm}
      pathOf={paths.certificates}
      titleOf={certificatesTitle}
      examples={examples}
      holds={holds}
    >
      {({ question, job }) => (
        <Certificates
          title={certificatesTitle(question)}
          question={certificatesQuestion(question)}
          job={job}
          urlPrefix="t."
          emptyMessage="No collected certificate matches this name. Others may exist."
        />
      )}
    </Explorer>
  );
}
