import { dateToEpochSeconds, SECONDS_PER_DAY } from '#model/dates.ts';
import { type Dossier, sampleNotice, type Sharing } from '#model/fact.ts';
import { formatCount } from '#model/format.ts';
import { mispEvent } from '#model/misp-event.ts';
import { stixBundle } from '#model/stix-bundle.ts';
import type { ExportTarget } from './export-target.ts';

interface IntelligenceContent<Row> {
  readonly rows: readonly Row[];
  readonly target: Pick<ExportTarget<Row>, 'view' | 'subject' | 'factsOf'>;
  readonly truncation: string | null;
  readonly sharing?: Sharing | undefined;
  readonly time: Date;
}

/** Facts in a format of threat intelligence, indented by two. */
export function intelligenceText(dossier: Dossier, format: 'stix' | 'misp'): string {
  return `${JSON.stringify(format === 'stix' ? stixBundle(dossier) : mispEvent(dossier), null, 2)}\n`;
}

/** The UTC day of an instant as its start in epoch seconds. */
export function startOfDay(time: Date): number {
  return Math.floor(dateToEpochSeconds(time) / SECONDS_PER_DAY) * SECONDS_PER_DAY;
}

/** The facts about indicators in the rows. `leftOut` describes rows without any, which the file mentions too. */
export function toIntelligence<Row>(
  { rows, target, truncation, sharing, time }: IntelligenceContent<Row>,
  format: 'stix' | 'misp',
): { text: string; notes: readonly string[] } {
  const byRow = rows.map((row) => target.factsOf?.(row) ?? []);
  const facts = byRow.flat();
  const silent = byRow.filter((facts) => facts.length === 0).length;
  const many = formatCount(silent, 'row that names no indicator is', 'rows that name no indicator are');
  const leftOut = silent === 0 ? null : `${many} left out.`;
  const text = intelligenceText(
    {
      title: `${target.view}: ${target.subject}`,
      facts,
      truncation: [truncation, leftOut].filter(Boolean).join(' ') || null,
      day: startOfDay(time),
      ...(sharing && { sharing }),
    },
    format,
  );
  return { text, notes: [leftOut, sampleNotice(facts)].filter((note) => note !== null) };
}
