import { byTime } from '#web/stores/investigation/investigation-edits.ts';
import type { InvestigationState } from '#web/stores/investigation/investigation-store.ts';
import { exportFileName } from '#web/exports/file-name.ts';
import { announce } from '#web/ui/announcer.tsx';
import { downloadFile } from '#web/ui/download-file.ts';
import { toasts } from '#web/ui/toast-queue.ts';
import { investigationDossier } from './investigation-dossier.ts';
import { investigationGraph } from './investigation-graph.ts';

export type InvestigationFormat = 'json' | 'markdown' | 'stix' | 'png' | 'svg';

const kinds: Readonly<Record<InvestigationFormat, { readonly extension: string; readonly mediaType: string }>> = {
  json: { extension: 'json', mediaType: 'application/json' },
  markdown: { extension: 'md', mediaType: 'text/markdown' },
  stix: { extension: 'stix.json', mediaType: 'application/stix+json;version=2.1' },
  png: { extension: 'png', mediaType: 'image/png' },
  svg: { extension: 'svg', mediaType: 'image/svg+xml' },
};

export const exportFormats: readonly {
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

/** Saves the open investigation as a file. What writes a format is loaded when it is first wanted. */
export async function saveInvestigation(
  { open, history }: InvestigationState,
  format: InvestigationFormat,
): Promise<void> {
  const time = new Date();
  const { extension, mediaType } = kinds[format];
  const file = exportFileName(time, 'investigation', open.name, extension);
  try {
    downloadFile(file, await contentOf(format, open.name, history.nodes, time), mediaType);
    announce(`Saved as ${file}.`);
  } catch (error) {
    const body = error instanceof Error ? error.message : undefined;
    toasts.add({ title: 'The investigation could not be saved', body, tone: 'danger' });
  }
}

async function contentOf(
  format: InvestigationFormat,
  name: string,
  nodes: InvestigationState['history']['nodes'],
  time: Date,
): Promise<BlobPart> {
  switch (format) {
    case 'json': {
      const { writeInvestigationFile } = await import('./investigation-file.ts');
      return writeInvestigationFile(name, [...nodes.values()].sort(byTime), time);
    }
    case 'markdown': {
      const { investigationMarkdown } = await import('./investigation-markdown.ts');
      return investigationMarkdown(name, nodes, time);
    }
    case 'stix': {
      const { intelligenceText } = await import('#web/exports/intelligence.ts');
      return intelligenceText(investigationDossier(name, nodes, time), 'stix');
    }
    case 'png':
    case 'svg': {
      const { graphPicture } = await import('#web/charts/graph-picture.ts');
      return graphPicture(investigationGraph(nodes), format);
    }
  }
}
