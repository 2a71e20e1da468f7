import { dateToIsoDate, plusDays } from '#model/dates.ts';
import { addressOfKey } from '#server/queries/address-key.ts';
import { listedHostsQuery, type ListedHostRow, newsDaysQuery, newsReachQuery } from '#server/queries/news.ts';
import type { Handler } from './handler.ts';
import { listedFields, worstOf } from './listed-records.ts';
import { notScored, scoresOf } from './member-scores.ts';
import { tagsOf } from './member-tags.ts';

/** Listed hosts that are compared with the never-flag list, candidates that are scored for a list, and entries of a list. */
const mostCompared = 1000;
const mostCandidates = 20;
const mostShown = 8;

/** What the last days brought, and the worst names that were listed before. */
const news: Handler<'news'> = async ({ query: { days = 7 }, signal }, services) => {
  const { engine, now, coverage, judgements } = services;
  const today = dateToIsoDate(now());
  const [reach] = await engine.query(newsReachQuery(today), { signal });
  // data of a collection that is no longer fed ends earlier
  const until = reach && reach.newest > '1970-01-01' ? reach.newest : today;
  const since = plusDays(until, 1 - days);
  const { hasNeverFlagged, neverFlagged } = await judgements();
  const limit = hasNeverFlagged ? mostCompared : mostCandidates;
  const [counts, newest, older, { titleOf }] = await Promise.all([
    engine.query(newsDaysQuery({ since, until }), { signal }),
    engine.query(listedHostsQuery({ when: 'since', since, today }, limit), { signal }),
    engine.query(listedHostsQuery({ when: 'before', since, today }, limit), { signal }),
    coverage(),
  ]);
  const isLeftOut = (row: ListedHostRow) => neverFlagged(memberOf(row).member) !== undefined;
  const candidates = (rows: readonly ListedHostRow[]) => rows.filter((row) => !isLeftOut(row)).slice(0, mostCandidates);
  const [fresh, worst] = [candidates(newest), candidates(older)];
  const scoreOf = await scoresOf([...fresh, ...worst].map(memberOf), services, { signal });
  const worstHosts = (rows: readonly ListedHostRow[]) =>
    worstOf(
      rows.map((row) => listedHost(row, scoreOf, titleOf)),
      mostShown,
    );
  const [newlyListed, worstNames] = [worstHosts(fresh), worstHosts(worst)];
  const shown = [...newlyListed, ...worstNames];
  const tags = await tagsOf(
    shown.flatMap(({ kind, indicator }) => scoreOf({ side: sideOf[kind], member: indicator }) ?? []),
    services,
    { signal },
  );
  const tagged = (hosts: readonly ListedHost[]) =>
    hosts.map((host) => ({ ...host, tags: tags.get(host.indicator)?.tags ?? [] }));
  const countOf = (what: 'listed' | 'registered' | 'moved', day: string) =>
    reach?.[what] ? (counts.find((row) => row.what === what && row.day === day)?.count ?? 0) : null;
  return {
    until,
    days: Array.from({ length: days }, (_, index) => plusDays(since, index)).map((day) => ({
      day,
      listed: countOf('listed', day),
      registered: countOf('registered', day),
      moved: countOf('moved', day),
    })),
    newly_listed: tagged(newlyListed),
    worst_names: tagged(worstNames),
    newly_listed_hidden: newest.filter(isLeftOut).length,
    worst_names_hidden: older.filter(isLeftOut).length,
  };
};

function memberOf({ host, isName }: ListedHostRow) {
  return isName
    ? ({ side: 'name', member: host } as const)
    : ({ side: 'address', member: addressOfKey(host) } as const);
}

type ListedHost = ReturnType<typeof listedHost>;

const sideOf = { domain: 'name', address: 'address' } as const;

function listedHost(
  row: ListedHostRow,
  scoreOf: Awaited<ReturnType<typeof scoresOf>>,
  titleOf: (source: string) => string,
) {
  const { side, member } = memberOf(row);
  return {
    indicator: member,
    kind: side === 'name' ? ('domain' as const) : ('address' as const),
    ...listedFields(row, titleOf),
    ...(scoreOf({ side, member })?.score ?? notScored),
  };
}

export const newsHandlers = { news };
