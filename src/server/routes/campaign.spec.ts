import { describe, expect, it } from 'vitest';
import type {
  Campaign,
  LookAlikes,
  NsTransfersAnswer,
  PadnsAnswer,
  ServerDomains,
} from '#contract/generated/types.gen.ts';
import { plusDays } from '#model/dates.ts';
import { LANDMARKS } from '#sample/landmarks.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { sampleDay, sampleNow } from '#test/server/made-once.ts';

const service = useTestService({ now: sampleNow, sample: sampleDay });

async function campaignAround(type: 'domain' | 'ip', subject: string): Promise<Required<Campaign>> {
  const { response } = await service.get(`/connections/${type}/${subject}/campaign`);
  return response as Required<Campaign>;
}

const subjectsOf = ({ nodes }: Campaign) => (nodes ?? []).map(({ subject }) => subject);

const hosts = [
  LANDMARKS.c2Address.indicator,
  LANDMARKS.c2AddressRecent.indicator,
  LANDMARKS.c2AddressUnlisted.indicator,
];
const beacons = [LANDMARKS.c2Domain.indicator, 'cdn-metrics-sync.invalid'];
const mailDomain = 'secure-notices.test';
const nameServerDomain = 'attic-lamp.test';
const lookAlikes = [
  LANDMARKS.homoglyphDomain.indicator,
  'harborline-bank-support.test',
  'harborlne-bank.example',
  'harbor1ine-bank.example',
  'harborline-bank.invalid',
];

const lookAlikeHosts = ['203.0.113.41', '203.0.113.42'];
/** The domains of the crew. */
const crew = [LANDMARKS.fluxDomain.indicator, nameServerDomain, mailDomain, ...beacons, ...lookAlikes];

describe('campaign', () => {
  it.each([
    ['domain', beacons[0], [...crew, ...hosts]],
    // its only domain is a beacon, from which one link leads on
    ['ip', hosts[0], [...beacons, ...hosts, LANDMARKS.fluxDomain.indicator, mailDomain]],
    // others have names there as well
    ['ip', hosts[1], [...beacons, ...hosts]],
  ] as const)('from the %s %s it is what the story says, without the background', async (type, from, expected) => {
    const found = await campaignAround(type, from ?? '');
    expect(subjectsOf(found)[0]).toBe(from);
    // the names of the hosting companies of the hosts are neighbours of an address, one step away
    const others = subjectsOf(found).filter((each) => !/-(?:hosting|university)\.example$/.test(each ?? ''));
    expect(others.toSorted()).toEqual(expected.toSorted());
    expect(found.total).toBe(found.nodes.length);
  });

  it('from a look-alike it is the others, the page in fast flux and the mail domain, not the bank that they imitate', async () => {
    const found = await campaignAround('domain', lookAlikes[0] ?? '');
    expect(subjectsOf(found).toSorted()).toEqual([...crew, ...lookAlikeHosts].toSorted());
    const listed = found.nodes.find(({ subject }) => subject === lookAlikes[1]);
    expect(listed).toMatchObject({ depth: 1, verdict: 'scored', risk_score: 90 });
    expect(listed?.tags?.map(({ label }) => label)).toContain('phishing');
  });

  it('from the phishing page in fast flux it is what its crew runs, without its routers, the name servers of others and the bank', async () => {
    const page = LANDMARKS.fluxDomain.indicator;
    const found = await campaignAround('domain', page);
    expect(subjectsOf(found)[0]).toBe(page);
    expect(subjectsOf(found).toSorted()).toEqual([...crew, ...hosts, ...lookAlikeHosts].toSorted());
    const direct = found.nodes.filter(({ depth }) => depth === 1).map(({ subject }) => subject);
    expect(direct.toSorted()).toEqual(crew.filter((each) => each !== page).toSorted());
  });

  it('every link says which values and how many bits', async () => {
    const { nodes, links } = await campaignAround('domain', lookAlikes[0] ?? '');
    const known = nodes.map(({ subject }) => subject);
    for (const { from, to, bits = 0, operator, shares = [] } of links) {
      expect(known).toEqual(expect.arrayContaining([from, to]));
      expect(shares.length).toBeGreaterThan(0);
      expect(shares[0]?.bits).toBeGreaterThan(0);
      if (operator === 'host')
        expect(shares).toEqual([expect.objectContaining({ attribute: 'address', value: to, bits })]);
      else expect(bits).toBeGreaterThanOrEqual(operator === 'likely' ? 14 : 10);
    }
  });

  it('the links of the first step are those of GET /connections', async () => {
    const subject = lookAlikes[0] ?? '';
    const { links } = await campaignAround('domain', subject);
    const { response } = await service.get(`/connections/domain/${subject}`);
    const { related } = response as { related: { subject: string; bits: number; operator: string }[] };
    for (const each of related)
      expect(links).toContainEqual(
        expect.objectContaining({ from: subject, to: each.subject, operator: each.operator, bits: each.bits }),
      );
    expect(related.length).toBeGreaterThan(3);
  });

  it('a name stands for its registrable domain, and a subject without links is alone', async () => {
    expect((await campaignAround('domain', `www.${lookAlikes[0]}`)).subject).toBe(lookAlikes[0]);
    const { nodes, links, total } = await campaignAround('domain', LANDMARKS.unknownDomain.indicator);
    expect(nodes).toEqual([expect.objectContaining({ depth: 0, verdict: 'unknown', risk_score: null })]);
    expect({ links, total }).toEqual({ links: [], total: 1 });
  });

  it('says that a domain in fast flux has more addresses than were followed', async () => {
    const { more } = await campaignAround('domain', LANDMARKS.fluxDomain.indicator);
    expect(more).toBe(true);
  });
});

