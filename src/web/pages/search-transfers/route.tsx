import { Explorer } from '#web/kit/ask/Explorer.tsx';
import { loadParameterDocs } from '#web/kit/ask/parameter-docs.ts';
import {
  transferForm,
  transfersQuery,
  transfersTitle,
  type TransferField,
} from '#web/evidence/ns-transfers/transfer-form.ts';
import { TransfersPanel } from '#web/evidence/ns-transfers/TransfersPanel.tsx';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const loader = loadParameterDocs;

export const handle: RouteHandle = { title: 'Name-server transfers', asks: ['to_ns', 'from_ns', 'domain_regex'] };

const questions = [
  { says: 'Who came to a name server', question: { from_ns: '*', to_ns: 'ns1.crowsnest-dns.test', days: '90' } },
  { says: 'Who left one for any other', question: { from_ns: 'ns1.crowsnest-dns.test', to_ns: '*', days: '90' } },
  { says: 'Who began to run name servers of its own', question: { from_ns: '*', to_ns: 'self', days: '365' } },
  {
    says: 'Names of a form that moved',
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
  subject: `${question.from_ns} → ${question.to_ns}`,
}));

/** The explorer of name-server transfers: every parameter of C9. */
export function Component() {
  return (
    <Explorer<TransferField>
      title="Name-server transfers"
      form={transferForm}
      pathOf={paths.transfers}
      titleOf={transfersTitle}
      examples={examples}
      presentOnly="Transfers"
    >
      {({ question }) => (
        <TransfersPanel
          title={transfersTitle(question)}
          query={transfersQuery(question)}
          subject={`${question.from_ns} ${question.to_ns}`}
          urlPrefix="t."
          emptyMessage="No domain was seen making this move in these days. More days, or domains of any age, may hold some."
        />
      )}
    </Explorer>
  );
}
