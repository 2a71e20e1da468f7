import { Fragment, type ReactNode } from 'react';
import { useLoaderData } from 'react-router';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import type { AnyQuestion } from '#web/api/question.ts';
import { ExplorerHeading } from './ExplorerHeading.tsx';
import type { FieldProblems } from './field-note.ts';
import { NotAsked } from './NotAsked.tsx';
import { NotAsOf } from '#web/components/time/NotAsOf.tsx';
import type { ParameterBook } from './parameter-book.ts';
import { questionParams, questionProblems, type ParameterField, type ParameterQuestion } from './parameter-question.ts';
import { ParameterForm } from './ParameterForm.tsx';
import { useQuestionUrl, type QuestionUrl } from './use-question-url.ts';
import { WaysToAsk, type WayToAsk } from './WaysToAsk.tsx';

interface ExplorerProps<Name extends string> {
  readonly title: string;
  /** The name of the form, for screen readers. */
  readonly label: string;
  /** At module scope. */
  readonly fields: readonly ParameterField<Name>[];
  readonly operationId: OperationId;
  /** The explorer with these parameters, at module scope. */
  readonly pathOf: (params?: Readonly<Record<string, string>>) => string;
  readonly callOf: (question: ParameterQuestion<Name>) => AnyQuestion;
  /** What is still to be given before there is anything to ask, by field. */
  readonly missingOf: (question: ParameterQuestion<Name>) => FieldProblems;
  /** The question in words. */
  readonly titleOf: (question: ParameterQuestion<Name>) => string;
  readonly ways: readonly WayToAsk[];
  /** What shows the present whatever day the session looks at; left out where the answer itself says so. */
  readonly presentOnly?: string;
  /** What was asked, with its answer; begins anew with another question. */
  readonly children: (asked: QuestionUrl<Name>) => ReactNode;
}

/**
 * An explorer of one operation, on a route whose loader is loadParameterBook: the question stands in the URL and is asked
 * from there, unless it is one that would be refused.
 */
export function Explorer<Name extends string>(props: ExplorerProps<Name>) {
  const { title, label, fields, operationId, pathOf, callOf, missingOf, titleOf, ways, presentOnly, children } = props;
  const book = useLoaderData<ParameterBook>();
  const asked = useQuestionUrl(fields, operationId, pathOf);
  const { question, key, ask } = asked;
  const isAsked = Object.keys(missingOf(question)).length === 0;
  const problems = Object.entries(questionProblems(fields, question, (name) => book.find(operationId, name)));
  const isReady = isAsked && problems.length === 0;
  return (
    <div className="flex flex-col gap-4">
      <ExplorerHeading
        title={title}
        explorer={pathOf()}
        asked={isReady ? { words: titleOf(question), params: questionParams(fields, question) } : null}
      />
      {presentOnly !== undefined && <NotAsOf what={presentOnly} />}
      <ParameterForm {...{ label, fields, operationId, book, question, callOf, missingOf }} onAsk={ask} />
      {!isAsked && <WaysToAsk ways={ways} />}
      {isAsked && !isReady && <NotAsked problems={problems} />}
      {isReady && <Fragment key={key}>{children(asked)}</Fragment>}
    </div>
  );
}
