import type { OperationId } from '#contract/generated/operations.gen.ts';
import { parseCidr } from '#model/cidr.ts';
import type { ExtractedIndicator, Extraction, InvalidEntry } from '#model/extract-indicators.ts';
import { formatNumber, capital } from '#model/format.ts';
import { INDICATOR_KINDS, type IndicatorKind } from '#model/indicator-kind.ts';
import { formatIp } from '#model/ip-address.ts';

/** The operations for each kind: facts and score. All take lists (A9 A8, B4 B3, C4 C3, A11) except D12. */
const OPERATIONS = {
  ipv4: ['ipv4InfoBulk', 'ipv4RiskScoreBulk'],
  ipv6: ['ipv6InfoBulk', 'ipv6RiskScoreBulk'],
  domain: ['domainInfoBulk', 'domainRiskScoreBulk'],
  asn: ['asnSubnetsBulk'],
  // the reputation, and the origin AS of the first address; IPv6 subnets have no reputation
  ipv4Subnet: ['subnetReputation', 'ipv4InfoBulk'],
  ipv6Subnet: ['ipv6InfoBulk'],
} as const satisfies Readonly<Record<string, readonly OperationId[]>>;

export type BulkOperationId = (typeof OPERATIONS)[keyof typeof OPERATIONS][number];

type Triaged = Pick<BulkEntry, 'kind' | 'value'>;

/** The operations that are called for an indicator. */
export function operationsOf({ kind, value }: Triaged): readonly BulkOperationId[] {
  if (kind !== 'subnet') return OPERATIONS[kind];
  return value.includes(':') ? OPERATIONS.ipv6Subnet : OPERATIONS.ipv4Subnet;
}

/** The value that an operation is called with: for a subnet, operations that take addresses get its first address. */
export function askedValue(operationId: BulkOperationId, { kind, value }: Triaged): string {
  const cidr = kind === 'subnet' && operationId !== 'subnetReputation' ? parseCidr(value) : null;
  return cidr ? formatIp(cidr.network) : value;
}

/** Limits: a bulk operation takes at most 100 values. */
const CHUNK_SIZE = 100;
/** D12 takes one subnet. */
export function chunkSize(operationId: BulkOperationId): number {
  return operationId === 'subnetReputation' ? 1 : CHUNK_SIZE;
}

/** One call: an operation and the places of the entries it is asked about. */
export interface BulkTask {
  readonly operationId: BulkOperationId;
  readonly indexes: readonly number[];
}

/**
 * The calls for everything still open, in chunks in the order of the input; the operations for one chunk follow each other so
 * that its rows are completed together.
 * @param isOpen whether an operation has still to be asked about the entry at a place
 */
export function planTasks(
  entries: readonly Triaged[],
  isOpen: (operationId: BulkOperationId, index: number) => boolean = () => true,
): readonly BulkTask[] {
  const collecting = new Map<BulkOperationId, number[]>();
  const chunks: { operationId: BulkOperationId; indexes: number[] }[] = [];
  entries.forEach((entry, index) => {
    for (const operationId of operationsOf(entry)) {
      if (!isOpen(operationId, index)) continue;
      const open = collecting.get(operationId);
      if (open && open.length < chunkSize(operationId)) {
        open.push(index);
      } else {
        const indexes = [index];
        collecting.set(operationId, indexes);
        chunks.push({ operationId, indexes });
      }
    }
  });
  return chunks;
}

/** A refused call split in two, so that one bad value does not fail the others; null for a single value. */
export function splitTask({ operationId, indexes }: BulkTask): readonly [BulkTask, BulkTask] | null {
  if (indexes.length < 2) return null;
  const half = Math.ceil(indexes.length / 2);
  return [
    { operationId, indexes: indexes.slice(0, half) },
    { operationId, indexes: indexes.slice(half) },
  ];
}

/** The progress of a triage. */
export interface BulkProgress {
  readonly total: number;
  readonly settled: number;
  /** Indicators per second over the last ten seconds; null until it can be measured. */
  readonly ratePerSecond: number | null;
}

/** Measures the rate over the last ten seconds. */
export class RateMeter {
  #marks: { readonly at: number; readonly settled: number }[] = [];

