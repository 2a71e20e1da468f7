import { expect, it } from 'vitest';
import type { Judgement } from '#model/judgement.ts';
import { indicatorColumn } from './record-columns.tsx';
import { withTeam } from './team-column.tsx';

it('names the judged subject, unless the row is about it', () => {
  const judgement = (subject: string): Judgement => ({
    subject,
    below: false,
    kind: 'bad',
    text: '',
    reason: 'kit',
    author: 'j.doe',
    at: '2026-11-20T10:00:00Z',
    until: null,
    configured: false,
  });
  const columns = [
    indicatorColumn<{ ip: string; asn: number }>('ip', 'Address'),
    indicatorColumn<{ ip: string; asn: number }>('asn', 'AS', {
      meta: { indicatorOf: (value) => ({ kind: 'asn', value }) },
    }),
  ];
  const team = withTeam(columns, (subject) => [judgement(subject)], true).find(({ id }) => id === 'team');
  const read = team && 'accessorFn' in team ? team.accessorFn : undefined;
  expect(read?.({ ip: '192.0.2.1', asn: 64500 }, 0)).toEqual([
    'Bad: kit (j.doe, 2026-11-20)',
    'Bad: kit (AS64500; j.doe, 2026-11-20)',
  ]);
});
