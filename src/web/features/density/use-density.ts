import { padnsDensityOptions } from '#contract/generated/@tanstack/react-query.gen.ts';
import type { DensityRecord, PadnsDensityAnswer, PadnsDensityData } from '#contract/generated/types.gen.ts';
import type { ApiCall } from '#web/api/api-request.ts';
import { useAnswer, type Answer } from '#web/api/use-answer.ts';
import { rowsOrEmpty, type PanelState } from '#web/components/panel-state.ts';

export type DensityType = PadnsDensityData['path']['qtype'];
export type DensityScope = NonNullable<NonNullable<PadnsDensityData['query']>['scope']>;

/** E6: how many names point to a server, an address, or the addresses of a subnet or an AS. */
export function useDensity(
  qtype: DensityType,
  query: string,
  scope?: DensityScope,
): { readonly call: ApiCall; readonly answer: Answer<PadnsDensityAnswer> } {
  const call = { operationId: 'padnsDensity', path: { qtype, query }, query: { ...(scope && { scope }) } } as const;
  return { call, answer: useAnswer(padnsDensityOptions(call), { title: `Density of ${query}` }) };
}

/** The one record of a summary. */
export function densityRecord({ records }: PadnsDensityAnswer, empty: string): PanelState<DensityRecord> {
  const [record] = records ?? [];
  return record ? { is: 'data', data: record } : { is: 'empty', message: empty };
}

export function densityRows({ records }: PadnsDensityAnswer, empty: string): PanelState<readonly DensityRecord[]> {
  return rowsOrEmpty(records, empty);
}
