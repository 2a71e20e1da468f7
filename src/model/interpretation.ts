import { INDICATOR_KINDS, type IndicatorKind } from './indicator-kind.ts';

/** What was done to the text on the way to a value; `detail` is worded to be shown. */
export interface Change {
  readonly kind: 'cleaned' | 'refanged' | 'stripped' | 'masked' | 'unmapped' | 'idn' | 'normalised';
  readonly detail: string;
}

/** One reading of a text. */
export interface Interpretation {
  readonly kind: IndicatorKind;
  /** Canonical: what URLs, requests and comparisons use. */
  readonly value: string;
  /** What people read: `AS64500`, the Unicode form of a name. */
  readonly display: string;
  readonly why: string;
  readonly changes: readonly Change[];
}

/** Text that reads like something it cannot be. */
export interface Problem {
  /** What was understood and why it cannot be, as a sentence. */
  readonly message: string;
  /** Texts close to the input that would work. */
  readonly tryInstead: readonly string[];
}

/** What a reader made of a text, most likely first; readers answer null when the text is not theirs. */
export interface Reading {
  readonly interpretations: readonly Interpretation[];
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
