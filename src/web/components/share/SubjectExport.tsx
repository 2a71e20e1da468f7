import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { indicatorText, type Indicator } from '#model/indicator-of.ts';
import type { Verdict } from '#web/components/score/verdict.ts';
import { exportFileName } from '#web/exports/file-name.ts';
import { intelligenceText, startOfDay } from '#web/exports/intelligence.ts';
import { Button } from '#web/ui/Button.tsx';
import { downloadFile } from '#web/ui/download-file.ts';
import { DownloadIcon } from '#web/ui/icons.ts';
import { answersAbout, subjectFacts } from './subject-evidence.ts';

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
export function SubjectExport({ subject, verdict, markdown }: SubjectExportProps) {
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
