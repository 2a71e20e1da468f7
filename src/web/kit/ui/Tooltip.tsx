import { cloneElement, type ReactElement, type ReactNode, useId, useRef } from 'react';
import { Kbd } from './Kbd.tsx';
import { useAnchored } from './use-anchored.ts';
import { useHoverIntent } from './use-hover-intent.ts';

interface TooltipProps {
  /** Nothing is shown without one. */
  text?: string;
  shortcut?: string | undefined;
  /** The text is already the accessible name of the child, so screen readers do not also read it as the description. */
  isName?: boolean;
  /** One focusable element. */
  children: ReactElement<{ 'aria-describedby'?: string }>;
}

/** A short text beside a control, on hover and on keyboard focus. For content that can be pressed, use HoverCard. */
export function Tooltip({ text, shortcut, isName = false, children }: TooltipProps) {
  const id = useId();
  const wrapperRef = useRef<HTMLSpanElement>(null);
  const popupRef = useRef<HTMLSpanElement>(null);
  const hover = useHoverIntent(400, text !== undefined);
  useAnchored(popupRef, () => wrapperRef.current?.firstElementChild ?? null, hover.isOpen, {
    side: 'top',
    align: 'center',
    gap: 6,
  });
  return (
    <span ref={wrapperRef} className="contents" {...hover.props}>
      {isName ? children : cloneElement(children, { 'aria-describedby': id })}
      {!isName && (
        <span id={id} hidden>
          {text}
        </span>
      )}
      {hover.isOpen && (
        <span
          ref={popupRef}
          popover="manual"
          role="tooltip"
          aria-hidden={isName}
          className="popup max-w-72 px-2 py-1 text-sm"
        >
          {text} {shortcut && <Kbd>{shortcut}</Kbd>}
        </span>
      )}
    </span>
  );
}

/** Longer values have their own dialog. */
const MAX_TITLE_CHARACTERS = 500;

/**
 * On hover, sets the full text of a truncated element as its title, while it is truncated. Skips controls inside it,
 * which have their own cards and names, and keeps a title set by the component.
 */
export function showTitleOnTruncate(root: Document): void {
  root.addEventListener('pointerover', ({ target }) => {
    if (!(target instanceof Element)) return;
    const element = target.closest<HTMLElement>('.truncate, [role="grid"] td');
    if (!element || (element.title !== '' && element.dataset['truncated'] === undefined)) return;
    const control = target.closest('a:not([data-plain]), button');
    const isTruncated = element.scrollWidth > element.clientWidth && !(control && element.contains(control));
    if (isTruncated) {
      element.dataset['truncated'] = '';
      element.title = element.innerText.slice(0, MAX_TITLE_CHARACTERS);
    } else if (element.dataset['truncated'] !== undefined) {
      delete element.dataset['truncated'];
      element.removeAttribute('title');
    }
  });
}

interface HoverCardProps {
  /** The subject of the card, for screen readers. */
  label: string;
  /** Called only while the card is open, so that its queries run only then. */
  content: () => ReactNode;
  /** The trigger; its first element must be focusable. */
  children: ReactNode;
}

/** How long the pointer must rest before a card opens, so that crossing a table sends no requests. */
const CARD_DELAY_MS = 350;

/** A small card about its trigger, on hover and keyboard focus; the pointer can enter it and Tab reaches its links. */
export function HoverCard({ label, content, children }: HoverCardProps) {
  const wrapperRef = useRef<HTMLSpanElement>(null);
  const popupRef = useRef<HTMLSpanElement>(null);
  const hover = useHoverIntent(CARD_DELAY_MS);
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
