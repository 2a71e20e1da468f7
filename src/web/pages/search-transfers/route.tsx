import { Explorer } from '#web/kit/ask/Explorer.tsx';
import { loadParameterDocs } from '#web/kit/ask/parameter-docs.ts';
import { readQuestion } from '#web/kit/ask/parameter-question.ts';
import {
  transferFields,
  transferForm,
  transfersQuery,
  transfersTitle,
  type TransferField,
} from '#web/evidence/transfer-form.ts';
import { TransferSearch } from '#web/evidence/transfers.tsx';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const loader = loadParameterDocs;

export const handle: RouteHandle = { title: 'Name-server transfers', asks: ['to_ns', 'from_ns', 'domain_regex'] };

const questions = [
  {
    says: 'Domains that moved to a name server',
    question: { from_ns: '*', to_ns: 'ns1.crowsnest-dns.test', days: '90' },
  },
  { says: 'Domains that left a name server', question: { from_ns: 'ns1.crowsnest-dns.test', to_ns: '*', days: '90' } },
  { says: 'Domains that moved to their own name servers', question: { from_ns: '*', to_ns: 'self', days: '365' } },
  {
    says: 'Domains matching a pattern',
    question: { from_ns: '*', to_ns: '*', domain_regex: '^.*-login\\.(example|test)$', days: '365' },
  },
  {
    says: 'Domains registered and moved in the same month',
    question: { from_ns: '*', to_ns: '*', nschanges_only: '0' },
  },
] as const;

const examples = questions.map(({ says, question }) => ({
  says,
  href: paths.transfers(question),
  subject: transfersTitle(readQuestion<TransferField>(transferFields, question)),
}));

const holds = [
  ['domains', 'names with NS records, whose changes of name servers are found'],
  ['whois_records', 'whois records, for registration dates and registrars'],
] as const;

/** The explorer of name-server transfers: every parameter of C9. */
export function Component() {
  return (
    <Explorer<TransferField>
      title="Name-server transfers"
      form={transferForm}
      pathOf={paths.transfers}
      titleOf={transfersTitle}
      examples={examples}
      holds={holds}
      presentOnly="Transfers"
    >
      {({ question }) => <TransferSearch title={transfersTitle(question)} query={transfersQuery(question)} />}
    </Explorer>
  );
}
