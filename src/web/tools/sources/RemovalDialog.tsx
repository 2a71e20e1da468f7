import type { ReactNode } from 'react';
import { failureText } from '#web/api/failure.ts';
import { ConfirmDialog } from '#web/kit/ui/ConfirmDialog.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';

interface RemovalDialogProps {
  /** Of what is removed. */
  readonly name: string;
  /** Why it is not possible, in words or as the service says it; null while nothing is known against it. */
  readonly problem: Error | string | null;
  readonly isCounting: boolean;
  readonly isSending: boolean;
  readonly verb?: string;
  /** What to decide first. */
  readonly choice?: ReactNode;
  /** What goes. */
  readonly children: ReactNode;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** Shows what leaves the collection before data is removed from it. */
export function RemovalDialog(props: RemovalDialogProps) {
  const { name, problem, isCounting, isSending, verb = 'Remove', choice, children, onRemove, onClose } = props;
  const reason = isSending ? 'Contacting the service …' : isCounting ? 'Counting …' : undefined;
  return (
    <ConfirmDialog
      title={`Remove ${name} from the collection?`}
      verb={verb}
      disabledReason={problem ? 'Not possible.' : reason}
      onConfirm={onRemove}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        {choice}
        {problem ? (
          <p role="alert" className="text-danger">
            <VisibleText text={typeof problem === 'string' ? problem : failureText(problem)} />
          </p>
        ) : isCounting ? (
          <p className="text-muted">Counting what would go …</p>
        ) : (
          children
        )}
      </div>
    </ConfirmDialog>
  );
}
