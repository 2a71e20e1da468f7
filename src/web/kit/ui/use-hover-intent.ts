import { useCallback, useEffect, useRef, useState } from 'react';
import type { FocusEvent, PointerEvent } from 'react';

interface HoverIntent {
  isOpen: boolean;
  /** A stable function. */
  close: () => void;
  /** For the element that contains both trigger and popup, so that the pointer can move from one to the other. */
  props: {
    onPointerOver: (event: PointerEvent) => void;
    onPointerLeave: () => void;
    onPointerDown: (event: PointerEvent) => void;
    onFocus: (event: FocusEvent) => void;
    onBlur: (event: FocusEvent) => void;
  };
}

const leaveDelayMs = 120;

/** Of the popup; the trigger is outside of it as well. */
const isOutside = ({ target }: { readonly target: EventTarget | null }) =>
  !(target instanceof Element && target.closest('[popover]'));

/**
 * Opens when the pointer rests or on keyboard focus, stays open while either is inside, closes on Escape and on press
 * (WCAG 1.4.13: dismissible, hoverable, persistent). Touch does not open it, because a tap is the click itself.
 */
export function useHoverIntent(delayMs: number, hasContent = true): HoverIntent {
  const [isWanted, setIsWanted] = useState(false);
  const isOpen = isWanted && hasContent;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const schedule = (open: boolean, afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsWanted(open), afterMs);
  };
  const close = useCallback(() => {
    clearTimeout(timer.current);
    setIsWanted(false);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return;
    // on the document, since the pointer may have opened the card while the focus is elsewhere
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Escape closes only the card, not the dialog around it
      event.preventDefault();
      event.stopPropagation();
      close();
    };
    // a press elsewhere closes it at once: the next Escape is for what that press opened
    const onPress = (event: Event) => isOutside(event) && close();
    document.addEventListener('keydown', onKeyDown, { capture: true });
    document.addEventListener('pointerdown', onPress, { capture: true });
    return () => {
      document.removeEventListener('keydown', onKeyDown, { capture: true });
      document.removeEventListener('pointerdown', onPress, { capture: true });
    };
  }, [isOpen, close]);
  return {
    isOpen,
    close,
    props: {
      onPointerOver: (event) => event.pointerType !== 'touch' && schedule(true, isOpen ? 0 : delayMs),
      onPointerLeave: () => schedule(false, leaveDelayMs),
      onPointerDown: (event) => isOutside(event) && close(),
      onFocus: (event) => event.target.matches(':focus-visible') && schedule(true, isOpen ? 0 : delayMs / 2),
      onBlur: (event) => !event.currentTarget.contains(event.relatedTarget) && close(),
    },
  };
}
