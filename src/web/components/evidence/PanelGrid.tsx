import type { ReactNode } from 'react';

/** Panels beside each other as far as there is room: one column on a phone, four on a wall. */
export function PanelGrid({ children }: { readonly children: ReactNode }) {
  return <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,23rem),1fr))] gap-3">{children}</div>;
}

/** Panels that need the full width, one below the other. */
export function PanelStack({ children }: { readonly children: ReactNode }) {
  return <div className="flex min-w-0 flex-col gap-3">{children}</div>;
}
