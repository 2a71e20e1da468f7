import type { ReactNode } from 'react';

/** Panels that need the full width, one below the other. */
export function PanelStack({ children }: { readonly children: ReactNode }) {
  return <div className="flex flex-col gap-3">{children}</div>;
}
