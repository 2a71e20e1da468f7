import { useLoaderData } from 'react-router';
import { ExplorerHeading } from '#web/components/ExplorerHeading.tsx';
import { NotAsked } from '#web/components/NotAsked.tsx';
import { NotAsOf } from '#web/components/NotAsOf.tsx';
import { loadParameterBook, type ParameterBook } from '#web/components/parameter-book.ts';
import { questionParams, questionProblems } from '#web/components/parameter-question.ts';
import { ParameterForm } from '#web/components/ParameterForm.tsx';
import { useQuestionUrl } from '#web/components/use-question-url.ts';
import { WaysToAsk } from '#web/components/WaysToAsk.tsx';
import {
  missingTransferFields,
  transferFields,
  transfersQuery,
  type TransferField,
  type TransferQuestion,
} from '#web/features/ns-transfers/transfer-fields.ts';
import { TransfersPanel } from '#web/features/ns-transfers/TransfersPanel.tsx';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const loader = loadParameterBook;

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

const ways = questions.map(({ says, question }) => ({
  says,
  href: paths.transfers(question),
  subject: `${question.from_ns} → ${question.to_ns}`,
}));

const callOf = (question: TransferQuestion) =>
  ({ operationId: 'nsTransfers', query: transfersQuery(question) }) as const;

/** The explorer of name-server transfers: every parameter of C9. The question stands in the URL and is asked from there. */
export function Component() {
  const book = useLoaderData<ParameterBook>();
  const { question, key, ask } = useQuestionUrl<TransferField>(transferFields, 'nsTransfers', paths.transfers);
  const isAsked = Object.keys(missingTransferFields(question)).length === 0;
  const problems = questionProblems<TransferField>(transferFields, question, (name) => book.find('nsTransfers', name));
  const isWrong = Object.keys(problems).length > 0;
  const { from_ns, to_ns } = question;
  const title = `Moved from ${from_ns} to ${to_ns}`;
  return (
    <div className="flex flex-col gap-4">
      <ExplorerHeading
        title="Name-server transfers"
        explorer={paths.transfers()}
        asked={isAsked && !isWrong ? { words: title, params: questionParams(transferFields, question) } : null}
      />
      <NotAsOf what="Transfers" />
      <ParameterForm
        label="Search for transfers"
        fields={transferFields}
        operationId="nsTransfers"
        book={book}
        question={question}
        callOf={callOf}
        missingOf={missingTransferFields}
        onAsk={ask}
      />
      {!isAsked && <WaysToAsk ways={ways} />}
      {isAsked && isWrong && <NotAsked problems={Object.entries(problems)} />}
      {isAsked && !isWrong && (
        <TransfersPanel
          key={key}
          title={title}
          query={transfersQuery(question)}
          subject={`${from_ns} ${to_ns}`}
          urlPrefix="t."
          emptyMessage="No domain was seen making this move in these days. More days, or domains of any age, may hold some."
        />
      )}
    </div>
  );
}
