import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useAnchored } from './use-anchored.ts';
import { useHoverIntent } from './use-hover-intent.ts';

interface HoverCardProps {
  /** What the card is about, for screen readers. */
  label: string;
  /** Called only while the card is open, so that its queries run only then. */
  content: () => ReactNode;
  /** The trigger; its first element must be focusable. */
  children: ReactNode;
  /** Rest before opening, so that crossing a table asks nothing. */
  delayMs?: number;
}

/** A small card about the element it wraps, on hover and keyboard focus; the pointer may enter it and Tab reaches its links. */
export function HoverCard({ label, content, children, delayMs = 350 }: HoverCardProps) {
  const wrapperRef = useRef<HTMLSpanElement>(null);
  const popupRef = useRef<HTMLSpanElement>(null);
  const hover = useHoverIntent(delayMs);
  useAnchored(popupRef, () => wrapperRef.current?.firstElementChild ?? null, hover.isOpen, {
    side: 'bottom',
    align: 'start',
    gap: 4,
  });
  return (
    <span ref={wrapperRef} className="contents" {...hover.props}>
      {children}
      {hover.isOpen && (
        <span ref={popupRef} popover="manual" role="group" aria-label={label} className="popup w-72 p-3">
          {content()}
        </span>
      )}
    </span>
  );
}
