import { describe, expect, it } from 'vitest';
import { DEFAULT_SHARING } from '#model/fact.ts';
import type { AskListings } from './intelligence.ts';
import type { mispEvent } from '#model/misp-event.ts';
import type { StixBundle } from '#model/stix-bundle.ts';
import { stixFaults } from '#test/model/stix-rules.ts';
import type { Judgement } from '#model/judgement.ts';
import type { ExportColumn } from './export-target.ts';
import { type ExportFormat, makeExport } from './make-export.ts';

const sample =
  'This is the fictional sample collection (documentation addresses and names): not evidence about the internet.';
const as = (format: ExportFormat, sharing = DEFAULT_SHARING) => ({ format, isRaw: false, hasBom: false, sharing });
const seen = (value: string) => ({ is: 'seen', what: { kind: 'domain', value } }) as const;

describe('makeExport', () => {
  const columns: ExportColumn<{ query: string }>[] = [
    { id: 'query', accessorFn: (row) => row.query, meta: { kind: 'indicator' } },
  ];
  const content = {
    rows: [{ query: 'a.example' }],
    columns,
    allColumns: columns,
    target: { view: 'padns-forward', subject: 'a.example' },
    truncation: 'Holds 1 row of 2.',
    time: new Date('2026-01-31T10:00:00Z'),
    judgementsOf: () => [],
  };

  it.each([
    ['csv', 'csv', 'query\r\na.example\r\n', []],
    ['ndjson', 'ndjson', '{"query":"a.example"}\n', []],
    ['cof', 'cof.ndjson', '', ['1 row without a name, type, answer or time is left out.']],
  ] as const)('makes %s', async (format, extension, text, notes) => {
    const file = await makeExport(content, as(format));
    expect(file).toMatchObject({ name: `20260131T100000Z_padns-forward_a.example.${extension}`, text });
    expect(file.notes).toEqual(['Holds 1 row of 2.', ...notes]);
  });

  it.each([
    ['stix', 'stix.json', 'application/stix+json;version=2.1'],
    ['misp', 'misp.json', 'application/json'],
  ] as const)('states inside %s what is left out', async (format, extension, mediaType) => {
    const rows = [{ query: 'a.example' }, { query: '' }];
    const factsOf = ({ query }: { query: string }) => (query === '' ? [] : [seen(query)]);
    const target = { ...content.target, factsOf };
    const file = await makeExport({ ...content, rows, target }, as(format));
    expect(file).toMatchObject({ name: `20260131T100000Z_padns-forward_a.example.${extension}`, mediaType });
    expect(file.notes).toEqual(['Holds 1 row of 2.', '1 row that names no indicator is left out.', sample]);
    expect(file.text).toContain('Holds 1 row of 2. 1 row that names no indicator is left out.');
    expect(file.text).toContain('"a.example"');
  });

  it('marks for detection what has a listing of its own, from the chosen band, with the TLP of the event', async () => {
    const factsOf = ({ query }: { query: string }) => [{ ...seen(query), score: query === 'a.example' ? 40 : 80 }];
    const rows = ['a.example', 'evil.com', 'served.com', 'failed.com'].map((query) => ({ query }));
    const listing = { title: 'List A', category: 'malware', first_listed: '2026-01-11', is_open: true };
    const asked: string[] = [];
    const askListings: AskListings = (_kind, values) => {
      asked.push(...values);
      const own = values.map((subject) => [subject, { listings: [{ ...listing, subject }] }] as const);
      // the name server of one, and no answer about another
      const answers = new Map([
        ...own,
        ['served.com', { listings: [{ ...listing, subject: 'ns1.evil.com' }] }] as const,
      ]);
      answers.delete('failed.com');
      return Promise.resolve(answers);
    };
    const target = { ...content.target, factsOf };
    const detected = async (sharing = DEFAULT_SHARING) => {
      const { text, notes } = await makeExport({ ...content, rows, target, askListings }, as('misp', sharing));
      const { Event } = JSON.parse(text) as ReturnType<typeof mispEvent>;
      expect(notes).toContain('The listings of 1 name or address could not be looked up: not marked as an indicator.');
      return { tags: Event.Tag, attributes: Event.Attribute.map(({ value, to_ids, Tag }) => [value, to_ids, Tag]) };
    };
    const mark = { name: 'sightline:data="sample"' };
    expect(await detected()).toEqual({
      tags: [{ name: 'tlp:amber' }, mark],
      attributes: [
        ['a.example', false, [mark]],
        ['evil.com', true, undefined],
        ['served.com', false, undefined],
        ['failed.com', false, undefined],
      ],
    });
    expect(asked).toEqual(['evil.com', 'served.com', 'failed.com']);
    expect(await detected({ from: 'medium', tlp: 'green' })).toEqual({
      tags: [{ name: 'tlp:green' }, mark],
      attributes: [
        ['a.example', true, [mark]],
        ['evil.com', true, undefined],
        ['served.com', false, undefined],
        ['failed.com', false, undefined],
      ],
    });
  });

  it('holds what the team says, and marks nothing of the never-flag list', async () => {
    const made = {
      below: false,
      text: '',
      author: 'j.doe',
      at: '2026-01-20T08:00:00Z',
      until: null,
      configured: false,
    };
    const judgements: Record<string, Judgement[]> = {
      'ours.com': [{ ...made, subject: 'ours.com', kind: 'never-flag', reason: 'our own' }],
      'evil.com': [{ ...made, subject: 'evil.com', kind: 'trusted', reason: 'a test of ours' }],
      '198.51.100.7': [{ ...made, subject: '198.51.100.0/24', kind: 'bad', reason: 'kit' }],
      AS64666: [{ ...made, subject: 'AS64666', kind: 'never-flag', reason: 'a partner' }],
    };
    const rows = ['ours.com', 'evil.com'].map((query) => ({ query }));
    const factsOf = ({ query }: { query: string }) => [
      { ...seen(query), score: 90 },
      {
        is: 'resolves',
        name: { kind: 'domain', value: query },
        address: { kind: 'ipv4', value: '198.51.100.7' },
      } as const,
    ];
    const listing = { title: 'List A', category: 'malware', first_listed: '2026-01-11', is_open: true };
    const askListings: AskListings = (kind, values) =>
      Promise.resolve(
        new Map(
          values.map((subject) => [
            subject,
            { listings: [{ ...listing, subject }], ...(kind === 'ipv4' && { asn: 64666 }) },
          ]),
        ),
      );
    const judgementsOf = (subject: string) => judgements[subject] ?? [];
    const all = { ...content, rows, target: { ...content.target, factsOf }, askListings, judgementsOf };
    const misp = await makeExport(all, as('misp'));
    const { Event } = JSON.parse(misp.text) as ReturnType<typeof mispEvent>;
    const network = 'Team: Bad: kit (198.51.100.0/24; j.doe, 2026-01-20)';
    expect(
      Event.Attribute.map(({ value, to_ids, comment }) => [value, to_ids, comment.match(/Team: .*/)?.[0]]),
    ).toEqual([
      ['ours.com', false, 'Team: Never flag: our own (j.doe, 2026-01-20)'],
      ['evil.com', true, 'Team: Trusted: a test of ours (j.doe, 2026-01-20)'],
      ['198.51.100.7', false, network],
    ]);
    const stix = await makeExport(all, as('stix'));
    const { objects } = JSON.parse(stix.text) as StixBundle;
    expect(objects.filter(({ type }) => type === 'indicator').map(({ pattern }) => pattern)).toEqual([
      "[domain-name:value = 'evil.com']",
    ]);
    const address = objects.find(({ type }) => type === 'ipv4-addr')?.id;
    expect(objects.find(({ content: text }) => text === network)).toMatchObject({ object_refs: [address] });
    expect(stixFaults(JSON.parse(stix.text) as StixBundle)).toEqual([]);

    // an AS covers what it announces
    const partner = { is: 'seen', what: { kind: 'ipv4', value: '203.0.113.9' }, score: 90 } as const;
    const ofAddress = {
      ...all,
      rows: [{ query: '203.0.113.9' }],
      target: { ...content.target, factsOf: () => [partner] },
    };
    const { text } = await makeExport(ofAddress, as('misp'));
    const { Event: event } = JSON.parse(text) as ReturnType<typeof mispEvent>;
    expect(event.Attribute.map(({ value, to_ids }) => [value, to_ids])).toEqual([['203.0.113.9', false]]);
    expect(text).toContain('Team: Never flag: a partner');
  });

  it('says inside JSON that rows are of the sample collection', async () => {
    const target = { ...content.target, factsOf: ({ query }: { query: string }) => [seen(query)] };
    const { text, notes } = await makeExport({ ...content, target }, as('json'));
    expect(JSON.parse(text)).toMatchObject({ metadata: { sample } });
    expect(notes).toContain(sample);
  });

  it('states the truncation inside JSON', async () => {
    const { text } = await makeExport(content, as('json'));
    expect(JSON.parse(text)).toEqual({
      metadata: {
        view: 'padns-forward',
        subject: 'a.example',
        exported_at: '2026-01-31T10:00:00.000Z',
        rows: 1,
        truncation: 'Holds 1 row of 2.',
      },
      records: [{ query: 'a.example' }],
    });
  });
});
