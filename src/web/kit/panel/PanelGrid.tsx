import type { ReactNode } from 'react';

/** Panels in as many columns as fit: one on a phone, four on a wall screen. */
export function PanelGrid({ children }: { readonly children: ReactNode }) {
  return <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,23rem),1fr))] gap-3">{children}</div>;
}

/** Panels of given widths in rows of twelve columns; stacked in narrow windows. */
export function OverviewGrid({ children }: { readonly children: ReactNode }) {
  return <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-12">{children}</div>;
}

const widths = {
  4: 'lg:col-span-5 xl:col-span-4',
  6: 'lg:col-span-6',
  8: 'lg:col-span-7 xl:col-span-8',
  12: 'lg:col-span-12',
} as const;

interface CellProps {
  /** Width in columns, of twelve. */
  readonly columns: keyof typeof widths;
  readonly children: ReactNode;
}

/** A column of an overview: stacked panels, each as high as its content. */
export function Cell({ columns, children }: CellProps) {
  return <div className={`flex min-w-0 flex-col gap-3 ${widths[columns]}`}>{children}</div>;
}

/** Stacked panels of full width. */
export function PanelStack({ children }: { readonly children: ReactNode }) {
  return <div className="flex min-w-0 flex-col gap-3">{children}</div>;
}
