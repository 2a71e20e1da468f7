import type { SimilarPage } from '#contract/generated/types.gen.ts';
import { fewOthers } from '#model/connection-strength.ts';
import { epochSecondsToTimestamp } from '#model/dates.ts';
import { ssdeepParts, ssdeepScore } from '#model/ssdeep.ts';
import type { QueryOptions } from '#server/engine/engine.ts';
import { readIp } from '#server/input/address.ts';
import { readDomain, subjectOf } from '#server/input/name.ts';
import { addressOfKey } from '#server/queries/address-key.ts';
import { mostComparedPages, ownPages, type PageRow, pagesLike } from '#server/queries/similar-pages.ts';
import { mapInSlices } from '#server/timing/slices.ts';
import type { Handler, Services } from './handler.ts';
import { mostScored, scoresOf } from './member-scores.ts';
import { weigh } from './weighed-values.ts';

/** Pages elsewhere that are like those of a subject, by the ssdeep hash of the body and by the title. */
const similarPages: Handler<'similarPages'> = async ({ path, signal }, services) => {
  const { type } = path;
  const { query = '', domain = '' } = type === 'domain' ? readDomain('subject', path.subject) : {};
  const subject = type === 'ip' ? readIp(path.subject) : query;
  const own = await services.engine.query(ownPages(type, subject), { signal });
  const counted = await titlesOf(own, services, { signal });
  const rare = counted.filter(({ count }) => count <= fewOthers);
  const titles = new Set(rare.map(({ title }) => title));
  const parts = [...new Set(own.flatMap(({ ssdeep }) => ssdeepParts(ssdeep)))];
  const ips = [...new Set(rare.flatMap(({ members }) => members))];
  const rows =
    parts.length + ips.length > 0
      ? await services.engine.query(pagesLike(parts, { titles: [...titles], ips }), { signal })
      : [];
  const ownHosts = new Set(own.map(({ host }) => host));
  const isOwn = ({ host, hostname }: PageRow) =>
    type === 'ip' || hostname === '' ? ownHosts.has(host) : subjectOf(hostname).domain === domain;
  const hashes = [...new Set(own.map(({ ssdeep }) => ssdeep))];
  const compared = await mapInSlices(
    rows.slice(0, mostComparedPages).filter((row) => !isOwn(row)),
    (row) => ({
      row,
      similarity: Math.max(0, ...hashes.map((hash) => ssdeepScore(hash, row.ssdeep))),
      hasTitle: titles.has(row.title),
    }),
  );
  const alike = compared.filter(({ similarity, hasTitle }) => similarity > 0 || hasTitle).toSorted(mostAlikeFirst);
  // one line for each host: its page that is most alike
  const pages = new Map(alike.toReversed().map((page) => [hostOf(page.row), page] as const));
  const shown = [...pages.values()].toReversed().toSorted(mostAlikeFirst).slice(0, mostScored);
  const scoreOf = await scoresOf(
    shown.map(({ row }) => memberOf(row)),
    services,
    { signal },
  );
  return {
    subject,
    type,
    pages: own.map(({ host, hostname, title, ssdeep, seen }) => ({
      hostname,
      ip: addressOfKey(host),
      title,
      ssdeep,
      title_shared_by: counted.find((each) => each.title === title)?.count ?? 0,
      last_seen: epochSecondsToTimestamp(seen),
    })),
    total: pages.size,
    more: rows.length > mostComparedPages,
    records: shown.map(({ row, similarity, hasTitle }): SimilarPage => {
      const type = row.hostname === '' ? 'ip' : 'domain';
      return {
        subject: hostOf(row),
        type,
        ip: addressOfKey(row.host),
        title: row.title,
        similarity: row.ssdeep === '' || parts.length === 0 ? null : similarity,
        same_title: hasTitle,
        last_seen: epochSecondsToTimestamp(row.seen),
        ...scoreOf(memberOf(row))?.score,
      };
    }),
  };
};

interface Compared {
  readonly row: PageRow;
  readonly similarity: number;
  readonly hasTitle: boolean;
}

function mostAlikeFirst(one: Compared, other: Compared): number {
  return (
    other.similarity - one.similarity ||
    Number(other.hasTitle) - Number(one.hasTitle) ||
    other.row.seen - one.row.seen ||
    (hostOf(one.row) < hostOf(other.row) ? -1 : 1)
  );
}

function memberOf(row: PageRow) {
  return { side: row.hostname === '' ? 'address' : 'name', member: hostOf(row) } as const;
}

function hostOf({ host, hostname }: PageRow): string {
  return hostname === '' ? addressOfKey(host) : hostname;
}

/** The titles of pages, how many addresses have each, and which. @throws EngineError */
async function titlesOf(pages: readonly PageRow[], services: Services, options: QueryOptions) {
  const titles = [...new Set(pages.map(({ title }) => title))].filter((title) => title !== '' && title.length <= 500);
  const rows = titles.map((value) => ({ attribute: 'html-title', value, label: '', first: 0, seen: 0 }) as const);
  const weighed = await weigh(rows, services, options);
  return weighed.map(({ row, count, members }) => ({ title: row.value, count, members }));
}

export const similarPageHandlers = { similarPages };
