import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '#model/errors.ts';
import { graphPicture } from '#web/charts/graph-picture.ts';
import { answerOptions } from '#web/api/query.ts';
import { arrive } from '#web/api/prefetch.ts';
import { type Team, useTeam } from '#web/api/team.ts';
import { exportFileName } from '#web/exports/export-target.ts';
import type { InvestigationState } from '#web/stores/investigation/investigation-store.ts';
import { announce } from '#web/kit/ui/announcer.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { downloadFile } from '#web/kit/ui/copy-text.ts';
import { Dialog } from '#web/kit/ui/Dialog.tsx';
import { RadioGroup } from '#web/kit/ui/RadioGroup.tsx';
import { toasts } from '#web/kit/ui/toast-queue.ts';
import { writeInvestigationFile } from './investigation-file.ts';
import { investigationGraph } from './investigation-graph.ts';
import { investigationReport, reportArchive, reportPage } from './investigation-report.ts';
import { reportFacts, reportSources } from './report-facts.ts';

const formats = [
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
  {
    value: 'page',
    label: 'One HTML page, the graph inside it',
    hint: 'Opens in any browser and loads nothing. Print it there to get a PDF.',
  },
  {
    value: 'sealed',
    label: 'Sealed evidence: ZIP with the report and the records behind it, signed',
    hint: '“sightline verify” finds any later change, without a service. Indicators in the records are not defanged.',
  },
] as const;

type ReportFormat = (typeof formats)[number]['value'];

interface ReportDialogProps {
  readonly state: InvestigationState;
  readonly onClose: () => void;
}

/** Saves the open investigation as a report for others to read. */
export function ReportDialog({ state, onClose }: ReportDialogProps) {
  const [format, setFormat] = useState<ReportFormat>('embedded');
  const client = useQueryClient();
  const team = useTeam();
  const offered = formats.filter(({ value }) => value !== 'sealed' || team.may('seal'));
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
              void saveReport(state, format, client, team);
              onClose();
            }}
          >
            Save report
          </Button>
        </>
      }
    >
      <p className="mb-3 text-muted">
        The verdicts of now with their lists and dates, what the team says, notes and pins, a table of the indicators,
        the graph, every step with what led to it, and the days of the data. Indicators are defanged, except in the
        picture.
      </p>
      <RadioGroup label="Format of the report" value={format} choices={offered} onChange={setFormat} />
      {format === 'sealed' && <DeploymentKey />}
    </Dialog>
  );
}

/** What the receiver of sealed evidence compares. */
function DeploymentKey() {
  const { data, error } = useQuery(answerOptions({ operationId: 'evidenceKey' }));
  return (
    <p className="mt-3 text-muted" role="status">
      {error
        ? `The key of this deployment is not known: ${error.message}`
        : 'Fingerprint of the key of this deployment: '}
      {data && <code className="break-all">{data.response.fingerprint}</code>}
    </p>
  );
}

async function saveReport(
  { open, history: { nodes } }: InvestigationState,
  format: ReportFormat,
  client: QueryClient,
  { of: judgementsOf }: Team,
): Promise<void> {
  const time = new Date();
  const save = (extension: string, content: BlobPart, mediaType: string) => {
    const file = exportFileName(time, 'report', open.name, extension);
    downloadFile(file, content, mediaType);
    announce(`Saved as ${file}.`);
  };
  try {
    const [facts, sources, picture] = await Promise.all([
      reportFacts(client, nodes),
      reportSources(client),
      graphPicture(investigationGraph(nodes), 'svg'),
    ]);
    const options = { exportedAt: time, facts, judgementsOf, sources, origin: location.origin };
    const bytes = new Uint8Array(await picture.arrayBuffer());
    const report = (where: string) => investigationReport(open.name, nodes, options, where);
    if (format === 'embedded') save('md', report(`data:image/svg+xml;base64,${base64(bytes)}`), 'text/markdown');
    else if (format === 'page') save('html', reportPage(open.name, nodes, options, await picture.text()), 'text/html');
    else if (format === 'beside') save('zip', await reportArchive(report('graph.svg'), bytes, time), 'application/zip');
    else {
      const { sealCase } = await arrive(() => import('./sealed-case.ts'));
      const investigation = writeInvestigationFile(open.name, [...nodes.values()], time);
      const parts = { name: open.name, nodes, report: report('graph.svg'), picture: bytes, investigation, sources };
      const sealed = await sealCase(client, parts);
      toasts.add({ title: 'Sealed with the key of this deployment', body: `Fingerprint ${sealed.fingerprint}` });
      save('zip', sealed.bytes, 'application/zip');
    }
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
