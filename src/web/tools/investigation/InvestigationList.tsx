import { useMemo } from 'react';
import { Link } from 'react-router';
import { factorLabel } from '#model/score-factors.ts';
import { verdictWord } from '#model/verdict.ts';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { flagColumn, indicatorColumn, scoreColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import { RecordTable } from '#web/kit/records/RecordTable.tsx';
import { accordingTo } from '#web/kit/score/verdict.ts';
import { lineOf } from '#web/stores/investigation/investigation-edits.ts';
import {
  stepHref,
  stepKindWord,
  type StepNode,
  type StepNodes,
  stepTitle,
} from '#web/stores/investigation/investigation-node.ts';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { nodeFacts } from './investigation-dossier.ts';
import { timeWords, viaWords } from './investigation-words.ts';
import { investigationRows } from './investigation-rows.ts';
import { SeenScore } from './InvestigationTree.tsx';

/** A step as a row; the names are those of the exports. */
interface StepRow {
  readonly node: StepNode;
  readonly subject: string;
  readonly kind: string;
  readonly score: number | null;
  readonly verdict: string;
  readonly decider: string;
  readonly note: string;
  readonly pinned: boolean;
  readonly from: string;
  readonly via: string;
  readonly depth: number;
  readonly at: string;
}

const columns = [
  indicatorColumn<StepRow>('subject', 'Step', { size: 280, cell: ({ row }) => <StepLink node={row.original.node} /> }),
  textColumn<StepRow>('kind', 'Kind', { size: 110 }),
  scoreColumn<StepRow>('score', 'Verdict as seen', {
    size: 150,
    cell: ({ row }) => <SeenScore node={row.original.node} />,
  }),
  textColumn<StepRow>('verdict', 'Verdict', { size: 120, meta: { isHidden: true } }),
  textColumn<StepRow>('decider', 'Deciding factor', { size: 170 }),
  textColumn<StepRow>('note', 'Note', { size: 280 }),
  flagColumn<StepRow>('pinned', 'Pinned'),
  textColumn<StepRow>('from', 'From', {
    size: 220,
    meta: { description: 'The step it was reached from; empty for a start' },
  }),
  textColumn<StepRow>('via', 'How', { size: 190 }),
  textColumn<StepRow>('depth', 'Depth', { size: 80, meta: { isHidden: true, description: '1 for beginnings' } }),
  timeColumn<StepRow>('at', 'Reached'),
];

const rowKey = ({ node }: StepRow) => node.id;
const factsOf = ({ node }: StepRow) => nodeFacts(node);

interface InvestigationListProps {
  readonly name: string;
  readonly nodes: StepNodes;
}

/** The investigation as a table with filters, sorting and exports. */
export function InvestigationList({ name, nodes }: InvestigationListProps) {
  // in the order of the tree
  const rows = useMemo(() => investigationRows(nodes, new Set()).map(({ node }) => rowOf(node, nodes)), [nodes]);
  return (
    <RecordTable
      caption="Steps of the investigation"
      rows={rows}
      columns={columns}
      rowKey={rowKey}
      urlPrefix="t."
      exportTarget={{ view: 'investigation', subject: name, factsOf }}
    />
  );
}

function rowOf(node: StepNode, nodes: StepNodes): StepRow {
  const parent = node.parent === null ? undefined : nodes.get(node.parent);
  return {
    node,
    subject: stepTitle(node.subject),
    kind: stepKindWord(node.subject),
    score: node.verdict?.score ?? null,
    verdict: verdictWordOf(node),
    decider: accordingTo(factorLabel(node.verdict?.decider), node.verdict?.provider),
    note: node.note,
    pinned: node.isPinned,
    from: parent ? stepTitle(parent.subject) : '',
    via: viaWords(node),
    depth: lineOf(nodes, node.id).length,
    at: timeWords(node.at),
  };
}

/** One word for filters and exports; empty for a step whose verdict was not seen. */
function verdictWordOf({ verdict }: StepNode): string {
  return verdict ? verdictWord(verdict.state, verdict.score) : '';
}

function StepLink({ node: { id, subject } }: { readonly node: StepNode }) {
  return (
    <span data-investigation-node={id}>
      {subject.is === 'subject' ? (
        <IndicatorLink kind={subject.kind} value={subject.value} />
      ) : (
        <Link to={stepHref(subject)} className={linkClass}>
          <VisibleText text={stepTitle(subject)} />
        </Link>
      )}
    </span>
  );
}
