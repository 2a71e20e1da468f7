import { expect, it } from 'vitest';
import { asOfNote } from './NotAsOf.tsx';

it.each([
  ['nothing while the session looks at now', { operationId: 'enrichIpv4' }, null, null],
  ['that a record is of today', { operationId: 'enrichIpv4' }, '2026-06-01', 'Current data, not as of 2026-06-01.'],
  [
    'nothing of a look-up as of the day',
    { operationId: 'padnsForward', query: { as_of: '2026-06-01' } },
    '2026-06-01',
    null,
  ],
  [
    'nothing of an assignment on the day',
    { operationId: 'ipv4History', query: { date: '2026-06-01' } },
    '2026-06-01',
    null,
  ],
  ['nothing of a history in bulk', { operationId: 'asnSubnetsHistoryBulk' }, '2026-06-01', null],
  ['nothing of a history', { operationId: 'asnReputationHistory' }, '2026-06-01', null],
] as const)('says %s', (_, call, asOf, note) => {
  expect(asOfNote(call, asOf)).toBe(note);
});
