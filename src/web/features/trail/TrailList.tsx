import { useMemo } from 'react';
import { Link } from 'react-router';
import { factorLabel } from '#model/score-factors.ts';
import { verdictWord } from '#model/verdict.ts';
import { IndicatorLink } from '#web/components/indicator/IndicatorLink.tsx';
import {
  flagColumn,
  indicatorColumn,
  scoreColumn,
  textColumn,
  timeColumn,
} from '#web/components/records/record-columns.tsx';
import { RecordTable } from '#web/components/records/RecordTable.tsx';
import { lineOf } from '#web/stores/trail/trail-edits.ts';
import { seenState, type TrailNode, type TrailNodes } from '#web/stores/trail/trail-node.ts';
import { trailHref, trailKindWord, trailTitle } from '#web/stores/trail/trail-subject.ts';
import { linkClass } from '#web/ui/link-class.ts';
import { VisibleText } from '#web/ui/VisibleText.tsx';
import { nodeFacts } from './trail-dossier.ts';
import { trailRows } from './trail-rows.ts';
import { SeenScore } from './TrailTree.tsx';
import { timeWords, viaWords } from './trail-words.ts';

/** A step as a row; the names are those of the exports. */
interface StepRow {
  readonly node: TrailNode;
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
  indicatorColumn<StepRow>('subject', 'Step', { width: 280, cell: ({ row }) => <StepLink node={row.node} /> }),
  textColumn<StepRow>('kind', 'Kind', { width: 110 }),
  scoreColumn<StepRow>('score', 'Verdict as seen', { width: 150, cell: ({ row }) => <SeenScore node={row.node} /> }),
  textColumn<StepRow>('verdict', 'Verdict', { width: 120, hidden: true }),
  textColumn<StepRow>('decider', 'Deciding factor', { width: 170 }),
  textColumn<StepRow>('note', 'Note', { width: 280 }),
  flagColumn<StepRow>('pinned', 'Pinned'),
  textColumn<StepRow>('from', 'From', {
    width: 220,
    description: 'The step it was reached from; empty for a beginning',
  }),
  textColumn<StepRow>('via', 'How', { width: 190 }),
  textColumn<StepRow>('depth', 'Depth', { width: 80, hidden: true, description: '1 for beginnings' }),
  timeColumn<StepRow>('at', 'Reached'),
];

const rowKey = ({ node }: StepRow) => node.id;
const factsOf = ({ node }: StepRow) => nodeFacts(node);

interface TrailListProps {
  readonly name: string;
  readonly nodes: TrailNodes;
}

/** The trail as a table: the twin of tree and graph, with filters, orders and exports of its own. */
export function TrailList({ name, nodes }: TrailListProps) {
  // in the order of the tree
  const rows = useMemo(() => trailRows(nodes, new Set()).map(({ node }) => rowOf(node, nodes)), [nodes]);
  return (
    <RecordTable
      caption="Steps of the trail"
      rows={rows}
      columns={columns}
      rowKey={rowKey}
      urlPrefix="t."
      exportTarget={{ view: 'trail', subject: name, factsOf }}
    />
  );
}

function rowOf(node: TrailNode, nodes: TrailNodes): StepRow {
  const parent = node.parent === null ? undefined : nodes.get(node.parent);
  return {
    node,
    subject: trailTitle(node.subject),
    kind: trailKindWord(node.subject),
    score: node.verdict?.score ?? null,
    verdict: verdictWordOf(node),
    decider: factorLabel(node.verdict?.decider),
    note: node.note,
    pinned: node.isPinned,
    from: parent ? trailTitle(parent.subject) : '',
    via: viaWords(node),
    depth: lineOf(nodes, node.id).length,
    at: timeWords(node.at),
  };
}

/** One word for filters and exports; empty for a step whose verdict was not seen. */
function verdictWordOf({ verdict }: TrailNode): string {
  return verdict ? verdictWord(seenState(verdict), verdict.score) : '';
}

function StepLink({ node: { id, subject } }: { readonly node: TrailNode }) {
  return (
    <span data-trail-node={id}>
      {subject.is === 'subject' ? (
        <IndicatorLink kind={subject.kind} value={subject.value} />
      ) : (
        <Link to={trailHref(subject)} className={linkClass}>
          <VisibleText text={trailTitle(subject)} />
        </Link>
      )}
    </span>
  );
}
