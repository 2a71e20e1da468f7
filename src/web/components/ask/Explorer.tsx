import { Fragment, type ReactNode } from 'react';
import { useLoaderData } from 'react-router';
import { NotAsOf } from '#web/components/time/NotAsOf.tsx';
import { useAsOf } from '#web/url/as-of.ts';
import { formParams, formProblems, isAsked, type ExplorerForm } from './explorer-form.ts';
import { ExplorerHeading } from './ExplorerHeading.tsx';
import { NotAsked } from './NotAsked.tsx';
import type { ParameterBook } from './parameter-book.ts';
import type { ParameterQuestion } from './parameter-question.ts';
import { ParameterForm } from './ParameterForm.tsx';
import { useQuestionUrl, type QuestionUrl } from './use-question-url.ts';
import { WaysToAsk, type WayToAsk } from './WaysToAsk.tsx';

interface ExplorerProps<Name extends string> {
  readonly title: string;
  /** At module scope. */
  readonly form: ExplorerForm<Name>;
  /** The explorer with these parameters, at module scope. */
  readonly pathOf: (params?: Readonly<Record<string, string>>) => string;
  /** The question in words. */
  readonly titleOf: (question: ParameterQuestion<Name>) => string;
  readonly ways: readonly WayToAsk[];
  /** What shows the present whatever day the session looks at; left out where the answer itself says so. */
  readonly presentOnly?: string;
  /** What was asked, with its answer; begins anew with another question. */
  readonly children: (asked: QuestionUrl<Name>) => ReactNode;
}

/**
 * An explorer of one or several operations, on a route whose loader is loadParameterBook: the question stands in the URL and
 * is asked from there, unless it is one that would be refused.
 */
export function Explorer<Name extends string>(props: ExplorerProps<Name>) {
  const { title, form, pathOf, titleOf, ways, presentOnly, children } = props;
  const book = useLoaderData<ParameterBook>();
  const [asOf] = useAsOf();
  const asked = useQuestionUrl(form, book, pathOf);
  const { question, key, ask } = asked;
  const hasSubject = isAsked(form, question);
  const problems = Object.entries({ ...form.missingOf(question), ...formProblems(form, question, book) });
  const isReady = hasSubject && problems.length === 0;
  return (
    <div className="flex flex-col gap-4">
      <ExplorerHeading
        title={title}
        explorer={pathOf()}
        asked={isReady ? { words: titleOf(question), params: formParams(form, question) } : null}
      />
      {presentOnly !== undefined && <NotAsOf what={presentOnly} />}
      <ParameterForm {...{ form, book, question, asOf }} onAsk={ask} onOpen={ask} />
      {!hasSubject && <WaysToAsk ways={ways} />}
      {hasSubject && !isReady && <NotAsked problems={problems} />}
      {isReady && <Fragment key={key}>{children(asked)}</Fragment>}
    </div>
  );
}
