import { v7 } from 'uuid';
import type { VerdictState } from '#model/verdict.ts';
import type { StepSubject } from './investigation-subject.ts';

/** The verdict about a subject as its page showed it. */
export interface SeenVerdict {
  readonly state: VerdictState;
  /** 0 to 100; null for a state without a number. */
  readonly score: number | null;
  /** Field that decided; '' when none did. */
  readonly decider: string;
  /** What the provider is called whose verdict it was; absent for one of this service. */
  readonly provider?: string | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** One step of an investigation. */
export interface StepNode {
  /** Sorts by the time it was made. */
  readonly id: string;
  /** The step it was reached from; null, or one that is gone, for a beginning. */
  readonly parent: string | null;
  readonly subject: StepSubject;
  /** How it was reached: `entry`, `pivot`, `added`, or the id of an expansion. */
  readonly via: string;
  /** What it is to the step above, in words, where that was known: "same JARM", "resolved to, 2026-10-02". */
  readonly why?: string | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Whatever the analyst wrote. */
  readonly note: string;
  readonly isPinned: boolean;
  readonly verdict: SeenVerdict | null;
}

export type StepNodes = ReadonlyMap<string, StepNode>;

/** An investigation without its nodes. */
export interface InvestigationHead {
  readonly id: string;
  readonly name: string;
  /** Never named: it is called after the time it was started. */
  readonly isUnnamed: boolean;
  readonly createdAt: number;
  readonly changedAt: number;
}

/** An id that sorts after those made before it; not to be met again in another browser. */
export function newInvestigationId(): string {
  return v7().replaceAll('-', '');
}

export const investigationIdPattern = /^[a-z0-9]{8,40}$/;

/** A page that was opened. */
export interface Arrival {
  readonly subject: StepSubject;
  /** Of the history entry; React Router calls the first one `default`. */
  readonly key: string;
  /** POP: by Back, Forward, reload, or the first page of the tab. */
  readonly action: 'POP' | 'PUSH' | 'REPLACE';
  /** What the link that led here said of it, see pivot-reason.ts. */
  readonly why?: string | undefined;
}
