import type { DensityRecord, PadnsDensityAnswer, PadnsDensityData } from '#contract/generated/types.gen.ts';
import { useAnswer, type Answer } from '#web/api/use-answer.ts';
import { rowsOrEmpty, type PanelState } from '#web/components/evidence/panel-state.ts';

export type DensityType = PadnsDensityData['path']['qtype'];
export type DensityScope = NonNullable<NonNullable<PadnsDensityData['query']>['scope']>;

/** E6: how many names point to a server, an address, or the addresses of a subnet or an AS. */
export function useDensity(qtype: DensityType, query: string, scope?: DensityScope): Answer<PadnsDensityAnswer> {
  const question = { operationId: 'padnsDensity', path: { qtype, query }, query: { ...(scope && { scope }) } } as const;
  return useAnswer(question, { title: `Density of ${query}` });
}

/** The one record of a summary. */
export function densityRecord({ records }: PadnsDensityAnswer, empty: string): PanelState<DensityRecord> {
  const [record] = records ?? [];
  return record ? { is: 'data', data: record } : { is: 'empty', message: empty };
}

export function densityRows({ records }: PadnsDensityAnswer, empty: string): PanelState<readonly DensityRecord[]> {
  return rowsOrEmpty(records, empty);
}
