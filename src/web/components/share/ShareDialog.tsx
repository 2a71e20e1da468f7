import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { epochSecondsToTimestamp } from '#model/dates.ts';
import { type Indicator, indicatorText } from '#model/indicator-of.ts';
import { apiRequest } from '#web/api/api-request.ts';
import type { Answer } from '#web/api/use-answer.ts';
import type { Verdict } from '#web/components/score/verdict.ts';
import { frozenQuery, frozenUrl } from '#web/components/time/freeze-times.ts';
import { exportFileName } from '#web/exports/file-name.ts';
import { intelligenceText, startOfDay } from '#web/exports/intelligence.ts';
import { Button } from '#web/ui/Button.tsx';
import { CodeBlock } from '#web/ui/CodeBlock.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { downloadFile } from '#web/ui/download-file.ts';
import { DownloadIcon } from '#web/ui/icons.ts';
import { answersAbout, subjectFacts } from './subject-evidence.ts';
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

interface SubjectExportProps {
  readonly subject: Indicator;
  readonly verdict: Verdict | undefined;
  /** The summary for a ticket, defanged. */
  readonly markdown: string;
}

const formats = [
  { id: 'stix', label: 'STIX 2.1', extension: 'stix.json', mediaType: 'application/stix+json;version=2.1' },
  { id: 'misp', label: 'MISP', extension: 'misp.json', mediaType: 'application/json' },
  { id: 'markdown', label: 'Markdown', extension: 'md', mediaType: 'text/markdown' },
  { id: 'json', label: 'JSON', extension: 'json', mediaType: 'application/json' },
] as const;
type Format = (typeof formats)[number];

/** Saves the subject and the evidence that the page has loaded about it; what no tab has asked for is not in it. */
function SubjectExport({ subject, verdict, markdown }: SubjectExportProps) {
  const client = useQueryClient();
  const [saved, setSaved] = useState('');
  const answers = answersAbout(subject, client.getQueryCache().getAll());
  const name = indicatorText(subject);
  const textOf = ({ id }: Format, time: Date): string => {
    if (id === 'markdown') return markdown;
    if (id === 'json')
      return `${JSON.stringify({ metadata: { subject: name, exported_at: time.toISOString() }, answers }, null, 2)}\n`;
    const facts = subjectFacts(subject, verdict, answers);
    const truncation = 'Holds what the page had loaded.';
    return intelligenceText({ title: `subject: ${name}`, facts, truncation, day: startOfDay(time) }, id);
  };
  const save = (format: Format, time: Date) => {
    const file = exportFileName(time, 'subject', name, format.extension);
    downloadFile(file, textOf(format, time), format.mediaType);
    setSaved(`Saved as ${file}.`);
  };
  return (
    <section aria-label="Export this subject">
      <h3 className="mb-1 text-sm text-muted">
        Export this subject with the {answers.length} {answers.length === 1 ? 'answer' : 'answers'} loaded about it
      </h3>
      <div className="flex flex-wrap gap-1">
        {formats.map((format) => (
          <Button key={format.id} onClick={() => save(format, new Date())}>
            <DownloadIcon />
            {format.label}
          </Button>
        ))}
      </div>
      <p role="status" className="text-sm text-ok">
        {saved}
      </p>
    </section>
  );
}
