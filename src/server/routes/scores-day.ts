import { dateToDayInt, isoDateToDayInt, type DayInt } from '#model/dates.ts';
import { scoresDayQuery } from '#server/queries/scores-day.ts';
import type { Services } from './handler.ts';

/** The day that reputation records speak of: that of the latest snapshots, or today before there are any. */
export async function latestScoresDay(
  name: string,
  { engine, now }: Pick<Services, 'engine' | 'now'>,
  signal: AbortSignal,
): Promise<DayInt> {
  const [row] = await engine.query(scoresDayQuery(name), { signal });
  const day = row && row.day !== '1970-01-01' ? isoDateToDayInt(row.day) : null;
  return day ?? dateToDayInt(now());
}
