import type { QueryClient } from '@tanstack/react-query';
import { formatNumber } from '#model/format.ts';
import type { Indicator } from '#model/indicator-of.ts';
import { addressOriginOptions } from '#web/api/address-origin.ts';
import { type IndicatorScore, scoreOf, scoresHeld } from '#web/api/indicator-score.ts';
import { abortOf } from '#web/api/pause.ts';
import { type LateFacts, type Scored, scoredKind } from '#web/kit/records/use-late-facts.ts';
import type { CompletedRows, FetchAllOptions } from '#web/exports/export-target.ts';

/** Rows that an export completes with the facts of their indicators. */
export interface LateRows<Row, Facts extends LateFacts = LateFacts> {
  readonly indicatorsOf: (row: Row) => readonly (Indicator | null)[];
  /** The facts of an indicator of the row are missing. */
  readonly isPending: (row: Row) => boolean;
  readonly withFacts: (row: Row, found: ReadonlyMap<string, Facts>) => Row;
  /** Adds what else is requested for an indicator. */
  readonly addFacts?: (client: QueryClient, value: string, facts: LateFacts) => Promise<Facts>;
  /** Values per round, default 4000: two calls for scores. */
  readonly roundSize?: number;
}

/**
 * Fetches the scores of all indicators of rows, and the origins of all addresses, through the cache of the table. An abort ends
 * it early; `missing` counts the values without a result.
 */
export async function completeScores<Row, Facts extends LateFacts>(
  client: QueryClient,
  rows: readonly Row[],
  { indicatorsOf, withFacts, addFacts, roundSize = 4000 }: LateRows<Row, Facts>,
  { signal, onProgress }: FetchAllOptions,
): Promise<CompletedRows<Row>> {
  const values = valuesOf(rows.flatMap(indicatorsOf));
  const found = new Map<string, Facts>();
  const stopped = abortOf(signal);
  for (let from = 0; from < values.length && !signal.aborted; from += roundSize) {
    onProgress(from, values.length);
    const held = scoresHeld(client);
    const round = values.slice(from, from + roundSize).map(async ([value, kind]) => {
      const facts = await factsOf(client, { kind, value, held });
      found.set(value, addFacts ? await addFacts(client, value, facts) : (facts as Facts));
    });
    await Promise.race([Promise.allSettled(round), stopped]);
  }
  // answers that arrive after an abort are not written
  const scores = new Map(found);
  return {
    rows: rows.map((row) => withFacts(row, scores)),
    missing: missingWords(values.length - scores.size, values.length),
  };
}

function valuesOf(indicators: readonly (Indicator | null)[]): readonly (readonly [value: string, kind: Scored])[] {
  const kinds = new Map<string, Scored>();
  for (const indicator of indicators) {
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

function missingWords(missing: number, of: number): string | null {
  if (missing === 0) return null;
  const counted = `${formatNumber(missing)} of ${formatNumber(of)} names and addresses`;
  return `No score for ${counted}: they are not marked as indicators.`;
}
