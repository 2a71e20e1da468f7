import { canonicalIp } from '#model/ip-address.ts';
import { readDomain } from '#server/input/name.ts';
import { neverFlaggedAmong } from '#server/queries/judgements.ts';
import {
  comparedQuery,
  retroHuntCountQuery,
  retroHuntQuery,
  type RetroHuntRow,
  retroHuntSubjectsQuery,
} from '#server/queries/retro-hunt.ts';
import type { Handler } from './handler.ts';

/** What feeds listed after own logs had resolved it. */
const retroHunt: Handler<'retroHunt'> = async ({ query, signal }, { engine, coverage, judgements }) => {
  const { subject: text = '', listed_after = 0, limit = 100, skip = 0 } = query;
  const subject = text === '' ? '' : (canonicalIp(text) ?? readDomain('subject', text).query);
  const neverFlagged = await neverFlaggedAmong(await judgements(), async () =>
    (await engine.query(retroHuntSubjectsQuery(subject), { signal })).map(({ host }) => host),
  );
  const search = { subject, isListedAfter: listed_after === 1, neverFlagged };
  const [[compared], [counts], rows, { titleOf }] = await Promise.all([
    engine.query(comparedQuery(), { signal }),
    engine.query(retroHuntCountQuery(search), { signal }),
    engine.query(retroHuntQuery(search, { limit, skip }), { signal }),
    coverage(),
  ]);
  const { firstLog = '', lastLog = '', lastUpdate = '', isCompared = 0 } = compared ?? {};
  const { all = 0, after = 0 } = counts ?? {};
  const total = search.isListedAfter ? after : all;
  return {
    state: stateOf(total, firstLog, isCompared === 1),
    first_log: firstLog || null,
    last_log: lastLog || null,
    last_update: lastUpdate || null,
    total,
    listed_before: all - after,
    records: rows.map((row) => recordOf(row, titleOf)),
  };
};

function stateOf(total: number, firstLog: string, isCompared: boolean) {
  if (total > 0) return 'found';
  if (firstLog === '') return 'no_own_logs';
  return isCompared ? 'not_found' : 'no_update';
}

function recordOf(row: RetroHuntRow, titleOf: (source: string) => string) {
  return {
    subject: row.host,
    kind: row.isName ? 'domain' : 'address',
    list: titleOf(row.source),
    source: row.source,
    category: row.category,
    indicator: row.indicator,
    listed: row.listed,
    updated: row.updated,
    days_before: row.daysBefore,
    answers: row.answers,
    name_count: row.nameCount,
    names: row.names,
    first_seen: row.first,
    last_seen: row.last,
    known_benign: row.isBenign === 1,
    never_flag: row.isNeverFlagged === 1,
    logs: row.logs.map(([importId, source, answers]) => ({ import: importId, source, answers })),
  };
}

export const retroHuntHandlers = { retroHunt };
