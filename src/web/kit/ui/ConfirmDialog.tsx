import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** The button that changes nothing. */
  readonly keep?: string;
  /** The button that does it. */
  readonly verb: string;
  /** Why it cannot be done now. */
  readonly disabledReason: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** What is lost. */
  readonly children: ReactNode;
}

/** Asks before something is removed or switched off. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, keep = 'Keep it', verb, disabledReason, onConfirm, onClose, children } = props;
  return (
    <Dialog
      title={title}
      isOpen
      width="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{keep}</Button>
          <Button variant="danger" onClick={onConfirm} disabledReason={disabledReason}>
            {verb}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
