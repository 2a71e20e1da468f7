import { seenFacts } from '#web/exports/row-facts.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { paged } from '#web/kit/panel/panel-source.tsx';
import { indicatorColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import { evidenceText, findingSubject, namedFindings, type NamedFinding, subjectTypeLabel } from './finding-words.ts';
import { findingsQuestion, type FindingState } from './findings-question.ts';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';

interface FindingsTableProps {
  /** The id of a detector; '' for all. */
  readonly detector: string;
  readonly state: FindingState;
}

const columns = [
  indicatorColumn<NamedFinding>('subject', 'Subject', {
    size: 200,
    meta: { indicatorOf: (_value, row) => findingSubject(row) },
  }),
  textColumn<NamedFinding>('subject_type', 'Kind', {
    size: 84,
    accessorFn: subjectTypeLabel,
    meta: { isHidden: true },
  }),
  textColumn<NamedFinding>('title', 'Finding', { size: 180, meta: { isKey: true } }),
  textColumn<NamedFinding>('summary', 'In words', { size: 600 }),
  timeColumn<NamedFinding>('appeared', 'Appeared', {
    size: 108,
    meta: { description: 'Day on which the detector found it first' },
  }),
  timeColumn<NamedFinding>('gone', 'Gone', {
    size: 108,
    meta: { description: 'Day on which the detector did not find it any more' },
  }),
  timeColumn<NamedFinding>('first_seen', 'Evidence from', { size: 160, meta: { isHidden: true } }),
  timeColumn<NamedFinding>('last_seen', 'Evidence to', { size: 160, meta: { isHidden: true } }),
  textColumn<NamedFinding>('evidence', 'Evidence', {
    size: 360,
    accessorFn: ({ evidence = [] }) => evidence.map(evidenceText).join('; '),
    meta: { isHidden: true },
  }),
  textColumn<NamedFinding>('detector', 'Detector id', { meta: { isHidden: true } }),
];
const titles = { current: 'Current findings', gone: 'Past findings', all: 'All findings' };
const currentColumns = columns.filter(({ id }) => id !== 'gone');

/** What the detectors found, newest first. Enter on a row, or its menu, opens the evidence; the URL holds the open one. */
export const FindingsTable = defineEvidence(
  paged(({ detector, state }: FindingsTableProps) => findingsQuestion(detector, state)),
  {
    title: ({ state }) => titles[state],
    rows: namedFindings,
    empty: 'No finding matches.',
    total: ({ total }) => total,
    columns: ({ state }) => (state === 'current' ? currentColumns : columns),
    rowKey: ({ detector, subject, appeared, first_seen }) => [detector, subject, appeared, first_seen].join(' '),
    opens: {
      label: 'Show the evidence',
      Dialog: lazyPart(async () => (await import('./FindingDialog.tsx')).FindingDialog),
    },
    views: () => ({ facets }),
    expectedRows: 12,
    urlPrefix: 'fi.',
    exports: {
      view: 'findings',
      subject: ({ detector }) => detector || 'all',
      facts: ({ subject, summary, first_seen: first, last_seen: last }) =>
        seenFacts(subject, { first, last, reason: summary }),
    },
  },
);

const facets = [
  { id: 'title', label: 'Finding' },
  { id: 'subject_type', label: 'Kind' },
] as const;
