import { formatNumber } from '#model/format.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { byTime } from '#web/stores/investigation/investigation-edits.ts';
import type { StepNode, StepNodes } from '#web/stores/investigation/investigation-node.ts';
import { stepTitle } from '#web/stores/investigation/investigation-subject.ts';
import { Card } from '#web/kit/ui/Card.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { PinIcon } from '#web/kit/ui/icons.ts';
import { SeenScore } from './InvestigationTree.tsx';

interface MarkedStepsProps {
  readonly nodes: StepNodes;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** What is pinned or has a note, beside every view: what the report is about. */
export function MarkedSteps({ nodes, chosen, onChoose }: MarkedStepsProps) {
  const marked = [...nodes.values()].filter(isMarked).sort(byTime);
  return (
    <Card title="Notes and pins" meta={marked.length > 0 && formatNumber(marked.length)}>
      {marked.length === 0 ? (
        <p className="text-sm text-muted">Pin a step or write a note on it, and it is listed here.</p>
      ) : (
        <ul className="flex max-h-[40vh] flex-col gap-2 overflow-auto">
          {marked.map((node) => (
            <li key={node.id} className="min-w-0">
              <div className="flex items-baseline gap-1.5">
                {node.isPinned && (
                  <span className="flex shrink-0 self-center text-accent">
                    <PinIcon />
                    <span className="sr-only">pinned</span>
                  </span>
                )}
                <button
                  type="button"
                  aria-current={node.id === chosen}
                  onClick={() => onChoose(node.id)}
                  className={`min-w-0 text-left font-mono text-[0.95em] break-all ${linkClass}`}
                >
                  <VisibleText text={stepTitle(node.subject)} />
                </button>
                <span className="ml-auto shrink-0 text-sm">
                  <SeenScore node={node} />
                </span>
              </div>
              {node.note.trim() !== '' && (
                <p className="border-l-2 border-border-strong pl-2 text-sm break-words whitespace-pre-line text-muted">
                  <VisibleText text={node.note.trim()} />
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Pinned or noted. */
export function isMarked({ isPinned, note }: StepNode): boolean {
  return isPinned || note.trim() !== '';
}
