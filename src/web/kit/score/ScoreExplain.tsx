import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useAnchored } from '#web/kit/ui/use-anchored.ts';
import { useHoverIntent } from '#web/kit/ui/use-hover-intent.ts';
import { ExplainList } from './ExplainList.tsx';
import { deciderSentence } from './score-words.ts';
import type { Verdict } from './verdict.ts';

interface ScoreExplainProps {
  /** The name of the score: "Risk score". */
  readonly name: string;
  readonly verdict: Verdict;
  /** The score as shown on the page. */
  readonly children: ReactNode;
}

/** A score with its explanation: hover, focus or click shows the deciding factor and the inputs. */
export function ScoreExplain({ name, verdict, children }: ScoreExplainProps) {
  const id = useId();
  const triggerRef = useRef<HTMLButtonElement>(null);
  const popupRef = useRef<HTMLDivElement>(null);
  const hover = useHoverIntent(300);
  const { close } = hover;
  // a click keeps the explanation open without the pointer, and opens it on touch screens
  const [isPinned, setIsPinned] = useState(false);
  const isOpen = hover.isOpen || isPinned;
  useEffect(() => {
    if (!isPinned) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Escape closes only the explanation, not the dialog around it
      event.preventDefault();
      event.stopPropagation();
      setIsPinned(false);
      // the pointer or the focus may also have opened it, or be about to
      close();
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isPinned, close]);
  useAnchored(popupRef, () => triggerRef.current, isOpen, { side: 'bottom', align: 'start', gap: 4 });
  return (
    <span
      className="contents"
      {...hover.props}
      onBlur={(event) => {
        hover.props.onBlur(event);
        if (!event.currentTarget.contains(event.relatedTarget)) setIsPinned(false);
      }}
    >
      <button
        ref={triggerRef}
        type="button"
        data-print=""
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-describedby={isOpen ? id : undefined}
        onClick={() => setIsPinned(!isPinned)}
        className="target cursor-help rounded-md decoration-dotted underline-offset-4 hover:underline"
      >
        <span className="sr-only">{name}: why </span>
        {children}
      </button>
      {isOpen && (
        <div
          ref={popupRef}
          id={id}
          popover="manual"
          role="group"
          aria-label={`${name}: why`}
          className="popup w-96 p-3"
        >
          <ScoreReasons {...verdict} />
        </div>
      )}
    </span>
  );
}

function ScoreReasons({ score, decider, inputs, provider }: Verdict) {
  const sentence = deciderSentence(score, decider, provider);
  return (
    <>
      {sentence && <p className="font-medium">{sentence}</p>}
      {inputs.map(({ title, explain }) => (
        <div key={title} className="mt-2 first:mt-0">
          <p className="text-sm text-muted">{title}</p>
          <ExplainList explain={explain} />
        </div>
      ))}
      {inputs.length === 0 && <p className="mt-1 text-muted">The service gives no inputs of this score.</p>}
    </>
  );
}
