import { useSyncExternalStore } from 'react';

const printing = createPrintingStore();

/** Whether the page is being laid out for printing. */
export function useIsPrinting(): boolean {
  // the specs render tables without a browser
  return useSyncExternalStore(printing.subscribe, printing.read, () => false);
}

/** Uses the print events, which precede the layout, and the media query for tools that print without events. */
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