  /** @param at epoch milliseconds */
  note(settled: number, at: number): number | null {
    if ((this.#marks.at(-1)?.settled ?? 0) > settled) this.reset();
    this.#marks.push({ at, settled });
    while (this.#marks.length > 2 && (this.#marks[0]?.at ?? at) < at - 10_000) this.#marks.shift();
    const [first = { at, settled }] = this.#marks;
    return at - first.at < 500 ? null : ((settled - first.settled) * 1000) / (at - first.at);
  }

  /** Forgets the time before a pause. */
  reset(): void {
    this.#marks = [];
  }
}

/** `12,300 of 50,000 · 410 a second · about 2 min left` */
export function progressWords({ total, settled, ratePerSecond }: BulkProgress): string {
  const words = [`${formatNumber(settled)} of ${formatNumber(total)}`];
  if (ratePerSecond !== null && ratePerSecond >= 1 && settled < total) {
    words.push(`${formatNumber(Math.round(ratePerSecond))} a second`);
    words.push(`about ${durationWords((total - settled) / ratePerSecond)} left`);
  }
  return words.join(' · ');
}

function durationWords(seconds: number): string {
  return seconds < 60 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`;
}

/** The multiple of 10 per cent that was reached between two states; null when there is none, and at the end. */
export function tenthPassed(before: number, after: number, total: number): number | null {
  const tenth = (settled: number) => (total === 0 ? 0 : Math.floor((settled * 10) / total));
  return tenth(after) > tenth(before) && after < total ? tenth(after) * 10 : null;
}

/** Kinds that are looked up in bulk. */
export const TRIAGED_KINDS = ['ipv4', 'ipv6', 'domain', 'asn', 'subnet'] as const satisfies readonly IndicatorKind[];
export type TriagedKind = (typeof TRIAGED_KINDS)[number];

/** One indicator of the triage, at its index in the input. */
export interface BulkEntry extends Omit<ExtractedIndicator, 'kind'> {
  readonly kind: TriagedKind;
}

/** An entry that is not looked up, with its line and the reason. */
export interface RefusedEntry extends InvalidEntry {
  /** The indicator, if it is one that bulk triage does not take: a hash. */
  readonly indicator?: { readonly kind: IndicatorKind; readonly value: string };
}

/** The parsed input of bulk triage; both lists are in the order of the lines. */
export interface BulkInput {
  readonly entries: readonly BulkEntry[];
  readonly refused: readonly RefusedEntry[];
}

const isTriaged = (indicator: ExtractedIndicator): indicator is BulkEntry =>
  TRIAGED_KINDS.some((kind) => kind === indicator.kind);

/** Separates indicators that can be looked up in bulk from all other entries; drops nothing. */
export function bulkInput({ indicators, invalid }: Pick<Extraction, 'indicators' | 'invalid'>): BulkInput {
  const others = indicators.filter((indicator) => !isTriaged(indicator)).map(refusedKind);
  return {
    entries: indicators.filter(isTriaged),
    refused: others.length === 0 ? invalid : [...invalid, ...others].sort((a, b) => a.line - b.line),
  };
}

function refusedKind({ kind, value, display, line }: ExtractedIndicator): RefusedEntry {
  return { line, text: display, reason: notInBulk(kind), indicator: { kind, value } };
}

function notInBulk(kind: IndicatorKind): string {
  if (kind === 'e-mail') return 'Its domain is looked up. Open the address for the domains registered with it (whois).';
  const { many } = INDICATOR_KINDS[kind].pasted ?? INDICATOR_KINDS[kind];
  return `${capital(many)} are not looked up in bulk: open this one separately.`;
}

/** The lines of a text that fit into one triage, and how many are left out. */
export function limitLines(text: string, atMost: number): { readonly text: string; readonly leftOut: number } {
  let end = -1;
  for (let count = 0; count < atMost; count += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) return { text, leftOut: 0 };
  }
  const rest = text.slice(end + 1);
  return { text: text.slice(0, end), leftOut: rest.split('\n').filter((line) => line.trim() !== '').length };
}
