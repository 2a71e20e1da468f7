import { formatCount } from '#model/format.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DEFAULT_SHARING } from '#model/fact.ts';
import { errorText } from '#model/errors.ts';
import { type Team, unreadJudgements, useTeam } from '#web/api/team.ts';
import type { AskListings } from '#web/exports/intelligence.ts';
import { exportFileName } from '#web/exports/export-target.ts';
import { byTime } from '#web/stores/investigation/investigation-edits.ts';
import {
  deleteInvestigation,
  type InvestigationState,
  newInvestigation,
  openInvestigation,
  redoInvestigation,
  renameInvestigation,
  undoInvestigation,
} from '#web/stores/investigation/investigation-store.ts';
import { announce } from '#web/kit/ui/announcer.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { downloadFile } from '#web/kit/ui/copy-text.ts';
import { Dialog } from '#web/kit/ui/Dialog.tsx';
import { IconButton } from '#web/kit/ui/IconButton.tsx';
import {
  AddIcon,
  DeleteIcon,
  DownIcon,
  DownloadIcon,
  ImportIcon,
  RedoIcon,
  RenameIcon,
  ReportIcon,
  UndoIcon,
} from '#web/kit/ui/icons.ts';
import type { MenuEntry } from '#web/kit/ui/menu-entry.ts';
import { MenuButton } from '#web/kit/ui/MenuButton.tsx';
import { TextField } from '#web/kit/ui/Field.tsx';
import { toasts } from '#web/kit/ui/toast-queue.ts';
import { investigationDossier } from './investigation-dossier.ts';
import { investigationGraph } from './investigation-graph.ts';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';

const ReportDialog = lazyPart(async () => (await import('./ReportDialog.tsx')).ReportDialog);
const ImportDialog = lazyPart(async () => (await import('./ImportDialog.tsx')).ImportDialog);

/** Undoes the latest action and announces it. */
export function undoAloud(): void {
  const words = undoInvestigation();
  announce(words === undefined ? 'Nothing to undo in this tab.' : `Undone: ${words}.`);
}

export function redoAloud(): void {
  const words = redoInvestigation();
  announce(words === undefined ? 'Nothing to redo.' : `Redone: ${words}.`);
}

/** The choice of an investigation and the actions for it. */
export function InvestigationToolbar({ state }: { readonly state: InvestigationState }) {
  const { open, history } = state;
  const client = useQueryClient();
  const team = useTeam();
  const [dialog, setDialog] = useState<'rename' | 'import' | 'report'>();
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
          disabledReason={undo === undefined ? 'Nothing to undo in this tab.' : undefined}
        />
        <IconButton
          icon={RedoIcon}
          label={redo === undefined ? 'Redo' : `Redo: ${redo}`}
          shortcut="Ctrl Y"
          onClick={redoAloud}
          disabledReason={redo === undefined ? 'Nothing to redo.' : undefined}
        />
      </span>
      <span className="ml-auto flex flex-wrap gap-1.5">
        <Button onClick={() => setDialog('import')}>
          <ImportIcon />
          Import
        </Button>
        <MenuButton label="Export the investigation" entries={exportEntries(state, { client, team })}>
          <DownloadIcon />
          Export
        </MenuButton>
        <Button
          variant="primary"
          onClick={() => setDialog('report')}
          disabledReason={history.nodes.size === 0 ? 'No steps to report yet.' : undefined}
        >
          <ReportIcon />
          Export report …
        </Button>
      </span>
      {dialog === 'rename' && <NameDialog name={open.name} onClose={close} />}
      {dialog === 'import' && <ImportDialog state={state} onClose={close} />}
      {dialog === 'report' && <ReportDialog state={state} onClose={close} />}
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
      label: 'Investigations in this browser',
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
          label: `Delete this investigation and its ${formatCount(history.nodes.size, 'step')}`,
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

interface ExportContext {
  readonly client: QueryClient;
  readonly team: Team;
}

function exportEntries(state: InvestigationState, context: ExportContext): readonly MenuEntry[] {
  const isEmpty = state.history.nodes.size === 0;
  return exportFormats.map(({ id, label, detail }) => ({
    kind: 'action',
    id,
    label,
    detail,
    isDisabled: isEmpty,
    onAction: () => void saveInvestigation(state, id, context),
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
          hint="A named investigation stays open until you open another."
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

type InvestigationFormat = 'json' | 'markdown' | 'stix' | 'png' | 'svg';

const kinds: Readonly<Record<InvestigationFormat, { readonly extension: string; readonly mediaType: string }>> = {
  json: { extension: 'json', mediaType: 'application/json' },
  markdown: { extension: 'md', mediaType: 'text/markdown' },
  stix: { extension: 'stix.json', mediaType: 'application/stix+json;version=2.1' },
  png: { extension: 'png', mediaType: 'image/png' },
  svg: { extension: 'svg', mediaType: 'image/svg+xml' },
};

const exportFormats: readonly {
  readonly id: InvestigationFormat;
  readonly label: string;
  readonly detail: string;
}[] = [
  { id: 'json', label: 'JSON', detail: 'Everything; can be imported again' },
  { id: 'markdown', label: 'Markdown', detail: 'For a ticket, defanged' },
  { id: 'stix', label: 'STIX 2.1', detail: 'Subjects, pivots, searches, notes and pins' },
  { id: 'png', label: 'Picture of the graph (PNG)', detail: 'In the colours of the theme' },
  { id: 'svg', label: 'Picture of the graph (SVG)', detail: 'Sharp at every size' },
];

/** Saves the open investigation as a file. The code for a format is loaded when it is first used. */
async function saveInvestigation(
  { open, history }: InvestigationState,
  format: InvestigationFormat,
  context: ExportContext,
): Promise<void> {
  const time = new Date();
  const { extension, mediaType } = kinds[format];
  const file = exportFileName(time, 'investigation', open.name, extension);
  try {
    downloadFile(file, await contentOf(format, open.name, history.nodes, time, context), mediaType);
    announce(`Saved as ${file}.`);
  } catch (error) {
    const body = errorText(error);
    toasts.add({ title: 'The investigation could not be saved', body, tone: 'danger' });
  }
}

async function contentOf(
  format: InvestigationFormat,
  name: string,
  nodes: InvestigationState['history']['nodes'],
  time: Date,
  { client, team }: ExportContext,
): Promise<BlobPart> {
  switch (format) {
    case 'json': {
      const { writeInvestigationFile } = await import('./investigation-file.ts');
      return writeInvestigationFile(name, [...nodes.values()].sort(byTime), time);
    }
    case 'markdown': {
      const { investigationMarkdown } = await import('./investigation-report.ts');
      return investigationMarkdown(name, nodes, time);
    }
    case 'stix': {
      const { intelligenceText, withJudgements, withListings } = await import('#web/exports/intelligence.ts');
      const { fetchListings } = await import('#web/api/listings.ts');
      const dossier = investigationDossier(name, nodes, time);
      const ask: AskListings = (kind, values) => fetchListings(client, kind, values);
      const evidence = { ask, from: DEFAULT_SHARING.from, time, judgementsOf: team.of };
      const { facts: listed, missing } = await withListings(dossier.facts, evidence);
      const facts = withJudgements(listed, team.of);
      const truncation = [dossier.truncation, missing, unreadJudgements(team)].filter(Boolean).join(' ') || null;
      return intelligenceText({ ...dossier, facts, truncation }, 'stix');
    }
    case 'png':
    case 'svg': {
      const { graphPicture } = await import('#web/charts/graph-picture.ts');
      return graphPicture(investigationGraph(nodes), format);
    }
  }
}
