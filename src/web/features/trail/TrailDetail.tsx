import { useRef } from 'react';
import { IndicatorLink } from '#web/components/indicator/IndicatorLink.tsx';
import { deciderSentence } from '#web/components/score/score-words.ts';
import { TimeText } from '#web/components/time/TimeText.tsx';
import { noteChange } from '#web/stores/trail/trail-edits.ts';
import type { TrailNode } from '#web/stores/trail/trail-node.ts';
import { editTrail } from '#web/stores/trail/trail-store.ts';
import { trailHref, trailKindWord, trailTitle } from '#web/stores/trail/trail-subject.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { DeleteIcon, ExpandIcon, PinIcon } from '#web/ui/icons.ts';
import { KeyValueList } from '#web/ui/KeyValueList.tsx';
import { linkClass } from '#web/ui/link-class.ts';
import { TextArea } from '#web/ui/TextArea.tsx';
import { VisibleText } from '#web/ui/VisibleText.tsx';
import { Link } from 'react-router';
import type { NodeDeeds } from './TrailTree.tsx';
import { SeenScore } from './TrailTree.tsx';
import { timeWords, viaWords } from './trail-words.ts';

interface TrailDetailProps {
  readonly node: TrailNode;
  readonly parent: TrailNode | undefined;
  readonly onChoose: (id: string) => void;
  readonly deeds: NodeDeeds;
}

/** Everything about the chosen step, and what can be done with it. */
export function TrailDetail({ node, parent, onChoose, deeds }: TrailDetailProps) {
  const { subject, verdict, isPinned } = node;
  return (
    <Card title="Chosen step" meta={trailKindWord(subject)} isFlush>
      <div className="flex flex-col gap-3 px-3 py-2" data-trail-node={node.id}>
        <p className="text-md">
          {subject.is === 'subject' ? (
            <IndicatorLink kind={subject.kind} value={subject.value} />
          ) : (
            <Link to={trailHref(subject)} className={`font-mono text-[0.95em] ${linkClass}`}>
              <VisibleText text={trailTitle(subject)} />
            </Link>
          )}
        </p>
        <div className="flex flex-wrap gap-1.5">
          <Button size="sm" aria-pressed={isPinned} onClick={() => deeds.pin(node)}>
            <PinIcon />
            {isPinned ? 'Unpin' : 'Pin'}
          </Button>
          <Button
            size="sm"
            disabledReason={deeds.canExpand(node) ? undefined : 'Nothing can be asked here; open its page instead.'}
            onClick={() => deeds.expand(node)}
          >
            <ExpandIcon />
            Expand …
          </Button>
          <Button size="sm" variant="quiet" onClick={() => deeds.remove(node)}>
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
                  <VisibleText text={trailTitle(parent.subject)} />
                </button>
              ) : (
                <span className="text-faint">a beginning</span>
              ),
            },
          ]}
        />
      </div>
    </Card>
  );
}

export const noteFieldId = 'trail-note';

/** Kept letter by letter; undone as a whole. */
function NoteField({ node }: { readonly node: TrailNode }) {
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
          editTrail((nodes) => noteChange(nodes.get(node.id) ?? node, note), goesOn.current);
          goesOn.current = true;
        }}
      />
    </div>
  );
}
