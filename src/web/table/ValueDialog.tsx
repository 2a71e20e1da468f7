import { CopyButton } from '#web/kit/ui/CopyButton.tsx';
import { Dialog } from '#web/kit/ui/Dialog.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';

export interface FullValue {
  header: string;
  text: string;
}

/** The whole value of a cell, lines kept, control characters made visible. */
export function ValueDialog({ value, onClose }: { value: FullValue | null; onClose: () => void }) {
  return (
    <Dialog
      title={value?.header ?? ''}
      isOpen={value !== null}
      onClose={onClose}
      footer={value && <CopyButton text={value.text} label="Copy value" isIconOnly={false} />}
    >
      {value?.text === '' ? (
        <p className="text-muted">No value</p>
      ) : (
        <VisibleText text={value?.text ?? ''} keepsLines foldAt={20_000} className="font-mono text-sm" />
      )}
    </Dialog>
  );
}
