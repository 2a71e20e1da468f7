import type { OperationId } from '#contract/generated/operations.gen.ts';
import { formatNumber } from '#model/format.ts';
import { isObject } from '#model/json-value.ts';
import type { Entry } from './compare.ts';

/** A call of one operation, read and checked. */
export interface WatchQuestion {
  readonly operationId: OperationId;
  readonly path: object;
  readonly query: object;
  readonly body?: object;
}

/** One thing that is read in each run of a watch. */
export interface WatchPart {
  /** As an analyst reads it: 'DNS records'. */
  readonly name: string;
  readonly question: WatchQuestion;
  /** The data whose first day says since when `since` is complete; absent when records do not tell when they began. */
  readonly history?: 'dns' | 'findings' | 'lists' | 'retro_hunt';
  /** Only new records are told: the answer has the strongest, and one that is missing may only be weaker than others. */
  readonly isOnlyNew?: boolean;
  /** @throws Unread */
  readonly read: (response: unknown) => readonly Entry[];
}

/** An answer from which no difference can be taken. The message says why, as a sentence. */
export class Unread extends Error {
  override readonly name = 'Unread';
}

export type Record_ = Readonly<Record<string, unknown>>;

/** For an answer with more records than are compared. */
export function tooMany(most: number, what: string): Unread {
  return new Unread(
    `The answer has more than ${formatNumber(most)} ${what}, so it cannot be compared. Narrow the search.`,
  );
}

/** The records of a list in an answer. */
export function listIn(response: unknown, member: string): Record_[] {
  const list = isObject(response) ? response[member] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** The first of the values that begins with a day: that day, 'yyyy-mm-dd'. */
export function dayIn(values: readonly unknown[]): string | null {
  const day = values.map((value) => /^\d{4}-\d{2}-\d{2}/.exec(text(value))?.[0]).find(Boolean);
  return day ?? null;
}

/** A value of a record as text; empty without one. */
export function text(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
