import { useState } from 'react';
import { epochSecondsToTimestamp } from '#model/dates.ts';
import type { Indicator } from '#model/indicator-of.ts';
import { apiRequest } from '#web/api/api-request.ts';
import type { Answer } from '#web/api/use-answer.ts';
import type { Verdict } from '#web/components/score/verdict.ts';
import { frozenQuery, frozenUrl } from '#web/components/time/freeze-times.ts';
import { CodeBlock } from '#web/ui/CodeBlock.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SubjectExport } from './SubjectExport.tsx';
import { ticketMarkdown } from './ticket-markdown.ts';

interface ShareDialogProps {
  /** What is shared: the panel's title. What was asked for is added where it does not say so. */
  readonly title: string;
  readonly answer: Pick<Answer<unknown>, 'question' | 'raw'>;
  /** Where the view is about one subject, that can be exported, too. */
  readonly subject?: Indicator;
  readonly verdict?: Verdict | undefined;
  readonly onClose: () => void;
}

/** The view for a colleague, a script or a ticket; times are absolute in all of them. A default export, because it is loaded when first opened. */
export default function ShareDialog({ title, answer, subject, verdict, onClose }: ShareDialogProps) {
  const { question, raw } = answer;
  const [now] = useState(() => Math.floor(Date.now() / 1000));
  const permalink = frozenUrl(location.href, now);
  const { url, curl } = apiRequest({ ...question, ...(question.query && { query: frozenQuery(question.query, now) }) });
  const asked = Object.values(question.path ?? {}).filter((part) => !title.includes(String(part)));
  const fullTitle = [title, asked.join(' ')].filter(Boolean).join(': ');
  const { response } = (raw ?? {}) as { response?: unknown };
  const markdown = ticketMarkdown({
    title: fullTitle,
    summary: verdict?.sentence,
    permalink,
    lookedAt: epochSecondsToTimestamp(now),
    response,
  });
  return (
    <Dialog title={`Share ${fullTitle}`} isOpen onClose={onClose} width="md">
      <div className="flex flex-col gap-3">
        <CodeBlock label="Permalink" code={permalink} isWrapped maxHeightPx={96} />
        <CodeBlock label="Summary for a ticket" code={markdown} isWrapped maxHeightPx={180} />
        <CodeBlock label="API URL" code={url} isWrapped maxHeightPx={96} />
        <CodeBlock label="curl" code={curl} isWrapped maxHeightPx={120} />
        {subject && <SubjectExport subject={subject} verdict={verdict} markdown={markdown} />}
        <p className="text-sm text-faint">
          Relative times are frozen to what they mean now. The summary is defanged. None of these holds the API key.
        </p>
      </div>
    </Dialog>
  );
}
