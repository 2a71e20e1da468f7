import { useState } from 'react';
import { errorText } from '#model/errors.ts';
import { graphPicture } from '#web/charts/graph-picture.ts';
import { exportFileName } from '#web/exports/export-target.ts';
import type { InvestigationState } from '#web/stores/investigation/investigation-store.ts';
import { announce } from '#web/kit/ui/announcer.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { downloadFile } from '#web/kit/ui/copy-text.ts';
import { Dialog } from '#web/kit/ui/Dialog.tsx';
import { RadioGroup } from '#web/kit/ui/RadioGroup.tsx';
import { toasts } from '#web/kit/ui/toast-queue.ts';
import { investigationGraph } from './investigation-graph.ts';
import { investigationReport, reportArchive } from './investigation-report.ts';

type PicturePlace = 'embedded' | 'beside';

const places = [
  {
    value: 'embedded',
    label: 'One Markdown file, the graph inside it',
    hint: 'Shows the graph in VS Code, Obsidian, Typora, Joplin and pandoc. GitHub, GitLab and most ticket systems drop embedded pictures.',
  },
  {
    value: 'beside',
    label: 'ZIP with the report and the graph as an SVG file',
    hint: 'Unpacked or committed side by side, it shows the graph in the viewers above and in GitHub, GitLab and wikis.',
  },
] as const;

interface ReportDialogProps {
  readonly state: InvestigationState;
  readonly onClose: () => void;
}

/** Saves the open investigation as a report for others to read: verdicts with reasons, notes, the graph and every step. */
export function ReportDialog({ state, onClose }: ReportDialogProps) {
  const [place, setPlace] = useState<PicturePlace>('embedded');
  return (
    <Dialog
      title="Export report"
      isOpen
      onClose={onClose}
      width="sm"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              void saveReport(state, place);
              onClose();
            }}
          >
            Save report
          </Button>
        </>
      }
    >
      <p className="mb-3 text-muted">
        Markdown with the verdicts and their reasons, notes and pins, the graph as SVG, and every step with what led to
        it. Indicators are defanged, except in the picture.
      </p>
      <RadioGroup label="Picture of the graph" value={place} choices={places} onChange={setPlace} />
    </Dialog>
  );
}

async function saveReport({ open, history }: InvestigationState, place: PicturePlace): Promise<void> {
  const time = new Date();
  const name = (extension: string) => exportFileName(time, 'report', open.name, extension);
  try {
    const picture = new Uint8Array(await (await graphPicture(investigationGraph(history.nodes), 'svg')).arrayBuffer());
    const report = (where: string) =>
      investigationReport(open.name, history.nodes, { exportedAt: time, picture: where });
    if (place === 'embedded') {
      const text = report(`data:image/svg+xml;base64,${base64(picture)}`);
      downloadFile(name('md'), text, 'text/markdown');
    } else {
      downloadFile(name('zip'), await reportArchive(report('graph.svg'), picture, time), 'application/zip');
    }
    announce(`Saved as ${name(place === 'embedded' ? 'md' : 'zip')}.`);
  } catch (error) {
    const body = errorText(error);
    toasts.add({ title: 'The report could not be saved', body, tone: 'danger' });
  }
}

function base64(bytes: Uint8Array): string {
  let text = '';
  // in pieces: the number of arguments of a call is limited
  for (let from = 0; from < bytes.length; from += 8192)
    text += String.fromCharCode(...bytes.subarray(from, from + 8192));
  return btoa(text);
}
