import type { ExtractedIndicator, Extraction, InvalidEntry } from '#model/extract-indicators.ts';
import { INDICATOR_KINDS, type IndicatorKind } from '#model/indicator-kind.ts';

/** Kinds that the bulk operations of the interface take. */
export const TRIAGED_KINDS = ['ipv4', 'ipv6', 'domain', 'asn'] as const satisfies readonly IndicatorKind[];
export type TriagedKind = (typeof TRIAGED_KINDS)[number];

/** One indicator that is asked about, at its place among all of them. */
export interface BulkEntry extends Omit<ExtractedIndicator, 'kind'> {
  readonly kind: TriagedKind;
}

/** What is not asked about, with its line and the reason. */
export interface RefusedEntry extends InvalidEntry {
  /** What it is, where it is something: a subnet, a hash. */
  readonly indicator?: { readonly kind: IndicatorKind; readonly value: string };
}

/** A text as bulk triage takes it: both lists in the order of the lines. */
export interface BulkInput {
  readonly entries: readonly BulkEntry[];
  readonly refused: readonly RefusedEntry[];
}

const isTriaged = (indicator: ExtractedIndicator): indicator is BulkEntry =>
  TRIAGED_KINDS.some((kind) => kind === indicator.kind);

/** Parts what can be asked in bulk from what cannot; nothing is dropped. */
export function bulkInput({ indicators, invalid }: Pick<Extraction, 'indicators' | 'invalid'>): BulkInput {
  const others = indicators.filter((indicator) => !isTriaged(indicator)).map(refusedKind);
  return {
    entries: indicators.filter(isTriaged),
    refused: others.length === 0 ? invalid : [...invalid, ...others].sort((a, b) => a.line - b.line),
  };
}

function refusedKind({ kind, value, display, line }: ExtractedIndicator): RefusedEntry {
  const words = INDICATOR_KINDS[kind];
  const reason = `No bulk operation takes ${words.many}: open this one by itself.`;
  return { line, text: display, reason, indicator: { kind, value } };
}

/** The lines of a text that one triage takes, and how many it leaves out. */
export function limitLines(text: string, atMost: number): { readonly text: string; readonly leftOut: number } {
  let end = -1;
  for (let count = 0; count < atMost; count += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) return { text, leftOut: 0 };
  }
  const rest = text.slice(end + 1);
  return { text: text.slice(0, end), leftOut: rest.split('\n').filter((line) => line.trim() !== '').length };
}
