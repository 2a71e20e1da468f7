import type { RetroHuntRecord } from '#contract/generated/types.gen.ts';
import { listedFacts } from '#web/exports/row-facts.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { paged } from '#web/kit/panel/panel-source.tsx';
import {
  categoryColumn,
  countColumn,
  flagColumn,
  indicatorColumn,
  textColumn,
  timeColumn,
} from '#web/kit/records/record-columns.tsx';
import { RetroHuntLogs } from './RetroHuntLogs.tsx';
import { retroHuntQuestion, retroHuntWords } from './retro-hunt-words.ts';

interface RetroHuntProps {
  /** A name or address; '' for all. */
  readonly subject: string;
  /** Only listings that began after the first DNS answer and count in scores. */
  readonly isListedAfter: boolean;
}

/** Names and addresses that feeds listed when own logs had resolved them. */
export const RetroHuntTable = defineEvidence(
  paged(({ subject, isListedAfter }: RetroHuntProps) => retroHuntQuestion(subject, isListedAfter)),
  {
    title: 'Retro-hunt',
    rows: ({ records }) => records,
    empty: 'No listing matches.',
    columns: [
      indicatorColumn<RetroHuntRecord>('subject', 'Resolved and listed', { size: 210 }),
      textColumn<RetroHuntRecord>('list', 'List', { size: 140 }),
      categoryColumn<RetroHuntRecord>('category', 'Category', 110),
      timeColumn<RetroHuntRecord>('listed', 'First listed', { size: 108 }),
      countColumn<RetroHuntRecord>('days_before', 'Days before', {
        size: 110,
        meta: {
          description:
            'Days from the first DNS answer to the first day on the list; 0 or less when it was listed already',
        },
      }),
      countColumn<RetroHuntRecord>('answers', 'DNS answers', {
        size: 116,
        meta: { description: 'In your own logs until the update of the feed' },
      }),
      countColumn<RetroHuntRecord>('name_count', 'Names', {
        size: 84,
        meta: { isHidden: true, description: 'Names that were asked for' },
      }),
      timeColumn<RetroHuntRecord>('first_seen', 'First answer', { size: 150 }),
      timeColumn<RetroHuntRecord>('last_seen', 'Last answer', { size: 160, meta: { isHidden: true } }),
      textColumn<RetroHuntRecord>('names', 'Names asked for', {
        size: 210,
        accessorFn: ({ names = [] }) => names.join(', '),
        meta: { description: 'The first five' },
      }),
      textColumn<RetroHuntRecord>('logs', 'Logs', {
        size: 190,
        accessorFn: ({ logs = [] }) => logs.map(({ source = '', import: number }) => `${source} #${number}`).join(', '),
        cell: ({ row }) => <RetroHuntLogs logs={row.original.logs} />,
        meta: { description: 'Format, sensor and number of each log, most DNS answers first' },
      }),
      timeColumn<RetroHuntRecord>('updated', 'Feed updated', { size: 160, meta: { isHidden: true } }),
      textColumn<RetroHuntRecord>('indicator', 'Listed indicator', {
        size: 240,
        meta: { isHidden: true, description: 'The subject, or a URL on it' },
      }),
      flagColumn<RetroHuntRecord>('known_benign', 'Known benign', {
        meta: {
          isHidden: true,
          description: 'Known benign, very popular or a sinkhole: the listing counts in no score',
        },
      }),
      flagColumn<RetroHuntRecord>('never_flag', 'Never flag', {
        meta: { isHidden: true, description: 'On the never-flag list of the team' },
      }),
      textColumn<RetroHuntRecord>('sentence', 'In words', { accessorFn: retroHuntWords, meta: { isHidden: true } }),
      textColumn<RetroHuntRecord>('source', 'Source id', { meta: { isHidden: true } }),
    ],
    rowKey: ({ subject, source, category, listed }) => [subject, source, category, listed].join(' '),
    expectedRows: 12,
    urlPrefix: 'rh.',
    exports: {
      view: 'retro-hunt',
      subject: ({ subject }) => subject || 'all',
      facts: ({ subject = '', list = '', category = '', listed = '' }) =>
        listedFacts({ subject, title: list, category, first_listed: listed }),
    },
  },
);
