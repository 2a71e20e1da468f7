import type { ReactNode } from 'react';

/** Read by screen readers, not shown. Inline, so that it may stand inside any text. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>;
}
