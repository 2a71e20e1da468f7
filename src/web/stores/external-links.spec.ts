import { expect, it } from 'vitest';
import { presetLinks, readExternalLinks } from './external-links.ts';

const link = { id: '1', name: 'Intel', template: 'https://intel.example/{indicator}', kinds: ['ipv4', 'domain'] };

it('reads links, and of their kinds those it knows', () => {
  expect(readExternalLinks([link])).toEqual([link]);
  expect(readExternalLinks([{ ...link, kinds: ['ipv4', 'toString', 'regex', 7], more: true }])).toEqual([
    { ...link, kinds: ['ipv4'] },
  ]);
});

it('takes every preset, each once and for kinds that links can have', () => {
  expect(readExternalLinks(presetLinks)).toEqual(presetLinks);
  expect(new Set(presetLinks.map(({ id }) => id)).size).toBe(6);
});

it('leaves out what is no link or would lead elsewhere', () =>
  expect(
    readExternalLinks([
      null,
      7,
      {},
      { ...link, id: 1 },
      { ...link, name: ' ' },
      { ...link, kinds: [] },
      { ...link, kinds: 'ipv4' },
      { ...link, template: 'http://intel.example/{indicator}' },
      { ...link, template: 'https://{indicator}/' },
    ]),
  ).toEqual([]));

it.each([null, undefined, {}, 'x'])('%j holds none', (stored) => expect(readExternalLinks(stored)).toEqual([]));
