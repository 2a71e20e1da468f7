import type { Feed } from './feed.ts';

const MB = 1_000_000;

type CombinedList = Omit<
  Feed,
  'options' | 'fills' | 'mode' | 'terms' | 'minIntervalSeconds' | 'everySeconds' | 'recommended' | 'free'
> & { readonly terms?: string };

const attackers = { category: 'scan', reader: 'lines' } as const;

const firehol = {
  ...attackers,
  publisher: 'FireHOL',
  licence: 'The terms of the lists that it is composed of',
  licenceUrl: 'https://iplists.firehol.org/',
  attribution: 'FireHOL IP lists (iplists.firehol.org)',
  terms: 'Composed of lists with terms of their own; some, such as DShield, are for non-commercial use only.',
} as const;

/** Composed of other lists, some of which are in the catalogue as well. Their own texts decide what a level means. */
export const combinedLists: readonly CombinedList[] = [
  {
    ...attackers,
    id: 'ipsum',
    importId: 33,
    title: 'IPsum (addresses on 3 or more lists)',
    publisher: 'Miroslav Stampar',
    urls: ['https://raw.githubusercontent.com/stamparm/ipsum/master/levels/3.txt'],
    confidence: 50,
    licence: 'The Unlicense',
    licenceUrl: 'https://unlicense.org/',
    attribution: 'IPsum (github.com/stamparm/ipsum)',
    sizeHint: 0.3 * MB,
  },
  {
    ...firehol,
    id: 'firehol-level1',
    importId: 34,
    title: 'FireHOL level 1 (least false positives)',
    urls: ['https://iplists.firehol.org/files/firehol_level1.netset'],
    confidence: 60,
    sizeHint: 0.1 * MB,
  },
  {
    ...firehol,
    id: 'firehol-level2',
    importId: 35,
    title: 'FireHOL level 2 (attacks of about 48 hours)',
    urls: ['https://iplists.firehol.org/files/firehol_level2.netset'],
    confidence: 50,
    sizeHint: 0.4 * MB,
  },
  {
    ...firehol,
    id: 'firehol-level3',
    importId: 36,
    title: 'FireHOL level 3 (attacks, spyware, viruses of 30 days)',
    urls: ['https://iplists.firehol.org/files/firehol_level3.netset'],
    confidence: 40,
    sizeHint: 0.3 * MB,
  },
];
