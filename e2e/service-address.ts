/** Where the service of the end-to-end tests listens, the keys it knows, and which run this is. */
export const servicePort = 8799;
export const serviceUrl = `http://127.0.0.1:${servicePort}`;

/** Set by `npm run test:long`. */
export const isLongRun = process.env['SIGHTLINE_TEST_LONG'] === 'on';

/** One key for each concurrent test, by worker index, so that faults and jobs of one test do not affect the others. */
export const apiKeys = Array.from({ length: 8 }, (_, place) => `end-to-end-key-${String(place).padStart(4, '0')}`);

/** The keys of the service of sources.e2e.ts. */
export const sourcesKeys = { looksUp: 'sources-key-that-looks-up', manages: 'sources-key-that-manages' } as const;

/** The key of the service of upstream.long.e2e.ts. */
export const upstreamKey = 'a-key-of-the-provider-tests';

/** The name of its provider. */
export const providerName = 'Brightloom Intel';

/** An own list whose columns need a mapping. */
export const ownList = {
  url: 'https://lists.example/cert/block.csv',
  address: '198.51.100.201',
  text: [
    'noted;what;family;more',
    '2026-11-02;198.51.100.201;Emotet;https://lists.example/cert/1',
    '2026-11-03;drop.own-list.example;QakBot;https://lists.example/cert/2',
    '2026-11-04;not an indicator;QakBot;',
    '',
  ].join('\n'),
} as const;
