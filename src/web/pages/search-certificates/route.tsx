import { Explorer } from '#web/components/ask/Explorer.tsx';
import type { ExplorerForm } from '#web/components/ask/explorer-form.ts';
import { loadParameterBook } from '#web/components/ask/parameter-book.ts';
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

const form: ExplorerForm<CertificateField> = {
  label: 'Search for certificates',
  variants: { operationId: 'domainCertificates', fields: certificateFields },
  callOf: certificatesCall,
  missingOf: missingCertificateFields,
};

/** The explorer of certificates: every parameter of C12. */
export function Component() {
  return (
    <Explorer<CertificateField>
      title="Certificates"
      form={form}
      pathOf={paths.certificates}
      titleOf={certificatesTitle}
      ways={ways}
    >
      {({ question, job }) => (
        <CertificatesPanel
          title={certificatesTitle(question)}
          question={certificatesCall(question)}
          job={job}
          urlPrefix="t."
          emptyMessage="No certificate that was collected has such a name. That says nothing about certificates nobody collected."
        />
      )}
    </Explorer>
  );
}
