import { operations } from '#contract/generated/operations.gen.ts';
import { apiRequest, type ApiCall } from '#web/api/api-request.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { CodeBlock } from '#web/ui/CodeBlock.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FieldProblems } from './FieldProblems.tsx';
import { JsonView } from './JsonView.tsx';

interface ApiRequestDialogProps {
  readonly call: ApiCall;
  readonly answer: Pick<Answer<unknown>, 'raw' | 'problems'>;
  readonly onClose: () => void;
}

/** How to ask the same without the dashboard, and what came back. A default export, because it is loaded when first opened. */
export default function ApiRequestDialog({ call, answer: { raw, problems }, onClose }: ApiRequestDialogProps) {
  const { method, url, curl } = apiRequest(call);
  const { item, summary } = operations[call.operationId];
  return (
    <Dialog title="API request" isOpen onClose={onClose} width="lg">
      <div className="flex flex-col gap-3">
        <p className="text-muted">
          {summary} · <code>{call.operationId}</code>
          {item && <> ({item})</>}
        </p>
        <CodeBlock label={`${method} URL`} code={url} isWrapped maxHeightPx={96} />
        <CodeBlock label="curl" code={curl} isWrapped maxHeightPx={120} />
        {raw === undefined ? (
          <p className="text-muted">There is no answer yet.</p>
        ) : (
          <>
            <JsonView label="Raw answer" value={raw} />
            <FieldProblems problems={problems} />
          </>
        )}
      </div>
    </Dialog>
  );
}
