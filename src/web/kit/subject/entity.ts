import type { Answer } from '#web/api/use-answer.ts';
import type { IndicatorKind } from '#model/indicator-kind.ts';

/** The subject of a page, passed to every panel on it. */
export interface Entity<R = unknown, Rec = unknown> {
  readonly kind: IndicatorKind;
  /** Canonical. */
  readonly value: string;
  /** The display form: AS64500 for 64500. */
  readonly text: string;
  /** The answer of the page header, which panels share. */
  readonly header: Answer<R>;
  /** The record of that answer; undefined while loading, null when there is none. */
  readonly record: Rec | null | undefined;
}
