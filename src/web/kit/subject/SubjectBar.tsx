import { type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Verdict } from '#web/kit/score/verdict.ts';
import { VerdictBadge } from '#web/kit/score/VerdictBadge.tsx';
import { subjectBarId } from '#web/stores/shown-verdict.ts';
import { FoldedName } from './SubjectName.tsx';

interface SubjectBarProps {
  /** The subject as text. */
  readonly name: string;
  /** undefined while loading, or while an “as of” day hides the verdict. */
  readonly verdict: Verdict | undefined;
}

/** Name and verdict of the subject in one line above the scrolled page. Hidden from screen readers, since it repeats the header. */
export function SubjectBar({ name, verdict }: SubjectBarProps) {
  const place = document.getElementById(subjectBarId);
  if (!place) return null;
  return createPortal(
    <div aria-hidden="true" className="border-b border-border bg-bg">
      <p className="mx-auto flex h-10 w-full max-w-[160rem] items-center gap-3 px-3 sm:px-4">
        <span className="shrink-0 font-mono font-semibold max-sm:max-w-1/2 max-sm:truncate">
          <FoldedName text={name} />
        </span>
        {verdict && (
          <>
            <VerdictBadge state={verdict.state} score={verdict.score} isWordHidden />
            <span className="min-w-0 truncate text-muted">{verdict.sentence}</span>
          </>
        )}
      </p>
    </div>,
    place,
  );
}

/** Whether an element is scrolled away above the window. */
export function useIsPast(): readonly [RefObject<HTMLElement | null>, boolean] {
  const ref = useRef<HTMLElement>(null);
  const [isPast, setIsPast] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setIsPast(!entry.isIntersecting && entry.boundingClientRect.bottom <= topBarPx);
    }, options);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, isPast];
}

/** The height of the top bar. */
const topBarPx = 48;
const options = { rootMargin: `-${topBarPx}px 0px 0px 0px` };
