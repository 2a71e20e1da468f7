import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '#contract/generated/client.gen.ts';
import { operations } from '#contract/generated/operations.gen.ts';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { apiRequest, type ApiCall } from '#web/api/api-request.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { CodeBlock } from '#web/ui/CodeBlock.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FieldProblems } from './FieldProblems.tsx';
import { JsonView } from './JsonView.tsx';
import { OtherParameters } from './OtherParameters.tsx';

interface ApiRequestDialogProps {
  readonly call: ApiCall;
  readonly answer: Pick<Answer<unknown>, 'raw' | 'problems'>;
  readonly onClose: () => void;
}

/** How to ask the same without the dashboard, what came back, and the same otherwise. A default export, because it is loaded when first opened. */
export default function ApiRequestDialog({ call, answer: { raw, problems }, onClose }: ApiRequestDialogProps) {
  const [other, setOther] = useState<ApiCall>();
  const { method, url, curl } = apiRequest(other ?? call);
  const { item, summary } = operations[call.operationId];
  const isAdjustable = method === 'GET' && parameters[call.operationId].some(({ in: where }) => where === 'query');
  return (
    <Dialog title="API request" isOpen onClose={onClose} width="lg">
      <div className="flex flex-col gap-3">
        <p className="text-muted">
          {summary} · <code>{call.operationId}</code>
          {item && <> ({item})</>}
        </p>
        <CodeBlock label={`${method} URL`} code={url} isWrapped maxHeightPx={96} />
        <CodeBlock label="curl" code={curl} isWrapped maxHeightPx={120} />
        {isAdjustable && <OtherParameters call={other ?? call} onAsk={setOther} />}
        {other && <OtherAnswer call={other} />}
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
function OtherAnswer({ call }: { call: ApiCall }) {
  const { path, query } = call;
  const { data, error } = useQuery({
    queryKey: ['otherParameters', apiRequest(call).url],
    queryFn: async ({ signal }) => {
      const { path: url } = operations[call.operationId];
      const options = { url, ...(path && { path }), ...(query && { query }), signal, throwOnError: true } as const;
      const answer = await client.get<unknown, unknown, true>(options);
      return answer.data;
    },
    retry: false,
  });
  if (error)
    return (
      <p role="alert" className="text-danger">
        {error.message}
      </p>
    );
  return data === undefined ? <p className="text-muted">Asking …</p> : <JsonView label="Raw answer" value={data} />;
}
