import { useSyncExternalStore } from 'react';

/** Whether nobody sees this tab: another one is in front, or the window is minimised. */
export function useIsHidden(): boolean {
  return useSyncExternalStore(subscribe, () => document.hidden);
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
