import { INDICATOR_KINDS, type IndicatorKind } from './indicator-kind.ts';

/** One reading of a text. */
export interface Interpretation {
  readonly kind: IndicatorKind;
  /** Canonical: what URLs, requests and comparisons use. */
  readonly value: string;
  /** What people read: `AS64500`, the Unicode form of a name. */
  readonly display: string;
  readonly why: string;
  /** What was changed on the way from the text to the value, as shown on screen. */
  readonly changes: readonly string[];
}

/** Text that looks like an indicator but is invalid. */
export interface Problem {
  /** The reading and its problem, as a sentence. */
  readonly message: string;
  /** Texts close to the input that would work. */
  readonly tryInstead: readonly string[];
}

/** How a text reads as one value. Readers of one kind return null for text of another kind. */
export interface Reading {
  /** Most likely first; empty when there is none (see `problem`). */
  readonly interpretations: readonly Interpretation[];
  /** The problem with the text and what to try; null when it was understood or is empty. */
  readonly problem: Problem | null;
}

type Extras = Partial<Pick<Interpretation, 'display' | 'why' | 'changes'>>;

export function interpretation(kind: IndicatorKind, value: string, extras: Extras = {}): Interpretation {
  return { kind, value, display: value, why: INDICATOR_KINDS[kind].why, changes: [], ...extras };
}

export function understood(...interpretations: Interpretation[]): Reading {
  return { interpretations, problem: null };
}

export function impossible(message: string, tryInstead: readonly string[] = []): Reading {
  return { interpretations: [], problem: { message, tryInstead } };
}
