import type { ReactNode } from 'react';

/** Panels beside each other as far as there is room: one column on a phone, four on a wall. */
export function PanelGrid({ children }: { readonly children: ReactNode }) {
  return <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,23rem),1fr))] gap-3">{children}</div>;
}

/** Panels of chosen widths in rows of twelve columns; one below the other where the window is narrow. */
export function OverviewGrid({ children }: { readonly children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-3 lg:grid-cols-12">{children}</div>;
}

const widths = {
  4: 'lg:col-span-5 xl:col-span-4',
  6: 'lg:col-span-6',
  8: 'lg:col-span-7 xl:col-span-8',
  12: 'lg:col-span-12',
} as const;

interface CellProps {
  /** Columns of twelve. */
  readonly columns: keyof typeof widths;
  readonly children: ReactNode;
}

/** One place of an overview; several panels in it stand below each other, the last one filling the row. */
export function Cell({ columns, children }: CellProps) {
  return <div className={`flex min-w-0 flex-col gap-3 *:last:flex-1 ${widths[columns]}`}>{children}</div>;
}

/** Panels that need the full width, one below the other. */
export function PanelStack({ children }: { readonly children: ReactNode }) {
  return <div className="flex min-w-0 flex-col gap-3">{children}</div>;
}
