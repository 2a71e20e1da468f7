import { formatCount, plural } from '#model/format.ts';
import { sampleNotice, type Sharing } from '#model/fact.ts';
import { toCof, toJson, toNdjson } from './json.ts';
import type { AskListings, JudgementsOf } from './intelligence.ts';
import { type ExportColumn, exportFileName, type ExportTarget } from './export-target.ts';

export type ExportFormat = 'csv' | 'json' | 'ndjson' | 'cof' | 'stix' | 'misp';

export interface ExportOptions {
  format: ExportFormat;
  /** CSV only, see csv.ts. */
  isRaw: boolean;
  hasBom: boolean;
  /** STIX and MISP only. */
  sharing: Sharing;
}

export interface ExportFile {
  name: string;
  mediaType: string;
  text: string;
  /** What the reader of the dialog must know; also in the file where the format can carry it. */
  notes: readonly string[];
}

const KINDS: Record<ExportFormat, { extension: string; mediaType: string }> = {
  csv: { extension: 'csv', mediaType: 'text/csv;charset=utf-8' },
  json: { extension: 'json', mediaType: 'application/json' },
  ndjson: { extension: 'ndjson', mediaType: 'application/x-ndjson' },
  cof: { extension: 'cof.ndjson', mediaType: 'application/x-ndjson' },
  stix: { extension: 'stix.json', mediaType: 'application/stix+json;version=2.1' },
  misp: { extension: 'misp.json', mediaType: 'application/json' },
};

interface ExportContent<Row> {
  rows: readonly Row[];
  columns: readonly ExportColumn<Row>[];
  /** All columns: COF takes what it needs, shown or not. */
  allColumns: readonly ExportColumn<Row>[];
  target: Pick<ExportTarget<Row>, 'view' | 'subject' | 'factsOf'>;
  /** What is left out, see scopeTruncation. */
  truncation: string | null;
  time: Date;
  /** Looks up what makes rows indicators of STIX and MISP; without it, none is. */
  askListings?: AskListings;
  /** What the team says about a subject, for STIX and MISP; tables have a column of it. */
  judgementsOf: JudgementsOf;
}

/** The file of an export. What writes CSV, STIX and MISP is loaded only when such a file is made. */
export async function makeExport<Row>(content: ExportContent<Row>, options: ExportOptions): Promise<ExportFile> {
  const { rows, columns, allColumns, target, truncation, time } = content;
  const notes = truncation ? [truncation] : [];
  const kind = KINDS[options.format];
  const file = (text: string, more: readonly string[] = []): ExportFile => ({
    name: exportFileName(time, target.view, target.subject, kind.extension),
    mediaType: kind.mediaType,
    text,
    notes: [...notes, ...more],
  });
  switch (options.format) {
    case 'csv': {
      const { toCsv } = await import('./csv.ts');
      return file(toCsv(rows, columns, options));
    }
    case 'json': {
      const exported_at = time.toISOString();
      const sample = sampleNotice(rows.flatMap((row) => target.factsOf?.(row) ?? []));
      const metadata = {
        view: target.view,
        subject: target.subject,
        exported_at,
        rows: rows.length,
        truncation,
        ...(sample && { sample }),
      };
      return file(toJson(rows, columns, metadata), sample ? [sample] : []);
    }
    case 'ndjson':
      return file(toNdjson(rows, columns));
    case 'cof': {
      const { text, leftOut } = toCof(rows, allColumns);
      const note = `${formatCount(leftOut, 'row')} without a name, type, answer or time ${plural(leftOut, 'is', 'are')} left out.`;
      return file(text, leftOut === 0 ? [] : [note]);
    }
    case 'stix':
    case 'misp': {
      const { toIntelligence } = await import('./intelligence.ts');
      const { text, notes: more } = await toIntelligence({ ...content, sharing: options.sharing }, options.format);
      return file(text, more);
    }
  }
}
