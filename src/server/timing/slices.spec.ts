import { expect, it } from 'vitest';
import { jsonBytes } from './slices.ts';

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
])('writes %s as JSON.stringify does', async (_, response) => {
  const document = { status_code: 200, response, upstream: { state: 'answered' } };
  expect(String(await jsonBytes(document))).toBe(JSON.stringify(document));
});

it('lets other work run between the slices of a long list', async () => {
  let turns = 0;
  let isOver = false;
  const count = async () => {
    while (!isOver) {
      await new Promise(setImmediate);
      turns += 1;
    }
  };
  const counted = count();
  await jsonBytes({ response: records.map((record) => ({ ...record, text: 'x'.repeat(10_000) })) });
  isOver = true;
  await counted;
  expect(turns).toBeGreaterThanOrEqual(2);
});
