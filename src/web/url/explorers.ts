/** The explorers, in the order of the menu. Each is a form over one or several operations whose question is in its URL. */
export const explorers = {
  padns: {
    path: '/search/padns',
    name: 'Passive DNS',
    letter: 'p',
    words: 'search explorer forward reverse records padns',
  },
  scans: {
    path: '/search/scans',
    name: 'Scans',
    letter: 'n',
    words: 'search explorer certificates favicon headers jarm open directories files fingerprint hash',
  },
  certificates: {
    path: '/search/certificates',
    name: 'Certificates',
    letter: 'c',
    words: 'search explorer tls x509 issuer names domains',
  },
  transfers: {
    path: '/search/transfers',
    name: 'Transfers',
    letter: 't',
    words: 'search explorer name server ns moved changes nstransfer',
  },
  diversitySearch: {
    path: '/search/diversity',
    name: 'IP diversity',
    letter: 'd',
    words: 'search explorer fast flux hosts addresses asn ipdiversity',
  },
  asnSearch: {
    path: '/search/asn',
    name: 'AS names',
    letter: 'a',
    words: 'search autonomous system asn look-up',
  },
} as const satisfies Readonly<Record<string, Explorer>>;

interface Explorer {
  readonly path: string;
  readonly name: string;
  /** The letter after `g` that opens it. */
  readonly letter: string;
  /** Other words that find it in the omnibox. */
  readonly words: string;
}

export type ExplorerId = keyof typeof explorers;

const names: ReadonlyMap<string, string> = new Map(Object.values(explorers).map(({ path, name }) => [path, name]));

/** What people call the explorer at a path; undefined for any other path. */
export function explorerAt(path: string): string | undefined {
  return names.get(path);
}
