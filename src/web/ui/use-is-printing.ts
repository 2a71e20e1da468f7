import { useSyncExternalStore } from 'react';

const query = 'print';
let isBetween = false;

/** Whether the page is being laid out for paper. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isBetween || matchMedia(query).matches);
}

function subscribe(listener: () => void): () => void {
  const begin = () => {
    isBetween = true;
    listener();
  };
  const end = () => {
    isBetween = false;
    listener();
  };
  // the events come before the layout; the media query is what is left where a tool prints without them
  const media = matchMedia(query);
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  media.addEventListener('change', listener);
  return () => {
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
    media.removeEventListener('change', listener);
  };
}
