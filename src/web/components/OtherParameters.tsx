import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { parameters } from '#contract/generated/parameters.gen.ts';
import type { ApiCall } from '#web/api/api-request.ts';
import { contractFields, textsOf } from './contract-fields.ts';
import { loadParameterBook } from './parameter-book.ts';
import { questionQuery, readQuestion } from './parameter-question.ts';
import { ParameterForm } from './ParameterForm.tsx';

interface OtherParametersProps {
  readonly call: ApiCall;
  readonly onAsk: (call: ApiCall) => void;
}

/** Asks the operation of a view with any of its parameters, for what the view itself has no control. */
export function OtherParameters({ call, onAsk }: OtherParametersProps) {
  const { operationId } = call;
  const [fields] = useState(() => contractFields(parameters[operationId]));
  const { data: book } = useQuery({
    queryKey: ['parameterBook'],
    queryFn: () => loadParameterBook(),
    staleTime: Infinity,
  });
  const question = readQuestion(fields, textsOf(call.query));
  const callOf = (texts: typeof question): ApiCall => ({ ...call, query: questionQuery(fields, texts) });
  return (
    <details>
      <summary className="w-fit cursor-pointer text-muted hover:text-text">Ask with other parameters</summary>
      <div className="mt-2">
        {book && (
          <ParameterForm
            label="Other parameters"
            fields={fields}
            operationId={operationId}
            book={book}
            question={question}
            callOf={callOf}
            missingOf={() => ({})}
            onAsk={(texts) => onAsk(callOf(texts))}
          />
        )}
      </div>
    </details>
  );
}
