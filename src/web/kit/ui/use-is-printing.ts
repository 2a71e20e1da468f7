import { useSyncExternalStore } from 'react';

const printing = createPrintingStore();

/** Whether the page is being laid out for paper. */
export function useIsPrinting(): boolean {
  // the specs render tables without a browser
  return useSyncExternalStore(printing.subscribe, printing.read, () => false);
}

/** The events come before the layout; the media query is what is left where a tool prints without them. */
function createPrintingStore() {
  const query = 'print';
  let isBetweenEvents = false;
  const subscribe = (listener: () => void) => {
    const begin = () => {
      isBetweenEvents = true;
      listener();
    };
    const end = () => {
      isBetweenEvents = false;
      listener();
    };
    const media = matchMedia(query);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    media.addEventListener('change', listener);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
      media.removeEventListener('change', listener);
    };
  };
  return { subscribe, read: () => isBetweenEvents || matchMedia(query).matches };
}
