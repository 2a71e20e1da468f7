import { type ReactNode, useId, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { type Align, useAnchored } from './use-anchored.ts';

/** Spread these on the Button or IconButton that opens the popover. */
interface PopoverTriggerProps {
  popoverTarget: string;
  'aria-haspopup': 'dialog';
  'aria-expanded': boolean;
}

interface PopoverProps {
  /** The name of the box, e.g. "Columns". */
  label: string;
  trigger: (props: PopoverTriggerProps) => ReactNode;
  /** Rendered only while open; `close` also restores the focus to the trigger. */
  children: (close: () => void) => ReactNode;
  align?: Align;
  /** Width and padding; the box has none of its own. */
  className: string;
}

/** A box of controls beside its button. Native popover: Escape and a press outside close it, and Tab moves from the button into it. */
export function Popover({ label, trigger, children, align = 'start', className }: PopoverProps) {
  const id = useId();
  const popupRef = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const anchor = () => document.querySelector(`[popovertarget="${CSS.escape(id)}"]`);
  useAnchored(popupRef, anchor, isOpen, { side: 'bottom', align, gap: 4 });
  return (
    <>
      {trigger({ popoverTarget: id, 'aria-haspopup': 'dialog', 'aria-expanded': isOpen })}
      <div
        ref={popupRef}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        className={classNames('popup', className)}
        // rendered before showing, removed after hiding: the browser restores the focus only from a box that still has it
        onBeforeToggle={(event) => event.target === popupRef.current && event.newState === 'open' && setIsOpen(true)}
        onToggle={(event) => {
          if (event.target !== popupRef.current) return;
          if (event.newState === 'open') focusFirst(popupRef.current);
          else setIsOpen(false);
        }}
      >
        {isOpen && children(() => document.getElementById(id)?.hidePopover())}
      </div>
    </>
  );
}

/** Focuses the marked first field, else the box. */
function focusFirst(popup: HTMLElement): void {
  (popup.querySelector<HTMLElement>('[data-first-focus]') ?? popup).focus();
}
