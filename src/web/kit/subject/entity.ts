import type { Answer } from '#web/api/use-answer.ts';
import type { IndicatorKind } from '#model/indicator-kind.ts';

/** What a subject's page is about, as every panel on it is told. */
export interface Entity<R = unknown, Rec = unknown> {
  readonly kind: IndicatorKind;
  /** Canonical. */
  readonly value: string;
  /** As people write it: AS64500 for 64500. */
  readonly text: string;
  /** The answer of the page header, which panels share. */
  readonly header: Answer<R>;
  /** The record of that answer; undefined while it is asked for, null when there is none. */
  readonly record: Rec | null | undefined;
}
