import { parseAsn } from '#model/asn.ts';
import { type Indicator, indicatorOf } from '#model/indicator-of.ts';
import { judgementLabel, judgementWords } from '#model/judgement-words.ts';
import { type Judgement, judgementKey } from '#model/judgement.ts';
import { readJudgement } from '#web/api/team.ts';
import { JudgementBadge } from '#web/kit/indicator/Judgements.tsx';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import { flagColumn, indicatorColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { SubjectsDialog } from './JudgeDialog.tsx';

/** Everything that the team says, newest first. Enter on a row judges its subject, or takes a judgement back. */
export const JudgementTable = defineEvidence(
  asked(() => ({ operationId: 'judgements' })),
  {
    title: 'Judgements',
    rows: ({ records }) => records?.map(readJudgement),
    empty:
      'Nobody has judged anything yet. “Judge” is in the header of every subject, in the menu of every value, and among the actions of selected rows.',
    emptyWord: 'No judgements',
    columns: [
      indicatorColumn<Judgement>('subject', 'Subject', { size: 240, meta: { indicatorOf: judgedIndicator } }),
      // its name keeps the column of the team away, which would repeat this one
      textColumn<Judgement>('team', 'Judgement', {
        size: 140,
        accessorFn: judgementLabel,
        cell: ({ row }) => <JudgementBadge {...row.original} />,
      }),
      textColumn<Judgement>('kind', 'Kind', {
        size: 100,
        accessorFn: ({ kind }) => judgementWords[kind].label,
        meta: { isHidden: true, exportValue: ({ kind }) => kind },
      }),
      textColumn<Judgement>('reason', 'Reason', {
        size: 240,
        cell: ({ row }) => <VisibleText text={row.original.reason} foldAt={Infinity} />,
      }),
      flagColumn<Judgement>('below', 'Names below', { size: 110 }),
      textColumn<Judgement>('author', 'Author', { size: 120 }),
      timeColumn<Judgement>('at', 'Judged'),
      timeColumn<Judgement>('until', 'Last day', { size: 100 }),
      flagColumn<Judgement>('configured', 'Configured', {
        size: 110,
        meta: { isHidden: true, description: 'Listed in SIGHTLINE_NEVER_FLAG; only the configuration takes it back' },
      }),
    ],
    rowKey: (judgement) => `${judgementKey(judgement)} ${judgement.configured}`,
    opens: {
      label: 'Open the judgement',
      Dialog: ({ row, onClose }) => <SubjectsDialog subjects={[row.subject]} onClose={onClose} />,
    },
    views: () => ({
      facets: [
        { id: 'kind', label: 'Kind' },
        { id: 'author', label: 'Author' },
      ],
    }),
    expectedRows: 12,
    urlPrefix: 'j.',
    exports: { view: 'judgements', subject: () => 'team' },
  },
);

function judgedIndicator(subject: string): Indicator | null {
  const asn = /^AS\d+$/.test(subject) ? parseAsn(subject) : null;
  return asn === null ? indicatorOf(subject) : { kind: 'asn', value: String(asn) };
}
