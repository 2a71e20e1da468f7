import { useRef } from 'react';
import { Link } from 'react-router';
import { IndicatorLink } from '#web/components/indicator/IndicatorLink.tsx';
import { deciderSentence } from '#web/components/score/score-words.ts';
import { TimeText } from '#web/components/time/TimeText.tsx';
import { noteChange } from '#web/stores/investigation/investigation-edits.ts';
import type { StepNode } from '#web/stores/investigation/investigation-node.ts';
import { editInvestigation } from '#web/stores/investigation/investigation-store.ts';
import { stepHref, stepKindWord, stepTitle } from '#web/stores/investigation/investigation-subject.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { linkClass } from '#web/ui/class-names.ts';
import { DeleteIcon, ExpandIcon, PinIcon } from '#web/ui/icons.ts';
import { KeyValueList } from '#web/ui/KeyValueList.tsx';
import { TextArea } from '#web/ui/TextField.tsx';
import { VisibleText } from '#web/ui/VisibleText.tsx';
import { timeWords, viaWords } from './investigation-words.ts';
import { type NodeActions, SeenScore } from './InvestigationTree.tsx';

interface InvestigationDetailProps {
  readonly node: StepNode;
  readonly parent: StepNode | undefined;
  readonly onChoose: (id: string) => void;
  readonly actions: NodeActions;
}

/** Everything about the chosen step, and what can be done with it. */
export function InvestigationDetail({ node, parent, onChoose, actions }: InvestigationDetailProps) {
  const { subject, verdict, isPinned } = node;
  return (
    <Card title="Chosen step" meta={stepKindWord(subject)} isFlush>
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
            disabledReason={actions.canExpand(node) ? undefined : 'Nothing can be asked here; open its page instead.'}
            onClick={() => actions.expand(node)}
          >
            <ExpandIcon />
            Expand …
          </Button>
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
                  <span className="block text-sm text-muted">{deciderSentence(verdict.score, verdict.decider)}</span>
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

export const noteFieldId = 'investigation-note';

/** Kept letter by letter; undone as a whole. */
function NoteField({ node }: { readonly node: StepNode }) {
  const goesOn = useRef(false);
  return (
    <div id={noteFieldId}>
      <TextArea
        label="Note"
        rows={4}
        spellCheck
        className="[&_textarea]:font-sans"
        placeholder="What it means, what to ask next"
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
