// @module-tag long
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offlineClient } from '#server/live/open-outbound-client.ts';
import { openTestService } from '#test/server/collection.ts';
import { providerKey, withProvider } from '#test/server/replay-provider.ts';
import { type ServiceProcess, startService } from '#test/server/service-process.ts';
import { specFolder } from '#test/server/spec-folder.ts';
import { useOpened } from '#test/server/use-opened.ts';

const day = (date: number) => `2026-10-${String(date).padStart(2, '0')} 00:00:00`;
const a = (rrname: string, rdata: string, first: number, last: number, count: number, sources: number) => ({
  rrtype: 'A',
  rrname,
  rdata,
  first_seen: day(first),
  last_seen: day(last),
  count,
  ttl: 60,
  sources,
  rrset: [],
  wmseq: 0,
});
const own = [
  a('www.shared.example', '192.0.2.1', 5, 9, 3, 4),
  a('www.shared.example', '192.0.2.2', 1, 2, 1, 4),
  a('mail.shared.example', '192.0.2.3', 3, 8, 2, 4),
];
const listed = {
  indicator: 'listed.example',
  host: 'listed.example',
  ip: '::',
  category: 'malware',
  source: 'list-a',
  first_listed: day(1).slice(0, 10),
  last_listed: day(9).slice(0, 10),
  import: 1,
};
const theirs = [
  a('www.shared.example', '192.0.2.1', 2, 7, 40, 4),
  a('www.shared.example', '192.0.2.9', 6, 12, 7, 4),
  a('only-theirs.example', '192.0.2.10', 4, 11, 5, 4),
];

/** Two services with different data; the second stands behind the first. */
const folder = specFolder('stand-in');
let other: ServiceProcess;
beforeAll(async () => {
  const rows = join(folder, 'rows.json');
  writeFileSync(rows, JSON.stringify({ obs: theirs }));
  other = await startService(folder, {
    program: 'provider-in-child',
    env: { SIGHTLINE_API_KEYS: providerKey, SPEC_ROWS: rows },
  });
});
afterAll(() => other.kill());
const service = useOpened(() =>
  openTestService({
    live: offlineClient(),
    env: withProvider(new URL(other.url).origin),
    rows: { obs: own, listings: [listed] },
  }),
);

interface Seen {
  readonly query: string;
  readonly answer: string;
  readonly first_seen: string;
  readonly last_seen: string;
  readonly count: number;
}
const theirRecords = async (path: string): Promise<readonly Seen[]> => {
  const answer = await fetch(`${other.url}${path}`, { headers: { 'x-api-key': providerKey } });
  return ((await answer.json()) as { response: { records: Seen[] } }).response.records;
};
const ownRecords = async (path: string): Promise<readonly Seen[]> => {
  await service.reconfigure({ SIGHTLINE_UPSTREAM_ROUTES: 'lists=own' });
  const { response } = await service.get(path);
  await service.reconfigure({});
  return response.records as Seen[];
};

/** The merge written down as plainly as can be. */
function plainMerge(ours: readonly Seen[], others: readonly Seen[]) {
  const keys = [...new Set([...ours, ...others].map(({ query, answer }) => `${query} ${answer}`))];
  return keys
    .map((key) => {
      const of = (list: readonly Seen[]) => list.filter(({ query, answer }) => `${query} ${answer}` === key);
      const all = [...of(ours), ...of(others)];
      return {
        key,
        first_seen: all.map((each) => each.first_seen).sort()[0],
        last_seen: all
          .map((each) => each.last_seen)
          .sort()
          .at(-1),
        count: Math.max(...all.map((each) => each.count)),
        sources: [...(of(ours).length > 0 ? ['own'] : []), ...(of(others).length > 0 ? ['upstream'] : [])],
      };
    })
    .sort((one, other) => ((one.last_seen ?? '') < (other.last_seen ?? '') ? 1 : -1));
}

describe('a second Sightline behind the first', () => {
  const paths = [
    '/explore/padns/lookup/query/a/www.shared.example',
    '/explore/padns/lookup/query/a/*.shared.example',
    '/explore/padns/lookup/query/a/*.example?limit=3',
    '/explore/padns/lookup/answer/a/192.0.2.0?netmask=24',
  ];
  it.each(paths)('merges %s as a plain merge does', async (path) => {
    const wide = path.replace('limit=3', 'limit=100');
    const plain = plainMerge(await ownRecords(wide), await theirRecords(wide)).slice(0, path === wide ? 100 : 3);
    const { response, body } = await service.get(path);
    const shown = (response.records as (Seen & { sources: string[] })[]).map((each) => ({
      key: `${each.query} ${each.answer}`,
      first_seen: each.first_seen,
      last_seen: each.last_seen,
      count: each.count,
      sources: each.sources,
    }));
    expect(shown).toEqual(plain);
    expect(body['upstream']).toMatchObject({ route: 'both', sources: ['own', 'upstream'] });
  });

  it('pages through the merged list without a gap or a repeat', async () => {
    const whole = await service.get('/explore/padns/lookup/query/a/*.example?limit=100');
    const pages = [];
    for (const skip of [0, 2, 4])
      pages.push(await service.get(`/explore/padns/lookup/query/a/*.example?limit=2&skip=${skip}`));
    expect(pages.flatMap(({ response }) => response.records as Seen[])).toEqual(whole.response.records);
  });

  it('asks it for a record only where this collection knows nothing, or too little to judge it', async () => {
    const known = await service.get('/explore/enrich/domain/www.listed.example');
    expect(known.body['upstream']).toMatchObject({ state: 'not_needed', sources: ['own'] });
    const seen = await service.get('/explore/enrich/domain/www.shared.example');
    expect(seen.body['upstream']).toMatchObject({ state: 'answered', sources: ['own', 'upstream'] });
    const unknown = await service.get('/explore/enrich/domain/only-theirs.example');
    expect(unknown.body['upstream']).toMatchObject({ state: 'answered', sources: ['upstream'] });
    expect(unknown.response).toMatchObject({ score_source: 'upstream' });
  });

  it.each(['own', 'upstream'])('keeps the scores apart where both know it, those of %s first', async (scores) => {
    await service.reconfigure({ SIGHTLINE_UPSTREAM_ROUTES: 'records=both', SIGHTLINE_UPSTREAM_SCORES: scores });
    const { response } = await service.get('/explore/enrich/domain/www.shared.example?explain=1');
    expect(response).toMatchObject({
      score_source: scores,
      other_scores: { source: scores === 'own' ? 'upstream' : 'own', sp_risk_score: expect.any(Number) as number },
      sp_risk_score_explain: { sp_risk_score_decider: expect.any(String) as string },
    });
    await service.reconfigure({});
  });
});
