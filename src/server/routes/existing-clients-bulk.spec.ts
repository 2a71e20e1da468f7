import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openExistingClient, type ExistingClient } from '#test/server/existing-client.ts';

// "Bulk: one bad item is an error in its own record, never a failure of the whole call."

let client: ExistingClient;
const post: ExistingClient['post'] = (path, body) => client.post(`/explore/bulk/${path}`, body);
beforeAll(async () => {
  client = await openExistingClient();
});
afterAll(() => client.service.close());

/** What may stand in a list that should hold text or numbers, and how a record names it. */
const wrong: readonly (readonly [item: unknown, named: string])[] = [
  ['no such thing', 'no such thing'],
  ['', ''],
  ['a..b', 'a..b'],
  [null, 'null'],
  [true, 'true'],
  [1.5, '1.5'],
  [{ ip: '192.0.2.1' }, '{"ip":"192.0.2.1"}'],
  [['192.0.2.1'], '["192.0.2.1"]'],
];
const items = wrong.map(([item]) => item);
const error = expect.stringMatching(/^item \d of \w+(:| is)|is not a domain name/);

/** Some operations answer with the list itself, others under a name. */
function listIn(answer: unknown, member: string | undefined): object[] {
  return (member === undefined ? answer : (answer as Record<string, unknown>)[member]) as object[];
}

describe('review B one bad bulk item', () => {
  it.each([
    ['A8', 'ipv4/riskscore', '192.0.2.1', undefined],
    ['A9', 'ip2asn/ipv4', '192.0.2.1', 'ip2asn'],
    ['B3', 'ipv6/riskscore', '2001:db8::1', undefined],
    ['B4', 'ip2asn/ipv6', '2001:db8::1', 'ip2asn'],
  ] as const)('review B one bad bulk item: %s tells of it in its own record', async (_, path, ip, member) => {
    const list = listIn(await post(path, { ips: [...items, ip] }), member);
    expect(list.slice(0, -1)).toEqual(wrong.map(([, named]) => ({ ip: named, error })));
    expect(list.at(-1)).toMatchObject({ ip });
    expect(list.at(-1)).not.toHaveProperty('error');
    // all of them wrong is still no failure
    expect(listIn(await post(path, { ips: ['x'] }), member)).toEqual([{ ip: 'x', error }]);
  });

  it.each([
    ['C3', 'domain/riskscore', {}, undefined],
    ['C4', 'domaininfo', {}, 'domaininfo'],
    ['C6', 'domain/infratags', { mode: 'padns' }, 'infratags'],
  ] as const)('review B one bad bulk item: %s tells of it in its own record', async (_, path, options, member) => {
    const names = items.filter((item) => item !== 1.5);
    const list = listIn(await post(path, { ...options, domains: [...names, 'acme.example'] }), member);
    const named = wrong
      .filter(([item]) => item !== 1.5)
      .map(([, text]) => expect.objectContaining({ domain: text, error }));
    expect(list.slice(0, -1)).toEqual(named);
    expect(list.at(-1)).toMatchObject({ domain: 'acme.example' });
    expect(list.at(-1)).not.toHaveProperty('error');
  });

  it('review B one bad bulk item: A11 takes AS numbers as people write them, and tells of the others', async () => {
    const asns = [64500, '64500', 'AS64500', -1, 4_294_967_296, 1.5, 'ACME', null];
    const { asn2subnet } = await post('asn2subnet', { asns });
    expect(asn2subnet.slice(0, 3).map(({ asn }: { asn: number }) => asn)).toEqual([64500, 64500, 64500]);
    expect(asn2subnet.slice(3)).toEqual([
      { asn: -1, error },
      { asn: 4_294_967_296, error },
      { query: '1.5', error },
      { query: 'ACME', error },
      { query: 'null', error },
    ]);
  });

  it('review B one bad bulk item: A10 tells of addresses and days in the records they concern', async () => {
    const dates = [20260601, 20260231, 'x', '20260601'];
    const { ip2asn } = await post('history/ip2asn/ipv4', { ips: ['192.0.2.1', 'x'], dates });
    const good = [
      { ip: '192.0.2.1', date: 20200101, asn: 64500, asname: 'ACME-NET', subnet: '192.0.2.0/24' },
      { ip: 'x', date: 20260601, error: expect.stringContaining('item 2 of ips') },
    ];
    const noDay = expect.stringContaining('is not a day of the calendar');
    expect(ip2asn).toEqual([
      good,
      [
        { ip: '192.0.2.1', date: 20260231, error: noDay },
        { ip: 'x', date: 20260231, error: noDay },
      ],
      [
        { ip: '192.0.2.1', error: noDay },
        { ip: 'x', error: noDay },
      ],
      good,
    ]);
  });

  it('review B one bad bulk item: A12 likewise', async () => {
    const { asn2subnet } = await post('history/asn2subnet', { asns: [64500, 'x'], dates: [20260601, null] });
    expect(asn2subnet).toEqual([
      [
        { asn: 64500, asname: 'ACME-NET', date: 20200101, subnets: ['20.192.0.0/10', '192.0.2.0/24'] },
        { query: 'x', date: 20260601, error },
      ],
      [
        { asn: 64500, error },
        { query: 'x', error },
      ],
    ]);
  });

  it.each([
    ['A8', 'ipv4/riskscore', 'ips'],
    ['B3', 'ipv6/riskscore', 'ips'],
    ['C3', 'domain/riskscore', 'domains'],
    ['A11', 'asn2subnet', 'asns'],
  ])('review B one bad bulk item: more than 100 items in %s stay a failure of the call', async (_, path, name) => {
    const body = JSON.stringify({ [name]: Array.from({ length: 101 }, () => 'x') });
    const headers = { 'Content-Type': 'application/json' };
    const answer = await client.send({ method: 'POST', path: `/explore/bulk/${path}`, headers, body });
    expect(answer.body).toMatchObject({ status_code: 400, error: { parameter: name } });
  });
});
