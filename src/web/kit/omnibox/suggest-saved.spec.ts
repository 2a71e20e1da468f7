import { expect, it } from 'vitest';
import { paths } from '#web/url/paths.ts';
import { suggest } from './suggest.ts';

const flux = { explorer: paths.diversitySearch(), name: 'Flux of the week', search: 'asn_diversity_min=6' };
const hosts = { explorer: paths.padns(), name: 'Names on the command host', search: 'mode=reverse&qtype=a' };
const found = (text: string) =>
  suggest(text, [], [flux, hosts]).groups.find(({ label }) => label === 'Saved queries')?.suggestions ?? [];

it('finds saved queries by any word of their name, by their explorer, and as what they are', () => {
  expect(found('week flux').map(({ label }) => label)).toEqual([flux.name]);
  expect(found('passive').map(({ label }) => label)).toEqual([hosts.name]);
  expect(found('saved')).toHaveLength(2);
  expect(found('')).toHaveLength(2);
  expect(found('nothing of that')).toEqual([]);
});

it('opens saved queries, and shows their parameters in words', () => {
  expect(found('flux')[0]).toMatchObject({
    detail: 'IP diversity · ASNs at least 6',
    action: { type: 'open', href: '/search/diversity?asn_diversity_min=6' },
  });
});

it('puts a saved query with the text as prefix before the AS name reading', () => {
  expect(suggest('flux', [], [flux]).groups[0]?.label).toBe('Saved queries');
});
