import { useState } from 'react';
import { formatCount, formatNumber } from '#model/format.ts';
import { merging } from '#web/stores/investigation/investigation-edits.ts';
import { hasNote, newInvestigationId } from '#web/stores/investigation/investigation-node.ts';
import {
  editInvestigation,
  newInvestigation,
  type InvestigationState,
} from '#web/stores/investigation/investigation-store.ts';
import { announce } from '#web/kit/ui/announcer.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { Dialog } from '#web/kit/ui/Dialog.tsx';
import { controlClass } from '#web/kit/ui/Field.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { readInvestigationFile, type ReadInvestigation } from './investigation-file.ts';

interface ImportDialogProps {
  readonly state: InvestigationState;
  readonly onClose: () => void;
}

const largestBytes = 30_000_000;

/** Imports the JSON export of an investigation, as a new one or into the open one. The file is read in the browser and not uploaded. */
export function ImportDialog({ state: { open, history }, onClose }: ImportDialogProps) {
  const [read, setRead] = useState<ReadInvestigation>();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const answer =
      file.size > largestBytes
        ? { problems: ['The file is larger than 30 MB, which is more than any export of an investigation.'] }
        : readInvestigationFile(await file.text());
    setRead('investigation' in answer ? answer.investigation : undefined);
    setProblems('problems' in answer ? answer.problems : []);
  };
  const steps = formatCount(read?.nodes.length ?? 0, 'step');
  const known = read?.nodes.filter(({ id }) => history.nodes.has(id)).length ?? 0;
  const notes = read?.nodes.filter(hasNote).length ?? 0;
  const end = (words: string) => {
    announce(words);
    onClose();
  };
  const disabledReason = read ? undefined : 'Choose a file first.';
  return (
    <Dialog
      title="Import an investigation"
      isOpen
      onClose={onClose}
      width="sm"
      footer={
        <>
          <Button
            disabledReason={disabledReason}
            onClick={() => {
              if (!read) return;
              editInvestigation((nodes) => merging(nodes, read.nodes, newInvestigationId));
              end(`${steps} merged into ${open.name}. Undo removes what was added.`);
            }}
          >
            Merge into this investigation
          </Button>
          <Button
            variant="primary"
            disabledReason={disabledReason}
            onClick={() => {
              if (!read) return;
              newInvestigation(read.name, read.nodes);
              end(`${read.name} is open with ${steps}.`);
            }}
          >
            Open as a new investigation
          </Button>
        </>
      }
    >
      <label className="flex flex-col gap-1">
        <span className="text-sm font-medium text-muted">JSON export of an investigation</span>
        <input
          type="file"
          accept=".json,application/json"
          onChange={(event) => void take(event.target.files?.[0])}
          className={`${controlClass} h-auto py-1.5 pointer-coarse:h-auto`}
        />
      </label>
      <div role="status" className="mt-3">
        {read && (
          <p>
            <VisibleText text={read.name} className="font-semibold" />: {steps}, {formatNumber(notes)} with a note.{' '}
            <span className="text-muted">
              {known === 0 ? 'None of them is' : `${formatNumber(known)} of them ${known === 1 ? 'is' : 'are'}`} in the
              open investigation already; merging keeps what both say.
            </span>
          </p>
        )}
        {problems.length > 0 && (
          <div className="text-danger">
            <p className="font-semibold">This file can’t be imported.</p>
            <ul className="list-disc pl-5 break-words">
              {problems.map((problem) => (
                <li key={problem}>
                  <VisibleText text={problem} />
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Dialog>
  );
}
