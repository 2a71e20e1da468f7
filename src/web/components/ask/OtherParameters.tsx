import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { parameters } from '#contract/generated/parameters.gen.ts';
import type { AnyQuestion } from '#web/api/question.ts';
import { contractFields, textsOf } from './contract-fields.ts';
import { loadParameterBook } from './parameter-book.ts';
import { questionQuery, readQuestion } from './parameter-question.ts';
import { ParameterForm } from './ParameterForm.tsx';

interface OtherParametersProps {
  readonly question: AnyQuestion;
  readonly onAsk: (question: AnyQuestion) => void;
}

/** Asks the operation of a view with any of its parameters, for what the view itself has no control. */
export function OtherParameters({ question: asked, onAsk }: OtherParametersProps) {
  const { operationId } = asked;
  const [fields] = useState(() => contractFields(parameters[operationId]));
  const { data: book } = useQuery({
    queryKey: ['parameterBook'],
    queryFn: () => loadParameterBook(),
    staleTime: Infinity,
  });
  const question = readQuestion(fields, textsOf(asked.query));
  const callOf = (texts: typeof question): AnyQuestion => ({ ...asked, query: questionQuery(fields, texts) });
  return (
    <details>
      <summary className="w-fit cursor-pointer text-muted hover:text-text">Ask with other parameters</summary>
      <div className="mt-2">
        {book && (
          <ParameterForm
            form={{ label: 'Other parameters', variants: { operationId, fields }, callOf, missingOf: () => ({}) }}
            book={book}
            question={question}
            asOf={null}
            onAsk={(texts) => onAsk(callOf(texts))}
          />
        )}
      </div>
    </details>
  );
}
