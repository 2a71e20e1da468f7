import { CopyButton } from '#web/kit/ui/CopyButton.tsx';
import { Dialog } from '#web/kit/ui/Dialog.tsx';
import { KeyValueList } from '#web/kit/ui/KeyValueList.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';

/** A cell to show in full, with the other fields of its row. */
export interface FullValue {
  readonly header: string;
  readonly text: string;
  /** The other columns that have a value in this row, also those that the table does not show. */
  readonly others: readonly { readonly id: string; readonly header: string; readonly text: string }[];
}

const foldAt = 20_000;

/** The whole value of a cell, lines kept, control characters made visible, and below it the details of its row. */
export function ValueDialog({ value, onClose }: { value: FullValue | null; onClose: () => void }) {
  const { header = '', text = '', others = [] } = value ?? {};
  return (
    <Dialog
      title={header}
      isOpen={value !== null}
      onClose={onClose}
      footer={value && <CopyButton text={text} label="Copy value" isIconOnly={false} />}
    >
      {text === '' ? (
        <p className="text-muted">No value</p>
      ) : (
        <VisibleText text={text} keepsLines foldAt={foldAt} className="font-mono text-sm" />
      )}
      {others.length > 0 && (
        <section aria-label="The row" className="mt-3 border-t border-border pt-2">
          <KeyValueList
            items={others.map(({ id, header: label, text: own }) => ({
              key: id,
              label,
              value: <VisibleText text={own} foldAt={300} className="wrap-anywhere" />,
            }))}
          />
        </section>
      )}
    </Dialog>
  );
}