describe('look-alikes', () => {
  it('those of the story come first, with score, registration, registrar and address, by what they share with known bad', async () => {
    const { response } = await service.get(`/connections/look-alikes/${LANDMARKS.brandDomain.indicator}`);
    const { records, total } = response as Required<LookAlikes>;
    expect(total).toBeGreaterThanOrEqual(records.length);
    const names = records.map(({ domain }) => domain);
    const ofStory = lookAlikes.filter((each) => names.includes(each));
    expect(ofStory.length).toBeGreaterThanOrEqual(4);
    const page = LANDMARKS.fluxDomain.indicator;
    expect(names.slice(0, ofStory.length + 1).toSorted()).toEqual([page, ...ofStory].toSorted());
    expect(records[0]).toMatchObject({ domain: page, risk_score: 100 });
    expect(records[1]).toMatchObject({
      verdict: 'scored',
      risk_score: 90,
      registrar: 'Paperkite Names',
      created: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    const typo = records.find(({ domain }) => domain === 'harborlne-bank.example');
    expect(typo).toMatchObject({
      addresses: ['203.0.113.42'],
      listed_with: expect.arrayContaining([page]),
      registered_with: ['harbor1ine-bank.example'],
    });
  });
});

describe('serverDomains', () => {
  const server = LANDMARKS.badNameServer.indicator;
  const ask = async <Answer>(path: string) => (await service.get(path)).response as Answer;

  it('scores the listed domains of a name server first, with the verdicts and tags of their pages', async () => {
    const { total, scored, records = [] } = await ask<ServerDomains>(`/connections/nameserver/${server}/domains`);
    const seen = await ask<PadnsAnswer>(`/explore/padns/lookup/answer/ns/${server}?limit=10000`);
    const names = new Set(seen.records?.map(({ query }) => query));
    expect(total).toBe(names.size);
    expect(scored).toBe(Math.min(100, names.size));
    expect(records).toHaveLength(15);
    const risks = records.map(({ risk_score }) => risk_score ?? -1);
    expect(risks).toEqual(risks.toSorted((a, b) => b - a));
    for (const { domain = '', risk_score, verdict, lists, tags = [] } of records) {
      expect(names).toContain(domain);
      expect(await ask(`/explore/domain/riskscore/${domain}`)).toMatchObject({ sp_risk_score: risk_score, verdict });
      expect(lists?.length, domain).toBeGreaterThan(0);
      expect(tags[0], domain).toMatchObject({ label: expect.any(String), why: expect.any(String) });
    }
    expect(records.flatMap(({ tags = [] }) => tags.map(({ label }) => label))).toContain('phishing');
    expect(await ask('/connections/nameserver/ns1.nobody.example/domains')).toMatchObject({ total: 0, records: [] });
  });

  it('counts the moves that nstransfer lists, also up to another day', async () => {
    for (const until of ['', `?moves_until=${plusDays(sampleDay, -20)}`]) {
      const { moves = [] } = await ask<ServerDomains>(`/connections/nameserver/${server}/domains${until}`);
      expect(moves).toHaveLength(13);
      const before = until === '' ? '' : `&change_date_before=${until.slice(13)}`;
      const listed = async (sides: string) => {
        const window = `change_date_after=${moves[0]?.week}${before}`;
        const path = `/explore/query/nstransfer?${sides}&nschanges_only=1&${window}&limit=1000`;
        return (await ask<NsTransfersAnswer>(path)).nstransfer?.length;
      };
      const sum = (field: 'moved_in' | 'moved_out') => moves.reduce((all, week) => all + (week[field] ?? 0), 0);
      expect(sum('moved_in')).toBeGreaterThan(0);
      expect(sum('moved_in')).toBe(await listed(`from_ns=*&to_ns=${server}`));
      expect(sum('moved_out')).toBe(await listed(`from_ns=${server}&to_ns=*`));
    }
  });
});
