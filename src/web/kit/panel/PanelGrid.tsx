import { createContext, type ReactNode } from 'react';
import { classNames } from '#web/kit/ui/class-names.ts';

/** Panels in as many columns as fit: one on a phone, four on a wall screen. */
export function PanelGrid({ children }: { readonly children: ReactNode }) {
  return <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,23rem),1fr))] gap-3">{children}</div>;
}

/**
 * Columns of given widths out of twelve, stacked in narrow windows. Floats, not a grid: a column that follows two of different heights
 * fills the room below the shorter one. A float cannot pass an earlier one of its side, so wide and narrow columns have sides of their own.
 */
export function OverviewGrid({ children }: { readonly children: ReactNode }) {
  return <div className={classNames('-mb-3 fill-down flow-root lg:-mx-1.5', sides)}>{children}</div>;
}

const sides = [
  // the first two are beside each other, and do not wait for each other
  'lg:[&>:nth-child(-n+2)]:[--hold:0s]!',
  'lg:[&>[data-columns="4"]:first-child~[data-columns="8"]]:float-right',
  'lg:[&>[data-columns="8"]:first-child~[data-columns="4"]]:float-right',
].join(' ');

const widths = {
  4: 'lg:w-5/12 xl:w-4/12',
  6: 'lg:w-6/12',
  8: 'lg:w-7/12 xl:w-8/12',
  12: 'lg:w-full lg:clear-both',
} as const;

interface CellProps {
  /** Width in columns, of twelve. */
  readonly columns: keyof typeof widths;
  readonly children: ReactNode;
}

/** A column of an overview: stacked panels, each as high as its content. Without any it takes no room. */
export function Cell({ columns, children }: CellProps) {
  const isWide = columns === 12;
  return (
    <div
      data-columns={columns}
      className={classNames(
        'fill-down flex gap-3 pb-3 empty:hidden lg:float-left lg:px-1.5',
        isWide ? stacked : 'flex-col',
        widths[columns],
      )}
    >
      <InWideStack value={isWide}>{children}</InWideStack>
    </div>
  );
}

/** Whether a panel has the full width, so that one without data takes a single line and has others like it beside it. */
export const InWideStack = createContext(false);

const stacked =
  'flex-wrap *:w-full *:min-w-0 [&>[data-brief]]:w-auto [&>[data-brief]]:max-w-full [&>[data-brief]]:grow';

/** Stacked panels of full width. */
export function PanelStack({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classNames('fill-down flex min-w-0 gap-3', stacked)}>
      <InWideStack value>{children}</InWideStack>
    </div>
  );
}
