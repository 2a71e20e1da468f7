import { expect, it } from 'vitest';
import { searchOfPage } from './search-of-page.ts';

const jarm = '2ad2ad16d2ad2ad22c2ad2ad2ad2adc1a3c0d5e7f94b6e0a5dfe7ac41b5c94';

it.each([
  [
    'https://sightline.corp.example/search/padns?mode=reverse&qtype=ns&qname=ns1.bad.example&t.sort=count',
    '/explore/padns/lookup/answer/ns/ns1.bad.example',
  ],
  ['/search/padns?mode=forward&qtype=a&qname=*.bad.example', '/explore/padns/lookup/query/a/*.bad.example'],
  [`/search/scans?what=jarm&jarm_hash=${jarm}`, `/explore/scandata/ipv4/jarm?jarm_hash=${jarm}`],
  [`/search/connections?with=jarm:${jarm}`, `/connections?with=jarm:${jarm}`],
  ['/retro-hunt', '/sightline/retro-hunt?listed_after=1'],
  ['/retro-hunt?show=all', '/sightline/retro-hunt'],
  [
    'https://host/api/v1/explore/padns/lookup/query/a/x.example?limit=5',
    '/explore/padns/lookup/query/a/x.example?limit=5',
  ],
])('%s shows %s', async (address, request) => {
  const found = new URL((await searchOfPage(address)) ?? '', 'http://x');
  const wanted = new URL(request, 'http://x');
  expect(decodeURIComponent(found.pathname)).toBe(wanted.pathname);
  expect(Object.fromEntries(found.searchParams)).toMatchObject(Object.fromEntries(wanted.searchParams));
});

it.each([
  '/search/padns',
  '/search/padns?mode=reverse&qtype=ns',
  '/search/connections',
  '/search/asn?asname=x',
  '/domain/a.example',
  'a.example',
  '/search/constructor',
  'http://[',
])('%s shows no search', async (address) => {
  expect(await searchOfPage(address)).toBeNull();
});
