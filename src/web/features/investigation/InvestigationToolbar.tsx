import { lazy, Suspense, useState } from 'react';
import { arrive } from '#web/api/arrive.ts';
import {
  deleteInvestigation,
  newInvestigation,
  openInvestigation,
  redoInvestigation,
  renameInvestigation,
  undoInvestigation,
  type InvestigationState,
} from '#web/stores/investigation/investigation-store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import {
  AddIcon,
  DeleteIcon,
  DownIcon,
  DownloadIcon,
  ImportIcon,
  RedoIcon,
  RenameIcon,
  UndoIcon,
} from '#web/ui/icons.ts';
import type { MenuEntry } from '#web/ui/menu-entry.ts';
import { MenuButton } from '#web/ui/MenuButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toasts } from '#web/ui/toast-queue.ts';
import { exportFormats, saveInvestigation } from './save-investigation.ts';

const ImportDialog = lazy(async () => ({ default: (await arrive(() => import('./ImportDialog.tsx'))).ImportDialog }));

/** Takes the latest action back and says which. */
export function undoAloud(): void {
  const words = undoInvestigation();
  announce(words === undefined ? 'Nothing to undo: a tab undoes what was done in it.' : `Undone: ${words}.`);
}

export function redoAloud(): void {
  const words = redoInvestigation();
  announce(words === undefined ? 'Nothing to do again.' : `Done again: ${words}.`);
}

/** Which investigation, and what can be done with the whole of it. */
export function InvestigationToolbar({ state }: { readonly state: InvestigationState }) {
  const { open, history } = state;
  const [dialog, setDialog] = useState<'rename' | 'import'>();
  const close = () => setDialog(undefined);
  const [undo, redo] = [history.undo.at(-1)?.words, history.redo.at(-1)?.words];
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <MenuButton
        label={`Investigation: ${open.name}`}
        entries={() => investigationEntries(state, () => setDialog('rename'))}
      >
        <span className="max-w-64 truncate">{open.name}</span>
        <DownIcon />
      </MenuButton>
      <span className="flex gap-1.5">
        <IconButton
          icon={UndoIcon}
          label={undo === undefined ? 'Undo' : `Undo: ${undo}`}
          shortcut="Ctrl Z"
          onClick={undoAloud}
          disabledReason={undo === undefined ? 'Nothing to undo: a tab undoes what was done in it.' : undefined}
        />
        <IconButton
          icon={RedoIcon}
          label={redo === undefined ? 'Redo' : `Redo: ${redo}`}
          shortcut="Ctrl Y"
          onClick={redoAloud}
          disabledReason={redo === undefined ? 'Nothing to do again.' : undefined}
        />
      </span>
      <span className="ml-auto flex flex-wrap gap-1.5">
        <Button onClick={() => setDialog('import')}>
          <ImportIcon />
          Import
        </Button>
        <MenuButton label="Export the investigation" entries={exportEntries(state)}>
          <DownloadIcon />
          Export
        </MenuButton>
      </span>
      {dialog === 'rename' && <NameDialog name={open.name} onClose={close} />}
      <Suspense fallback={null}>{dialog === 'import' && <ImportDialog state={state} onClose={close} />}</Suspense>
    </div>
  );
}

function investigationEntries(
  { investigations, open, history }: InvestigationState,
  onRename: () => void,
): readonly MenuEntry[] {
  return [
    {
      kind: 'group',
      id: 'investigations',
      label: 'Investigations of this browser',
      entries: investigations.map(({ id, name, changedAt }) => ({
        kind: 'action',
        id,
        label: name,
        detail: `changed ${new Date(changedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
        isChecked: id === open.id,
        onAction: () => void openInvestigation(id),
      })),
    },
    {
      kind: 'group',
      id: 'actions',
      label: 'This investigation',
      entries: [
        { kind: 'action', id: 'new', label: 'New investigation', icon: AddIcon, onAction: () => newInvestigation() },
        { kind: 'action', id: 'rename', label: 'Rename …', icon: RenameIcon, onAction: onRename },
        {
          kind: 'action',
          id: 'delete',
          label: `Delete this investigation and its ${history.nodes.size} steps`,
          icon: DeleteIcon,
          isDanger: true,
          isDisabled: history.nodes.size === 0,
          onAction: () => deleteAloud(open.name),
        },
      ],
    },
  ];
}

function deleteAloud(name: string): void {
  const bringBack = deleteInvestigation();
  toasts.add({ title: 'Investigation deleted', body: name, action: { label: 'Undo', onAction: bringBack } });
}

function exportEntries(state: InvestigationState): readonly MenuEntry[] {
  const isEmpty = state.history.nodes.size === 0;
  return exportFormats.map(({ id, label, detail }) => ({
    kind: 'action',
    id,
    label,
    detail,
    isDisabled: isEmpty,
    onAction: () => void saveInvestigation(state, id),
  }));
}

function NameDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const [text, setText] = useState(name);
  return (
    <Dialog title="Rename the investigation" isOpen onClose={onClose} width="sm">
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          renameInvestigation(text);
          onClose();
        }}
      >
        <TextField
          label="Name"
          className="flex-1"
          maxLength={120}
          value={text}
          onChange={setText}
          hint="An investigation with a name of its own stays open until you open another."
        />
        <Button
          type="submit"
          variant="primary"
          className="mb-6"
          disabledReason={text.trim() === '' ? 'Type a name first.' : undefined}
        >
          Rename
        </Button>
      </form>
    </Dialog>
  );
}
