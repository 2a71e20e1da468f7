import type { ReactNode } from 'react';

/** Panels that need the full width, one below the other. */
export function PanelStack({ children }: { readonly children: ReactNode }) {
  return <div className="flex min-w-0 flex-col gap-3">{children}</div>;
}
