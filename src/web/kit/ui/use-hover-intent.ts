import { useCallback, useEffect, useRef, useState } from 'react';
import type { FocusEvent, PointerEvent } from 'react';

interface HoverIntent {
  isOpen: boolean;
  /** Never changes. */
  close: () => void;
  /** For the element that holds both the trigger and the popup, so that the pointer may move from one to the other. */
  props: {
    onPointerOver: (event: PointerEvent) => void;
    onPointerLeave: () => void;
    onPointerDown: (event: PointerEvent) => void;
    onFocus: (event: FocusEvent) => void;
    onBlur: (event: FocusEvent) => void;
  };
}

const leaveDelayMs = 120;

/**
 * Opens on resting the pointer or on keyboard focus, stays while the pointer or the focus is inside, closes on Escape and on press
 * (WCAG 1.4.13: dismissible, hoverable, persistent). Touch never opens it: a tap is the click itself.
 */
export function useHoverIntent(delayMs: number): HoverIntent {
  const [isOpen, setIsOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const schedule = (open: boolean, afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsOpen(open), afterMs);
  };
  const close = useCallback(() => {
    clearTimeout(timer.current);
    setIsOpen(false);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return;
    // On the document: the pointer may have opened it while the focus is somewhere else.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Escape closes this card only, not the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      close();
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isOpen, close]);
  return {
    isOpen,
    close,
    props: {
      onPointerOver: (event) => event.pointerType !== 'touch' && schedule(true, isOpen ? 0 : delayMs),
      onPointerLeave: () => schedule(false, leaveDelayMs),
      onPointerDown: (event) => (event.target as Element).closest('[popover]') === null && close(),
      onFocus: (event) => event.target.matches(':focus-visible') && schedule(true, isOpen ? 0 : delayMs / 2),
      onBlur: (event) => !event.currentTarget.contains(event.relatedTarget) && close(),
    },
  };
}
