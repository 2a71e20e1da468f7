import { serverFact } from './facts.ts';
import { observedSet } from './seeded-observations.ts';

/** Name servers of many domains, and of few. */
export const quiet = ['ns1.dns.example', 'ns2.dns.example'];
export const bad = ['ns1.bad.example', 'ns2.bad.example'];
const movingTogether = Array.from({ length: 12 }, (_, i) =>
  observedSet('NS', `crowd${i}.example`, quiet, ['2025-01-01', '2026-11-20']),
);

/** Domains that changed their name servers in every way that counts, as of 2026-11-21. */
export const movingDomains = {
  facts: [
    serverFact('parking.example', 'parking'),
    serverFact('sinkhole.example', 'sinkhole'),
    serverFact('expired.example', 'expiry'),
  ],
  obs: [
    ...movingTogether.flat(),
    // calm.example never moved
    ...observedSet('NS', 'calm.example', quiet, ['2024-01-01', '2026-11-20']),
    ...observedSet('NS', 'tainted.example', bad, ['2024-01-01', '2026-11-20']),
    // mover.example: dns -> own -> dns -> bad
    ...observedSet('NS', 'mover.example', quiet, ['2026-01-01', '2026-08-01']),
    ...observedSet('NS', 'mover.example', ['ns1.mover.example'], ['2026-08-02', '2026-10-21']),
    ...observedSet('NS', 'mover.example', quiet, ['2026-10-22', '2026-11-17']),
    ...observedSet('NS', 'mover.example', bad, ['2026-11-18', '2026-11-20']),
    // brief.example: elsewhere for one moment
    ...observedSet('NS', 'brief.example', quiet, ['2026-01-01', '2026-11-20']),
    ...observedSet('NS', 'brief.example', bad, ['2026-11-01', '2026-11-01']),
    ...(
      [
        ['parked', 'ns1.parking.example'],
        ['sunk', 'ns1.sinkhole.example'],
        ['late', 'ns1.expired.example'],
      ] as const
    ).flatMap(([name, server]) => [
      ...observedSet('NS', `${name}.example`, quiet, ['2024-01-01', '2026-11-01']),
      ...observedSet('NS', `${name}.example`, [server], ['2026-11-02', '2026-11-20']),
    ]),
  ],
};
