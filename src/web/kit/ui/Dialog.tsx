import { useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { LiveRegion } from './announcer.tsx';
import { classNames } from './class-names.ts';
import { IconButton } from './IconButton.tsx';
import { CloseIcon } from './icons.ts';
import { Title } from './VisibleText.tsx';

export interface DialogProps {
  title: ReactNode;
  isOpen: boolean;
  /** Called on Escape, a press outside, or the close button. */
  onClose: () => void;
  /** Buttons at the foot, the main one last. */
  footer?: ReactNode;
  /** center: a box in the middle · end: a drawer at the right edge, full height. */
  position?: 'center' | 'end';
  /** Width on screens that have it: 28, 40, 60 or 80 rem. */
  width?: 'sm' | 'md' | 'lg' | 'xl';
  children: ReactNode;
}

const widths = { sm: 'sm:w-[28rem]', md: 'sm:w-[40rem]', lg: 'sm:w-[60rem]', xl: 'sm:w-[80rem]' };

/**
 * A modal dialog on the native element, which keeps the focus inside, makes the rest inert and restores the focus. The element
 * itself is invisible and covers the screen; the box is its child, so a menu inside is not clipped. Renders content only while open.
 */
export function Dialog(props: DialogProps) {
  return props.isOpen ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ title, onClose, footer, position = 'center', width = 'md', children }: DialogProps) {
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  const bodyRef = useRef<HTMLDivElement>(null);
  // before the first paint: Escape on a dialog that is visible but not yet modal would be lost
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const before = document.activeElement;
    dialog.showModal();
    // focuses the first field, else the text: the browser would focus the close button, which says nothing about the dialog
    bodyRef.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    if (!bodyRef.current?.contains(document.activeElement)) bodyRef.current?.focus();
    return () => {
      dialog.close();
      // restores the focus here, because the element is removed before it could do so
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const isDrawer = position === 'end';
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onCancel={(event) => {
        if (event.target !== ref.current) return;
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => event.target === ref.current && onClose()}
      className={classNames(
        'fixed inset-0 m-0 flex size-full max-h-none max-w-none bg-transparent text-text backdrop:bg-[rgb(4_6_10/0.55)]',
        isDrawer ? 'justify-end' : 'items-end justify-center sm:items-start sm:px-4 sm:pt-[10vh]',
      )}
    >
      <div
        className={classNames(
          'flex w-full min-w-0 animate-appear flex-col border border-border-strong bg-surface shadow-popup',
          widths[width],
          isDrawer
            ? 'h-full max-sm:w-full sm:max-w-[90vw] border-y-0 border-r-0'
            : 'max-h-[85vh] sm:max-h-[80vh] sm:rounded-lg',
        )}
      >
        <header className="flex min-h-10 items-center gap-2 border-b border-border pr-1.5 pl-4">
          <h2 id={id} className="min-w-0 flex-1 py-2 text-md font-semibold wrap-anywhere">
            <Title title={title} />
          </h2>
          <IconButton icon={CloseIcon} label="Close" onClick={onClose} />
        </header>
        <div
          ref={bodyRef}
          tabIndex={-1}
          data-focus-quiet=""
          className="min-h-0 flex-1 overflow-auto overscroll-contain px-4 py-3"
        >
          {children}
        </div>
        {footer && (
          <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-border px-4 py-2">
            {footer}
          </footer>
        )}
      </div>
      <LiveRegion />
    </dialog>
  );
}
