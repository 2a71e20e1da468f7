import { type MouseEvent, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { Title } from './VisibleText.tsx';

interface CardProps {
  title: ReactNode;
  /** Beside the title: age of the data, count. */
  meta?: ReactNode;
  /** Controls in the header; on a phone they have their own line. */
  actions?: ReactNode;
  /** The button at the end of the header. */
  menu?: ReactNode;
  /** A hairline and a quiet line below the body: "100 of at least 358,961". */
  footer?: ReactNode;
  /** 2 unless the card is inside another section. */
  headingLevel?: 2 | 3;
  /** The body touches the border: tables and charts that bring their own padding. */
  isFlush?: boolean;
  /** Shows the title and the reason for missing data on one line. */
  isBrief?: boolean;
  /** Greyed out: the content does not match the current view. */
  isGreyed?: boolean;
  /** The card is loading data. */
  isBusy?: boolean;
  className?: string;
  children: ReactNode;
}

/** The frame of a panel: hairline box, header with title, meta and actions, body, footer. A region named by its title. */
export function Card({
  title,
  meta,
  actions,
  menu,
  footer,
  headingLevel = 2,
  isFlush = false,
  isBrief = false,
  isBusy = false,
  isGreyed = false,
  className,
  children,
}: CardProps) {
  const id = useId();
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <section
      data-panel=""
      data-brief={isBrief ? '' : undefined}
      aria-labelledby={id}
      aria-busy={isBusy}
      onClick={keepFocus}
      className={classNames(
        'flex min-w-0 rounded-lg border border-border bg-surface',
        isBrief ? 'items-center gap-x-3 py-1 pr-1 pl-3 max-sm:flex-wrap' : 'flex-col',
        className,
      )}
    >
      <header
        className={
          isBrief
            ? 'contents'
            : 'flex min-h-9 items-center gap-x-2 gap-y-1 border-b border-border py-1 pr-1 pl-3 max-sm:flex-wrap'
        }
      >
        <div className={classNames('flex min-w-0 items-center gap-2', isBrief ? 'max-sm:flex-1' : 'flex-1')}>
          <Heading
            id={id}
            className="min-w-0 truncate text-base font-semibold max-sm:wrap-anywhere max-sm:whitespace-normal"
          >
            <Title title={title} />
          </Heading>
          {/* a long title is truncated to make room for the meta text */}
          <div className="flex flex-[1_0_auto] items-center gap-2 text-sm whitespace-nowrap text-muted max-sm:max-w-3/4 max-sm:whitespace-normal">
            {meta}
          </div>
        </div>
        {actions && (
          <div
            className={classNames(
              'flex shrink-0 flex-wrap items-center gap-0.5 empty:hidden max-sm:order-last max-sm:w-full max-sm:shrink',
              isBrief && 'order-1',
            )}
            data-no-print=""
          >
            {actions}
          </div>
        )}
        {menu && (
          <div className={classNames('flex shrink-0 items-center', isBrief && 'sm:order-2')} data-no-print="">
            {menu}
          </div>
        )}
      </header>
      <div
        className={classNames(
          'min-w-0 flex-1',
          isBrief ? 'max-sm:order-1 max-sm:basis-full' : !isFlush && 'px-3 py-2',
          isGreyed && 'grayscale',
        )}
      >
        {children}
      </div>
      {footer && (
        <footer className="flex min-h-7 items-center gap-2 border-t border-border px-3 py-1 text-sm text-muted">
          {footer}
        </footer>
      )}
    </section>
  );
}

/** A control that its own press replaces, such as "Try again", leaves the focus to the panel. */
function keepFocus({ currentTarget, target }: MouseEvent<HTMLElement>): void {
  // menus and dialogs give the focus back themselves
  if (!(target instanceof Element) || target.closest('[popover], dialog')) return;
  // once the press has had its effect
  setTimeout(() => {
    if (target.isConnected || document.activeElement !== document.body) return;
    currentTarget.tabIndex = -1;
    currentTarget.focus({ preventScroll: true });
  }, 100);
}
