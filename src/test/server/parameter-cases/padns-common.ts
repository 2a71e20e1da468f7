import { expect } from 'vitest';
import { timestampToEpochSeconds } from '#model/dates.ts';
import type { ParameterCase } from '#test/server/parameter-case.ts';
import { sampleNow } from '#test/server/made-once.ts';

/** A record of passive DNS as E1 to E4 answer it. */
interface PadnsAnswer {
  readonly first_seen: string;
  readonly last_seen: string;
}

/** Holds when there are records and each passes the check. */
const each =
  (told: (record: PadnsAnswer) => void) =>
  ({ records }: { records: PadnsAnswer[] }) => {
    expect(records).not.toHaveLength(0);
    records.forEach(told);
  };

const secondsAgo = (time: string) => sampleNow.getTime() / 1000 - (timestampToEpochSeconds(time) ?? 0);
// the snapshot was taken moments before: a minute of tolerance is not a day
const slack = 60;
const border = 20 * 86_400;

/** The path with one more parameter in its query. */
function withQuery(path: string, query: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

/**
 * The common parameters of E1 to E4 for a question that finds more than three records, some first seen less and some
 * more than 20 days ago, some last seen so.
 */
export function commonCases(path: string): Readonly<Record<string, ParameterCase>> {
  const at = (query: string) => withQuery(path, query);
  const all = (query: string) => at(`${query}&limit=1000`);
  return {
    first_seen_after: {
      ask: all('first_seen_after=-20d'),
      holds: each(({ first_seen }) => expect(secondsAgo(first_seen)).toBeLessThan(border + slack)),
    },
    first_seen_before: {
      ask: all(`first_seen_before=-${border}`),
      holds: each(({ first_seen }) => expect(secondsAgo(first_seen)).toBeGreaterThan(border - slack)),
    },
    last_seen_after: {
      ask: all('last_seen_after=-480h'),
      holds: each(({ last_seen }) => expect(secondsAgo(last_seen)).toBeLessThan(border + slack)),
    },
    last_seen_before: {
      ask: all('last_seen_before=-20d'),
      holds: each(({ last_seen }) => expect(secondsAgo(last_seen)).toBeGreaterThan(border - slack)),
    },
    as_of: {
      ask: all('as_of=-20d'),
      holds: each(({ first_seen, last_seen }) => {
        expect(secondsAgo(first_seen)).toBeGreaterThan(border - slack);
        expect(secondsAgo(last_seen)).toBeLessThan(border + slack);
      }),
    },
    sort: {
      ask: at('sort=first_seen/asc'),
      holds: ({ records }: { records: PadnsAnswer[] }) => {
        const times = records.map(({ first_seen }) => first_seen);
        expect(times.length).toBeGreaterThan(1);
        expect(times).toEqual([...times].sort());
      },
    },
    output_format: {
      ask: at('output_format=cof'),
      holds: ({ records }) => expect(records[0]).toMatchObject({ time_first: expect.any(Number) as number }),
    },
    limit: { ask: at('limit=3'), holds: ({ records }) => expect(records).toHaveLength(3) },
    skip: { ask: at('skip=100000'), holds: ({ records }) => expect(records).toEqual([]) },
    ...waitCases(path),
  };
}

/** The parameters of an operation that may answer with a job. */
export function waitCases(path: string): Readonly<Record<string, ParameterCase>> {
  return {
    prefer: {
      ask: withQuery(path, 'prefer=job_id'),
      holds: (response) => expect(response).toHaveProperty('job_status'),
    },
    max_wait: {
      ask: withQuery(path, 'max_wait=0'),
      holds: (response) => expect(response).toHaveProperty('job_status'),
    },
    with_metadata: {
      ask: withQuery(path, 'with_metadata=1'),
      holds: (response) => expect(response).toHaveProperty('metadata.results_returned'),
    },
  };
}
