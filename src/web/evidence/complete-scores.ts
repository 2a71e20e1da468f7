import type { QueryClient } from '@tanstack/react-query';
import { formatNumber } from '#model/format.ts';
import { addressOriginOptions } from '#web/api/address-origin.ts';
import { type IndicatorScore, scoreOf, scoresHeld } from '#web/api/indicator-score.ts';
import { abortOf } from '#web/api/pause.ts';
import { type LateFacts, type Scored, scoredKind } from '#web/kit/records/use-late-facts.ts';
import type { CompletedRows, FetchAllOptions } from '#web/exports/export-target.ts';
import { type PadnsRow, sidesOf } from './padns-row.ts';

/** Values per round: two calls. */
const roundSize = 4000;

/**
 * Fetches the scores of all names and answers, and the origins of all addresses, through the cache of the table. An abort ends
 * it early; `missing` counts the values without a result.
 */
export async function completeScores(
  client: QueryClient,
  rows: readonly PadnsRow[],
  { signal, onProgress }: FetchAllOptions,
): Promise<CompletedRows<PadnsRow>> {
  const values = valuesOf(rows);
  const found = new Map<string, LateFacts>();
  const stopped = abortOf(signal);
  for (let from = 0; from < values.length && !signal.aborted; from += roundSize) {
    onProgress(from, values.length);
    const held = scoresHeld(client);
    const round = values.slice(from, from + roundSize).map(async ([value, kind]) => {
      const facts = await factsOf(client, { kind, value, held }).catch(() => null);
      if (facts) found.set(value, facts);
    });
    await Promise.race([Promise.all(round), stopped]);
  }
  // answers that arrive after an abort are not written
  const scores = new Map(found);
  return {
    rows: rows.map((row) => withFacts(row, scores)),
    missing: missingWords(values.length - scores.size, values.length),
  };
}

function valuesOf(rows: readonly PadnsRow[]): readonly (readonly [value: string, kind: Scored])[] {
  const kinds = new Map<string, Scored>();
  for (const row of rows)
    for (const indicator of Object.values(sidesOf(row))) {
      const kind = scoredKind(indicator);
      if (kind && indicator) kinds.set(indicator.value, kind);
    }
  return [...kinds];
}

interface Asked {
  readonly kind: Scored;
  readonly value: string;
  readonly held: (value: string) => IndicatorScore | undefined;
}

async function factsOf(client: QueryClient, { kind, value, held }: Asked): Promise<LateFacts> {
  const seen = await scoreOf(client, kind, value, held);
  const origin = seen.origin ?? (kind === 'domain' ? undefined : await client.fetchQuery(addressOriginOptions(value)));
  return { seen, isScoreAsked: false, origin: origin ?? undefined, isOriginAsked: false };
}

function withFacts(row: PadnsRow, found: ReadonlyMap<string, LateFacts>): PadnsRow {
  const { name, answer } = sidesOf(row);
  const [ofName, ofAnswer] = [found.get(name?.value ?? ''), found.get(answer?.value ?? '')];
  return { ...row, ...(ofName && { ofName }), ...(ofAnswer && { ofAnswer }) };
}

function missingWords(missing: number, of: number): string | null {
  if (missing === 0) return null;
  const counted = `${formatNumber(missing)} of ${formatNumber(of)} names and addresses`;
  return `No score for ${counted}: they are not marked as indicators.`;
}
