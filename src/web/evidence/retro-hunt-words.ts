import type { RetroHunt, RetroHuntRecord } from '#contract/generated/types.gen.ts';
import { formatCount } from '#model/format.ts';
import { categoryLabel } from '#model/listed-by.ts';
import type { Query } from '#web/api/query.ts';

/** Asks for the first page of the table. An answer without records says why. @param subject a name or address; '' for all */
export function retroHuntQuestion(subject: string, isListedAfter: boolean): Query<'retroHunt'> {
  const query = { ...(subject && { subject }), ...(isListedAfter && { listed_after: 1 as const }) };
  return { operationId: 'retroHunt', query: { ...query, limit: 100, skip: 0 } };
}

/** "Listed by URLhaus (malware) on 2026-11-24, 12 days after you resolved it: 14 DNS answers, first 2026-11-12". */
export function retroHuntWords(record: RetroHuntRecord): string {
  const { list = '', category = '', listed = '', answers = 0, first_seen: first = '' } = record;
  const seen = `${formatCount(answers, 'DNS answer')}, first ${first.slice(0, 10)}`;
  return `Listed by ${list} (${categoryLabel(category)}) on ${listed}, ${leadWords(record)}: ${seen}`;
}

/** "12 days after you resolved it", or that it was listed already. */
export function leadWords({ days_before: days = 0 }: RetroHuntRecord): string {
  if (days > 0) return `${formatCount(days, 'day')} after you resolved it`;
  return days === 0 ? 'the day you first resolved it' : `${formatCount(-days, 'day')} before you first resolved it`;
}

/** Says why an answer has no records: a short word, and a sentence with the days that were compared. Undefined when it has some. */
export function emptyRetroHunt({
  state,
  first_log: firstLog,
  last_log: lastLog,
  last_update: update,
  listed_before: others = 0,
}: RetroHunt): { readonly is: 'unknown' | 'empty'; readonly word: string; readonly sentence: string } | undefined {
  if (state === 'no_own_logs')
    return {
      is: 'unknown',
      word: 'No logs of your own',
      sentence:
        'Feed updates are compared with what your DNS logs resolved, and no log was imported or pushed. The sample collection and live look-ups do not count.',
    };
  if (state === 'no_update')
    return {
      is: 'unknown',
      word: 'No feed update yet',
      sentence: update
        ? `The last feed update was at ${update}, before the first log came (${firstLog}). The next update is compared with your logs.`
        : `No feed has been updated since your first log came (${firstLog}). Switch on a feed: its update is compared with your logs.`,
    };
  if (state === 'not_found')
    return {
      is: 'empty',
      word: 'Nothing found',
      sentence: `No feed update since ${firstLog} listed a name or address ${
        others > 0
          ? 'after your logs had first resolved it, apart from known benign and never-flagged ones'
          : 'that your logs had resolved'
      }. Last update ${update}, last log ${lastLog} (UTC).${
        update && lastLog && update < lastLog ? ' The last log is compared with the next update.' : ''
      }`,
    };
  return undefined;
}
