import { describe, expect, it } from 'vitest';
import { readText, reasonsOf } from '#test/server/feed-document.ts';
import { readJsonFeed, readNdjson } from './json.ts';

describe('JSON with a mapping', () => {
  const document = {
    source: 'https://publisher.test/report',
    data: {
      items: [
        {
          ip: '192.0.2.1',
          seen: { first: '2026-11-01T00:00:00Z', last: 1_795_305_600 },
          kind: 'scanner',
          tags: ['a', 'b'],
        },
        { ip: 'evil[.]example', seen: {}, kind: null, tags: 'c,d', link: 'https://publisher.test/2' },
        { ip: 7 },
        { ip: { not: 'text' } },
        { other: 1 },
      ],
    },
  };

  it('follows paths through lists; the other fields stand beside the indicator', async () => {
    const mapping = {
      indicator: 'data.items[].ip',
      first: 'data.items[].seen.first',
      last: 'data.items[].seen.last',
      category: 'data.items[].kind',
      tags: 'data.items[].tags[]',
      reference: 'source',
    };
    const read = await readText(readJsonFeed, JSON.stringify(document), { mapping });
    expect(read.entries.slice(0, 2)).toEqual([
      {
        what: 'listing',
        subject: { type: 'ip', address: '192.0.2.1' },
        tags: ['a', 'b'],
        reference: 'https://publisher.test/report',
        category: 'scan',
        first: '2026-11-01',
        last: '2026-11-22',
      },
      {
        what: 'listing',
        subject: { type: 'domain', name: 'evil.example' },
        tags: [],
        reference: 'https://publisher.test/report',
      },
    ]);
    expect(reasonsOf(read)).toEqual([
      'Not a domain: the last label is a number.',
      'The value at “data.items[].ip” is not text.',
    ]);
  });

  it('goes through lists in lists and takes each field from its own level', async () => {
    const text = JSON.stringify([
      { day: '2026-11-01', hosts: [{ names: ['a.example', 'b.example'], family: 'X' }] },
      { day: '2026-11-02', hosts: [{ names: ['c.example'], family: 'Y' }] },
    ]);
    const mapping = { indicator: '[].hosts[].names[]', first: '[].day', tags: '[].hosts[].family' };
    const { entries } = await readText(readJsonFeed, text, { mapping });
    expect(entries).toMatchObject([
      { subject: { name: 'a.example' }, first: '2026-11-01', tags: ['X'] },
      { subject: { name: 'b.example' }, first: '2026-11-01', tags: ['X'] },
      { subject: { name: 'c.example' }, first: '2026-11-02', tags: ['Y'] },
    ]);
  });

  it('reads a list of texts without a mapping', async () => {
    const { entries } = await readText(readJsonFeed, '["192.0.2.1", "192.0.2.0/24"]');
    expect(entries).toMatchObject([{ subject: { type: 'ip' } }, { subject: { type: 'range' } }]);
  });

  it.each([
    ['no JSON', 'The document is not JSON.'],
    ['{"a": 1}', 'No value at “data[].ip”.'],
    [`${'{"data":'.repeat(50_000)}1${'}'.repeat(50_000)}`, 'No value at “data[].ip”.'],
    ['{"__proto__": 1}', 'No value at “data[].ip”.'],
  ])('says why %.20s has no entries', async (text, reason) =>
    expect(reasonsOf(await readText(readJsonFeed, text, { mapping: { indicator: 'data[].ip' } }))).toEqual([reason]),
  );

  it('finds nothing that an object only inherits', async () => {
    const read = await readText(readJsonFeed, '{"a":"x"}', { mapping: { indicator: 'constructor.name' } });
    expect(reasonsOf(read)).toEqual(['No value at “constructor.name”.']);
  });
});

describe('NDJSON with a mapping', () => {
  it('reads one value a line', async () => {
    const text = '{"ip":"192.0.2.1","t":"x"}\n\n{"ip":"192.0.2.2"}\nnot json\n{"address":"192.0.2.3"}\n';
    const read = await readText(readNdjson, text, { mapping: { indicator: 'ip', tags: 't' } });
    expect(read.entries.slice(0, 2)).toMatchObject([
      { subject: { address: '192.0.2.1' }, tags: ['x'] },
      { subject: { address: '192.0.2.2' }, tags: [] },
    ]);
    expect(read.entries.slice(2)).toEqual([
      { what: 'reject', line: 'not json', reason: 'The line is not JSON.' },
      { what: 'reject', line: '{"address":"192.0.2.3"}', reason: 'No value at “ip”.' },
    ]);
  });
});

it('rejects a date that cannot be read', async () => {
  const items = [
    { ip: '192.0.2.1', seen: '22 something' },
    { ip: '192.0.2.2', seen: null },
  ];
  const read = await readText(readJsonFeed, JSON.stringify(items), {
    mapping: { indicator: '[].ip', first: '[].seen' },
  });
  expect(reasonsOf(read)).toEqual(['The date cannot be read. Dates are written as 2026-11-22.']);
  expect(read.entries).toHaveLength(2);
});
