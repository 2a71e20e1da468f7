import { useQueryClient } from '@tanstack/react-query';
import { parseAsString, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { Link, useLoaderData, useNavigate } from 'react-router';
import { NotAsked } from '#web/components/NotAsked.tsx';
import { NotAsOf } from '#web/components/NotAsOf.tsx';
import { loadParameterBook, type ParameterBook } from '#web/components/parameter-book.ts';
import { scanOperations, type ScanOperation } from '#web/components/scan-kind.ts';
import { checkQuestion } from '#web/features/scan-form/scan-check.ts';
import { examples } from '#web/features/scan-form/scan-examples.ts';
import {
  isAsked,
  isSameQuestion,
  questionKeys,
  questionParams,
  questionTitle,
  readQuestion,
  searchOf,
  subjectOf,
  type ScanQuestion,
} from '#web/features/scan-form/scan-question.ts';
import { ScanForm } from '#web/features/scan-form/ScanForm.tsx';
import { ScansPanel } from '#web/features/scans/ScansPanel.tsx';
import { linkClass } from '#web/ui/link-class.ts';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

type Book = ParameterBook<ScanOperation>;

export const loader = (): Promise<Book> => loadParameterBook<ScanOperation>();

export const handle: RouteHandle = { title: 'Scans' };

const urlParsers = Object.fromEntries(questionKeys.map((key) => [key, parseAsString]));

/** The scan explorer: A3 to A7. The question stands in the URL and is asked from there; the form only writes it. */
export function Component() {
  const book = useLoaderData<Book>();
  const [params] = useQueryStates(urlParsers);
  const question = useMemo(() => readQuestion(params), [params]);
  const navigate = useNavigate();
  const client = useQueryClient();
  const ask = (asked: ScanQuestion) => {
    const isSame = isSameQuestion(asked, question);
    if (isSame) {
      // who presses Search again wants a new answer, not the one that is shown
      client.removeQueries({ queryKey: [{ _id: scanOperations[asked.what] }] });
      client.removeQueries({ queryKey: ['pages'] });
    }
    void navigate(paths.scans(questionParams(asked)), { replace: isSame });
  };
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-xl font-semibold">Scans</h1>
      <NotAsOf what="What scans saw" />
      <ScanForm question={question} book={book} onAsk={ask} />
      {isAsked(question) ? <Result question={question} book={book} /> : <Examples />}
    </div>
  );
}

function Result({ question, book }: { question: ScanQuestion; book: Book }) {
  const problems = Object.entries(checkQuestion(question, (name) => book.find(scanOperations[question.what], name)));
  if (problems.length > 0) return <NotAsked problems={problems} />;
  return (
    <ScansPanel
      key={JSON.stringify(questionParams(question))}
      search={searchOf(question)}
      title={questionTitle(question)}
      subject={subjectOf(question) || question.what}
      emptyMessage={
        Number(question.skip) > 0
          ? `There are no more than the first ${question.skip} addresses, which are skipped.`
          : 'No scan saw this. That says nothing about addresses that were never scanned.'
      }
      urlPrefix="t."
    />
  );
}

function Examples() {
  return (
    <section aria-labelledby="ways-to-ask">
      <h2 id="ways-to-ask" className="mb-1 text-base font-semibold">
        Ways to ask
      </h2>
      <ul className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 max-sm:grid-cols-1">
        {examples.map(({ says, question }) => (
          <li key={says} className="col-span-full grid grid-cols-subgrid items-baseline">
            <Link to={paths.scans(question)} className={`${linkClass} justify-self-start`}>
              {says}
            </Link>
            <code className="text-sm break-all text-muted">{subjectOf(readQuestion(question))}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
