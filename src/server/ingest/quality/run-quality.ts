import { plusDays } from '#model/dates.ts';
import { errorText } from '#model/errors.ts';
import type { Engine } from '#server/engine/engine.ts';
import { refreshSettings } from '#server/ingest/scores/sql-parts.ts';
import { qualityRunQuery } from '#server/queries/quality.ts';
import { feedStatement, listCount, scoreStatements } from './statements.ts';

/** What was known this many days ago is compared with what was listed since. */
const horizonDays = 30;
/** Days between two runs; the day after one that failed or had no list to compare with, the next follows. */
const everyDays = 7;

interface ScoreRow {
  readonly factor: string;
  readonly score: number;
  readonly subjects: number;
  readonly listed: number;
}

interface FeedRow {
  readonly source: string;
  readonly entries: number;
  readonly onlyHere: number;
  readonly first: number;
  readonly behind: number;
  readonly benign: number;
}

interface Span {
  /** 'yyyy-mm-dd' */
  readonly day: string;
  /** 'yyyy-mm-dd' */
  readonly until: string;
}

/**
 * Compares the scores of 30 days ago with what was listed since, unless a run is recent. The run is noted, also one that fails.
 * @param today 'yyyy-mm-dd' @returns whether it ran @throws EngineError when the run cannot be noted
 */
export async function runQuality(engine: Engine, today: string, signal?: AbortSignal): Promise<boolean> {
  const [last] = await engine.query(qualityRunQuery());
  // a later day is one of a clock that was ahead
  if (last && last.ran <= today && plusDays(last.ran, last.state === 'done' && last.lists > 0 ? everyDays : 1) > today)
    return false;
  const span = { day: plusDays(today, -horizonDays), until: today };
  const counts = await compare(engine, span, signal);
  await engine.insert('quality_runs', [{ ran: today, ...span, ...counts }]);
  return true;
}

async function compare(engine: Engine, span: Span, signal: AbortSignal | undefined) {
  const ask = <Row>(sql: string) =>
    engine.query<Row>(
      { name: 'quality', sql, params: { ...span }, settings: { ...refreshSettings, max_threads: 1 } },
      { limits: 'upkeep', signal },
    );
  try {
    const [{ lists } = { lists: 0 }] = await ask<{ readonly lists: number }>(listCount);
    const scores: (readonly [string, string, number, number, number])[] = [];
    for (const [kind, sql] of lists > 0 ? Object.entries(scoreStatements) : []) {
      for (const row of await ask<ScoreRow>(sql)) scores.push([kind, row.factor, row.score, row.subjects, row.listed]);
    }
    const feeds = await ask<FeedRow>(feedStatement);
    return {
      state: 'done',
      error: '',
      lists,
      scores,
      feeds: feeds.map((row) => [row.source, row.entries, row.onlyHere, row.first, row.behind, row.benign]),
    };
  } catch (error) {
    signal?.throwIfAborted();
    return { state: 'failed', error: errorText(error), lists: 0, scores: [], feeds: [] };
  }
}
