import { expect, it } from 'vitest';
import { foundHosts } from './found-hosts.tsx';

it('reads hosts with their counts, as numbers or as text, and their timelines', () => {
  const entry = { ip: '192.0.2.1', asn: '64500', asname: 'A', first_seen: '2026-01-01 00:00:00', last_seen: '' };
  const asText = { ip_diversity_all: '3' };
  const counts = Object.assign({ asn_diversity: 2, ip_diversity_all: 3, ip_diversity_groups: 1 }, asText);
  expect(foundHosts({ records: [{ host: 'a.example', ...counts, timeline: [entry] }, { host: 'b.example' }] })).toEqual(
    [
      {
        host: 'a.example',
        asn_diversity: 2,
        ip_diversity_all: 3,
        ip_diversity_groups: 1,
        timeline: [{ ...entry, host: 'a.example', asn: 64_500 }],
      },
      { host: 'b.example', asn_diversity: 0, ip_diversity_all: 0, ip_diversity_groups: 0, timeline: [] },
    ],
  );
  expect(foundHosts({})).toEqual([]);
});
