import { lazy } from 'react';

const load = () => import('./MenuPopup.tsx');

/** react-aria's menu, some 50 kB gzip, stays out of the entry: requested on hover or focus, at the latest on opening. */
export const LazyMenuPopup = lazy(async () => ({ default: (await load()).MenuPopup }));

export function preloadMenuPopup(): void {
  void load();
}
