import type { ReactNode } from 'react';
import { AsOfContext, useAsOf } from '#web/url/as-of.ts';

/** Gives the day of the address to everything in it. */
export function AsOfScope({ children }: { readonly children: ReactNode }) {
  const [asOf] = useAsOf();
  return <AsOfContext value={asOf}>{children}</AsOfContext>;
}
