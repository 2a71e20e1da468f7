import { Dialog } from './Dialog.tsx';
import type { DialogProps } from './Dialog.tsx';

/** A dialog at the right edge, for what is read beside the page: the jobs tray, the API request. Full width on a phone. */
export function Drawer(props: Omit<DialogProps, 'position'>) {
  return <Dialog width="sm" {...props} position="end" />;
}
