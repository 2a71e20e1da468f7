import { expect, it } from 'vitest';
import { success } from './api-error.ts';
import { envelopeText } from './envelope-text.ts';

const records = Array.from({ length: 1201 }, (_, at) => ({
  at,
  text: `"${at}" \\ é`,
  none: at % 2 ? null : undefined,
}));

it.each([
  ['a short list', { records: records.slice(0, 3), truncated: true }],
  ['a long list', { first: 1, records, note: { state: 'x' } }],
  ['a bare long list', records],
  ['two long lists', { records, others: records }],
  ['no list', { domaininfo: { domain: 'acme.example' } }],
  ['text', 'hello'],
])('review F2: writes %s as JSON.stringify does', async (_, response) => {
  const envelope = success(response, { state: 'answered' });
  expect(await envelopeText(envelope)).toBe(JSON.stringify(envelope));
});

it('review F2: lets other work run between the slices of a long list', async () => {
  let turns = 0;
  let isOver = false;
  const count = async () => {
    while (!isOver) {
      await new Promise(setImmediate);
      turns += 1;
    }
  };
  const counted = count();
  await envelopeText(success(records));
  isOver = true;
  await counted;
  expect(turns).toBeGreaterThanOrEqual(2);
});
