import { useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { TraceButton } from '#web/kit/indicator/TraceButton.tsx';
import { deciderSentence } from '#web/kit/score/score-words.ts';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { noteChange } from '#web/stores/investigation/investigation-edits.ts';
import {
  stepHref,
  stepKindWord,
  type StepNode,
  type StepNodes,
  stepTitle,
} from '#web/stores/investigation/investigation-node.ts';
import { editInvestigation } from '#web/stores/investigation/investigation-store.ts';
import { connectionType } from '#web/kit/indicator/trace-connections.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { CompareIcon, DeleteIcon, ExpandIcon, PinIcon } from '#web/kit/ui/icons.ts';
import { KeyValueList } from '#web/kit/ui/KeyValueList.tsx';
import type { MenuEntry } from '#web/kit/ui/menu-entry.ts';
import { MenuButton } from '#web/kit/ui/MenuButton.tsx';
import { TextArea } from '#web/kit/ui/Field.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { isComparable } from '#web/url/subject-path.ts';
import { paths } from '#web/url/paths.ts';
import { timeWords, verdictWords, viaWords } from './investigation-words.ts';
import { type NodeActions, SeenScore } from './InvestigationTree.tsx';

interface InvestigationDetailProps {
  readonly node: StepNode;
  readonly nodes: StepNodes;
  readonly onChoose: (id: string) => void;
  readonly actions: NodeActions;
}

/** Details and actions of the selected step. */
export function InvestigationDetail({ node, nodes, onChoose, actions }: InvestigationDetailProps) {
  const { subject, verdict, isPinned } = node;
  const parent = nodes.get(node.parent ?? '');
  const navigate = useNavigate();
  const others = comparedWith(node, nodes);
  return (
    <Card title="Selected step" meta={stepKindWord(subject)} isFlush>
      <div className="flex flex-col gap-3 px-3 py-2" data-investigation-node={node.id}>
        <p className="text-md">
          {subject.is === 'subject' ? (
            <IndicatorLink kind={subject.kind} value={subject.value} />
          ) : (
            <Link to={stepHref(subject)} className={`font-mono text-[0.95em] ${linkClass}`}>
              <VisibleText text={stepTitle(subject)} />
            </Link>
          )}
        </p>
        <div className="flex flex-wrap gap-1.5">
          <Button size="sm" aria-pressed={isPinned} onClick={() => actions.pin(node)}>
            <PinIcon />
            {isPinned ? 'Unpin' : 'Pin'}
          </Button>
          <Button
            size="sm"
            disabledReason={
              actions.canExpand(node) ? undefined : 'This step cannot be expanded; open its page instead.'
            }
            onClick={() => actions.expand(node)}
          >
            <ExpandIcon />
            Expand …
          </Button>
          {connectionType(subject) !== undefined && <TraceButton node={() => node.id} />}
          {others.length > 0 && (
            <MenuButton label="Compare with" size="sm" entries={() => compareEntries(node, others, navigate)}>
              <CompareIcon />
              Compare with
            </MenuButton>
          )}
          <Button size="sm" variant="quiet" onClick={() => actions.remove(node)}>
            <DeleteIcon />
            Delete<span className="sr-only"> this step and all below it</span>
          </Button>
        </div>
        <NoteField key={node.id} node={node} />
        <KeyValueList
          items={[
            {
              key: 'Verdict as seen',
              value: verdict ? (
                <>
                  <SeenScore node={node} />
                  <span className="block text-sm text-muted">
                    {deciderSentence(verdict.score, verdict.decider, verdict.provider)}
                  </span>
                  <span className="block text-sm text-faint">
                    <TimeText value={timeWords(verdict.at)} />
                  </span>
                </>
              ) : (
                <span className="text-faint">not looked at</span>
              ),
            },
            { key: 'Reached', value: <TimeText value={timeWords(node.at)} /> },
            { key: 'How', value: viaWords(node) },
            {
              key: 'From',
              value: parent ? (
                <button
                  type="button"
                  onClick={() => onChoose(parent.id)}
                  className={`text-left break-all ${linkClass}`}
                >
                  <VisibleText text={stepTitle(parent.subject)} />
                </button>
              ) : (
                <span className="text-faint">Start</span>
              ),
            },
          ]}
        />
      </div>
    </Card>
  );
}

const mostCompared = 30;

/** The other domains and addresses of the investigation, each once, the pinned first, then the latest. */
function comparedWith({ subject }: StepNode, nodes: StepNodes): readonly StepNode[] {
  if (subject.is !== 'subject' || !isComparable(subject.kind)) return [];
  const others = [...nodes.values()].filter(
    (other) =>
      other.subject.is === 'subject' && isComparable(other.subject.kind) && other.subject.value !== subject.value,
  );
  const ordered = others.sort((a, b) => Number(b.isPinned) - Number(a.isPinned) || b.at - a.at);
  return [...new Map(ordered.toReversed().map((each) => [stepHref(each.subject), each])).values()]
    .toReversed()
    .slice(0, mostCompared);
}

function compareEntries(
  node: StepNode,
  others: readonly StepNode[],
  navigate: (path: string) => unknown,
): readonly MenuEntry[] {
  return others.map(({ id, subject, isPinned, verdict }) => ({
    kind: 'action',
    id,
    label: stepTitle(subject),
    detail: [isPinned && 'pinned', verdict && verdictWords({ verdict: { ...verdict, decider: '' } })]
      .filter(Boolean)
      .join(', '),
    onAction: () => void navigate(paths.compare([stepTitle(node.subject), stepTitle(subject)])),
  }));
}

export const noteFieldId = 'investigation-note';

/** Saved on every key press; undone as a whole. */
function NoteField({ node }: { readonly node: StepNode }) {
  const goesOn = useRef(false);
  return (
    <div id={noteFieldId}>
      <TextArea
        label="Note"
        rows={4}
        spellCheck
        className="[&_textarea]:font-sans"
        placeholder="What it means, what to check next"
        value={node.note}
        onFocus={() => (goesOn.current = false)}
        onChange={(note) => {
          editInvestigation((nodes) => noteChange(nodes.get(node.id) ?? node, note), goesOn.current);
          goesOn.current = true;
        }}
      />
    </div>
  );
}
