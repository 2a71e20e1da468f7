import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operations } from '#contract/generated/operations.gen.ts';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { apiRequest } from '#web/api/api-request.ts';
import { type AnyQuery, fetchAny } from '#web/api/query.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { OtherParameters } from '#web/kit/ask/OtherParameters.tsx';
import { CodeBlock } from '#web/kit/ui/CodeBlock.tsx';
import { Dialog } from '#web/kit/ui/Dialog.tsx';
import { FieldProblems } from './AnswerFailure.tsx';
import { JsonView } from './JsonView.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';

interface ApiRequestDialogProps {
  readonly answer: Pick<Answer<unknown>, 'question' | 'raw' | 'problems'>;
  readonly onClose: () => void;
}

/** The request as URL and curl, the raw answer, and other parameters to try. A default export, because it is loaded when first opened. */
export default function ApiRequestDialog({ answer, onClose }: ApiRequestDialogProps) {
  const { question, raw, problems } = answer;
  const [other, setOther] = useState<AnyQuery>();
  const { method, url, curl } = apiRequest(other ?? question);
  const { summary } = operations[question.operationId];
  const isAdjustable = method === 'GET' && parameters[question.operationId].some(({ in: where }) => where === 'query');
  return (
    <Dialog title="API request" isOpen onClose={onClose} width="lg">
      <div className="flex flex-col gap-3">
        <p className="text-muted">
          {summary} · <code>{question.operationId}</code>
        </p>
        <CodeBlock label={`${method} URL`} code={url} isWrapped maxHeightPx={96} />
        <CodeBlock label="curl" code={curl} isWrapped maxHeightPx={120} />
        {isAdjustable && <OtherParameters question={other ?? question} onAsk={setOther} />}
        {other && <OtherAnswer question={other} />}
        {!other && raw === undefined && <p className="text-muted">There is no answer yet.</p>}
        {!other && raw !== undefined && (
          <>
            <JsonView label="Raw answer" value={raw} />
            <FieldProblems problems={problems} />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** The answer to the other parameters, as it comes; the view behind the dialog keeps its own. */
function OtherAnswer({ question }: { question: AnyQuery }) {
  const { data, error } = useQuery({
    queryKey: ['otherParameters', apiRequest(question).url],
    queryFn: ({ signal }) => fetchAny(question, signal),
    retry: false,
  });
  if (error)
    return (
      <p role="alert" className="text-danger">
        <VisibleText text={error.message} />
      </p>
    );
  return data === undefined ? <p className="text-muted">Loading …</p> : <JsonView label="Raw answer" value={data} />;
}
