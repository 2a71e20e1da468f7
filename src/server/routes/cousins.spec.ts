import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalDomain } from '#model/domain-name.ts';
import { backgroundDomains } from '#sample/background/domains.ts';
import { clockAt } from '#sample/clock.ts';
import { scribeAt } from '#sample/scribe.ts';
import { fluxCampaign } from '#sample/stories/flux-campaign.ts';
import { harborlineBank } from '#sample/stories/harborline-bank.ts';
import { lookAlikes } from '#sample/stories/look-alikes.ts';
import { isLongRun } from '#test/long.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { observation } from '#test/server/seeded-observations.ts';

// Names only: each name of the background once, and the stories about the bank.
const scribe = scribeAt(clockAt('2026-11-21'));
const ordinary = [...backgroundDomains()].map(({ name }) => name);
const stories = [...harborlineBank(scribe), ...lookAlikes(scribe), ...fluxCampaign(scribe)];
const span = ['2026-11-01', '2026-11-20'] as const;
const seen = (name: string) => observation('A', name, '192.0.2.1', span);

const imitations = [
  'www.pineacre.com',
  'login.pineacre.co.uk',
  'pineacre.example.evil.test',
  'www.pine-acre.example',
  'p1neacre.example',
  canonicalDomain('pinеacre.example') ?? '', // Cyrillic е
  canonicalDomain('ріпеасге.example') ?? '', // Cyrillic throughout
  'pineacree.example',
  'pineacrelogin.test',
  'my.pineacres-of-ohio.test',
  'acme.com',
  canonicalDomain('aсme.test') ?? '', // Cyrillic с
  'acne.com',
  'amce.test',
  'ace.com',
  'elk.example',
  'elk-login.example',
  'elkland.example',
  'x1.com',
  'x2.com',
];

const service = useTestService({ now: new Date('2026-11-21T12:00:00Z') });
beforeAll(async () => {
  const observed = stories.filter(({ table }) => table === 'obs').map(({ row }) => ({ ...row, wmseq: 1 }));
  await service.add({
    obs: [...observed, ...ordinary.map(seen), ...imitations.map(seen)],
    listings: [
      {
        indicator: 'https://secure-pineacre.invalid/x',
        host: 'secure-pineacre.invalid',
        ip: '::',
        category: 'phishing',
      },
    ],
  });
});

interface Cousin {
  readonly domain: string;
  readonly similarity: number;
  readonly kind: string;
}
async function cousins(domain: string): Promise<Cousin[]> {
  const { status, body, response } = await service.get(`/explore/domain/cousins/${encodeURIComponent(domain)}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return response.domain_cousins.cousins;
}
const told = async (domain: string) =>
  Object.fromEntries((await cousins(domain)).map((cousin) => [cousin.domain, `${cousin.kind} ${cousin.similarity}`]));

describe('domainCousins', () => {
  it('domainCousins domain: finds every look-alike of the bank, nearest first, and nothing else', async () => {
    const { response } = await service.get('/explore/domain/cousins/www.harborline-bank.example');
    const { domain, query, results, cousins: found } = response.domain_cousins;
    expect([domain, query, results]).toEqual(['harborline-bank.example', 'www.harborline-bank.example', 7]);
    expect(found).toEqual(
      [
        { domain: 'harbor1ine-bank.example', similarity: 99, kind: 'homoglyph' },
        { domain: 'xn--harborlne-bank-cbm.example', similarity: 99, kind: 'homoglyph' },
        { domain: 'harborline-bank.invalid', similarity: 98, kind: 'tld' },
        { domain: 'harborline-bank.test', similarity: 98, kind: 'tld' },
        { domain: 'harborlne-bank.example', similarity: 93, kind: 'typo' },
        { domain: 'harborline-bank-support.test', similarity: 81, kind: 'keyword' },
        { domain: 'harborline-login.example', similarity: 84, kind: 'keyword' },
      ].sort((a, b) => b.similarity - a.similarity || (a.domain < b.domain ? -1 : 1)),
    );
  });

  it('domainCousins domain: the look-alike asked for has the bank as its cousin', async () => {
    expect(await told('xn--harborlne-bank-cbm.example')).toMatchObject({ 'harborline-bank.example': 'homoglyph 99' });
  });

  it('tells every kind, of names in passive DNS and in listings', async () => {
    expect(await told('pineacre.example')).toEqual({
      'pineacre.com': 'tld 98',
      'pineacre.co.uk': 'tld 98',
      'pineacre.example.evil.test': 'subdomain 88',
      'pine-acre.example': 'hyphen 94',
      'p1neacre.example': 'homoglyph 98',
      'xn--pinacre-9gg.example': 'homoglyph 98',
      [canonicalDomain('ріпеасге.example') ?? '']: 'homoglyph 80',
      'pineacree.example': 'typo 89',
      'pineacrelogin.test': 'keyword 79',
      'pineacres-of-ohio.test': 'keyword 72',
      'secure-pineacre.invalid': 'keyword 75',
    });
  });

  it('looks for one edit in short names, and for none in shorter ones', async () => {
    expect(await told('acme.test')).toEqual({
      'acme.com': 'tld 98',
      [canonicalDomain('aсme.test') ?? '']: 'homoglyph 95',
      'acne.com': 'typo 73',
      'ace.com': 'typo 73',
      'amce.test': 'typo 75',
    });
    expect(await told('elk.test')).toEqual({ 'elk.example': 'tld 98', 'elk-login.example': 'keyword 65' });
    expect(await told('x1.test')).toEqual({ 'x1.com': 'tld 98' });
  });

  it('has few cousins among ordinary names', { tags: 'long' }, async () => {
    const asked = ordinary.filter((_, index) => index % (isLongRun ? 40 : 160) === 0);
    let found = 0;
    for (const domain of asked) found += (await cousins(domain)).length;
    // names of two ordinary words differ by one or two letters now and then (silverlane, silverlake)
    expect(found / asked.length).toBeLessThan(1);
  });

  it.each([
    ['a zone', 'example', 400],
    ['a label of 63 characters', `${'a'.repeat(63)}.example`, 200],
    ['one of letters that LIKE reads', 'a_b_c_d.example', 200],
    ['an A-label of another script', 'xn--e1afkbf5b7a.example', 200],
    ['no name', 'a..b', 400],
  ])('answers or refuses %s', async (_, domain, status) => {
    expect((await service.get(`/explore/domain/cousins/${domain}`)).status).toBe(status);
  });
});
