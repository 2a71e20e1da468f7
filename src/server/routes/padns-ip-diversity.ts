import type { PadnsIpDiversityData } from '#contract/generated/types.gen.ts';
import { dateToEpochSeconds, SECONDS_PER_DAY } from '#model/dates.ts';
import { ApiError } from '#server/http/api-error.ts';
import { diversityRecord, timelinesByHost } from '#server/present/diversity-record.ts';
import { diversityTimeline, ipDiversity, type DiversityLookup } from '#server/queries/diversity.ts';
import type { Handler } from './handler.ts';
import { readHostScope } from './host-scope-input.ts';

/**
 * E7. The interface has timeline=1, verbose=1 and aaaa calculated from live data. Decision: as long as there are no live
 * look-ups here, they are answered from collected passive DNS; only scope=live itself is refused.
 */
export const padnsIpDiversity: Handler<PadnsIpDiversityData> = async ({ path, query, signal }, { engine, now }) => {
  const { scope = 'host', window: windowDays = 30 } = query;
  if (scope === 'live')
    throw new ApiError(
      501,
      'not_implemented',
      'This deployment makes no live look-ups; leave scope out or send host.',
      {
        parameter: 'scope',
      },
    );
  const lookup: DiversityLookup = {
    type: path.qtype === 'a' ? 'A' : 'AAAA',
    scope: readHostScope('query', path.query, scope),
    seenAfter: Math.max(0, dateToEpochSeconds(now()) - windowDays * SECONDS_PER_DAY),
  };
  const detail = { asn: query.asn !== 0, timeline: query.timeline === 1, verbose: query.verbose === 1 };
  const [rows, timeline] = await Promise.all([
    engine.query(ipDiversity(lookup), { signal }),
    detail.timeline || detail.verbose ? engine.query(diversityTimeline(lookup), { signal }) : [],
  ]);
  const byHost = timelinesByHost(timeline);
  return { records: rows.map((row) => diversityRecord(row, byHost.get(row.host) ?? [], detail)) };
};
