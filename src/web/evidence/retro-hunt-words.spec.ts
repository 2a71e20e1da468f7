import { expect, it } from 'vitest';
import { emptyRetroHunt, leadWords, retroHuntWords } from './retro-hunt-words.ts';

it('says in one sentence what was listed, and how long after it was resolved', () => {
  const record = { list: 'URLhaus', category: 'c2', listed: '2026-11-24', days_before: 12, answers: 14 };
  expect(retroHuntWords({ ...record, first_seen: '2026-11-12 08:00:00' })).toBe(
    'Listed by URLhaus (C2) on 2026-11-24, 12 days after you resolved it: 14 DNS answers, first 2026-11-12',
  );
  expect(leadWords({ days_before: 0 })).toBe('the day you first resolved it');
  expect(leadWords({ days_before: -1 })).toBe('1 day before you first resolved it');
});

it('tells no own logs, no update since and nothing found apart', () => {
  const times = { first_log: '2026-11-20 10:00:00', last_log: '2026-11-27 10:00:00' };
  expect(emptyRetroHunt({ state: 'found' })).toBeUndefined();
  expect(emptyRetroHunt({ state: 'no_own_logs' })?.word).toBe('No logs of your own');
  const early = emptyRetroHunt({ state: 'no_update', ...times, last_update: '2026-11-19 10:00:00' });
  expect(early?.sentence).toContain('at 2026-11-19 10:00:00, before the first log came (2026-11-20 10:00:00)');
  const between = emptyRetroHunt({ state: 'not_found', ...times, last_update: '2026-11-25 10:00:00' });
  expect(between?.sentence).toContain('The last log is compared with the next update.');
  // of those that "All" shows, the sentence must not say that there are none
  const earlier = emptyRetroHunt({
    state: 'not_found',
    ...times,
    last_update: '2026-11-28 10:00:00',
    listed_before: 2,
  });
  expect(earlier?.sentence).toContain(
    'after your logs had first resolved it, apart from known benign and never-flagged',
  );
  const after = emptyRetroHunt({ state: 'not_found', ...times, last_update: '2026-11-28 10:00:00' });
  expect(after?.sentence).toContain('Last update 2026-11-28 10:00:00, last log 2026-11-27 10:00:00 (UTC).');
  expect(after?.sentence).not.toContain('next update');
});
