import { afterAll, beforeAll, expect, it } from 'vitest';
import { LANDMARKS } from '#sample/landmarks.ts';
import { addressVerdict } from '#web/kit/score/address-verdict.ts';
import { domainVerdict } from '#web/kit/score/domain-verdict.ts';
import { asnVerdict, nameServerVerdict, subnetVerdict } from '#web/kit/score/reputation-verdict.ts';
import type { Verdict } from '#web/kit/score/verdict.ts';
import { openTestService, type TestService } from './collection.ts';
import { sampleDay, sampleNow } from './made-once.ts';

// The sentence and the tags on the page of a subject, for the stories of the sample collection as of a fixed day.

const day = sampleDay;
let service: TestService;
beforeAll(async () => {
  service = await openTestService({ now: sampleNow, sample: day });
}, 300_000);
afterAll(() => service.close());

type Kind = (typeof LANDMARKS)[keyof typeof LANDMARKS]['kind'];
const ask = async (path: string) => (await service.get(`/explore/${path}?explain=1`)).response;
const verdicts: Readonly<Record<Kind, (subject: string) => Promise<Verdict>>> = {
  // an answer that knows nothing does not name the domain; its page does
  domain: async (name) => domainVerdict({ domaininfo: { query: name }, ...(await ask(`enrich/domain/${name}`)) }),
  address: async (ip) => addressVerdict((await ask(`enrich/${ip.includes(':') ? 'ipv6' : 'ipv4'}/${ip}`)).ip2asn?.[0]),
  asn: async (asn) => asnVerdict((await ask(`ipreputation/asn/${asn.slice(2)}`)).asn_reputation?.[0]),
  subnet: async (cidr) => subnetVerdict((await ask(`ipreputation/subnet/${cidr}`)).subnet_reputation?.[0]),
  nameserver: async (name) =>
    nameServerVerdict((await ask(`nsreputation/nameserver/${name}`)).ns_server_reputation?.[0]),
};
const labels = ({ tags = [] }: Verdict) => tags.map(({ label }) => label).join(', ');

it.each<[story: keyof typeof LANDMARKS, sentence: RegExp, tags: string]>([
  [
    'fluxDomain',
    /^Critical: phishing, fast flux over \d+ addresses in 11 AS .*; on hookline-phish and tacklebox-phish since 2026-10-14, still listed\.$/,
    'phishing, fast flux, 5 NS changes in 30 days',
  ],
  [
    'homoglyphDomain',
    /^Critical: phishing, look-alike of harborline-bank\.example, registered \d+ days ago; on hookline-phish and tacklebox-phish since /,
    'phishing, look-alike, newly registered',
  ],
  ['c2Address', /^Critical: C2, malware; on tidewatch-c2, beaconlog-c2 and rookery-payloads since /, 'C2, malware'],
  ['c2AddressRecent', /^Critical: C2; on tidewatch-c2 since 2026-11-11, still listed\.$/, 'C2'],
  [
    'c2AddressUnlisted',
    /^Critical: the name cdn-metrics-sync\.invalid, which resolves to it, is on [a-z0-9-]+(?: and [a-z0-9-]+)* for malware or command and control\.$/,
    '',
  ],
  ['c2Domain', /^Critical: C2; on beaconlog-c2 since /, 'C2'],
  ['openDirectory', /^Critical: malware, open directory; on rookery-payloads and /, 'malware, open directory'],
  ['torExit', /^Critical: scanner, Tor exit node; on lantern-scan since /, 'scanner, Tor exit'],
  ['sinkholedDomain', /^Sinkholed: .* Listings: C2, on beaconlog-c2 since [\d-]+, still listed\.$/, 'C2, sinkholed'],
  ['sinkholeAddress', /^Sinkholed: a research sinkhole/, 'sinkholed'],
  ['parkedDomain', /^Parked: .* Listings: phishing, was on beaconlog-c2, [\d-]+ to [\d-]+\.$/, 'parked'],
  ['expiredDomain', /^Expired: the registration has expired/, 'expired'],
  ['benignScanner', /^Known benign: belongs to Lighthouse Internet Survey/, 'known benign'],
  ['newToday', /^Critical: registered today\.$/, 'newly registered'],
  ['newYesterday', /^High: registered 1 day ago\.$/, 'newly registered'],
  ['denseAddress', /^Low: shared hosting of 5,\d+ names; AS64500 /, 'shared hosting'],
  ['dynamicDomain', /^No detections: checked listings/, 'dynamic DNS'],
  ['shortenerDomain', /^No detections: .* Rank 412 of the popular domains, /, 'URL shortener, top 10,000'],
  ['brandDomain', /^No detections: checked listings, its age, /, 'top 10,000'],
  ['unknownDomain', /^Unknown: /, ''],
])('%s has the sentence and the tags of its story', async (story, sentence, tags) => {
  const { kind, indicator } = LANDMARKS[story];
  const verdict = await verdicts[kind](indicator);
  expect(verdict.sentence).toMatch(sentence);
  expect(labels(verdict)).toBe(tags);
});

const others: readonly (readonly [kind: Kind, subject: string])[] = [
  ['domain', 'secure.harborline-login.example'],
  ['domain', 'printer.corp'],
  ['address', '10.0.0.7'],
  ['nameserver', 'ns1.sinkhole.tidewater-cert.example'],
  ['nameserver', 'ns1.nobody-has-seen-this.test'],
  ['address', '192.0.2.1'],
  ['asn', 'AS65535'],
  ['asn', 'AS64999'],
  ['subnet', '198.19.254.0/24'],
];
/** Too long for a table, or the same as another. */
const leftOut: readonly string[] = [
  'longName',
  'jumboTxtDomain',
  'bidiDomain',
  'markupDomain',
  'formulaDomain',
  'cleanIpv6',
];

it('docs/verdicts.md shows the sentences of the sample', async () => {
  const stories = Object.entries(LANDMARKS).flatMap(([name, { kind, indicator }]) =>
    leftOut.includes(name) ? [] : [[kind, indicator] as const],
  );
  const rows: string[][] = [];
  for (const [kind, subject] of [...stories, ...others]) {
    const verdict = await verdicts[kind](subject);
    rows.push([`\`${subject}\``, verdict.sentence, labels(verdict)]);
  }
  expect(rows.length).toBeGreaterThanOrEqual(30);
  await expect(`${introduction}\n\n${table([['subject', 'verdict', 'tags'], ...rows])}\n`).toMatchFileSnapshot(
    '../../../docs/verdicts.md',
  );
});

const introduction = `# Verdicts

The verdict on a subject is a sentence for a ticket: what it is, how, by whom and since when, and what is not known
(\`src/model/verdict-sentence.ts\`). Tags beside the name say the same in a word (\`src/model/subject-tags.ts\`). Hover cards, bulk triage, exports and
tickets have the same sentence and tags, as far as their answers hold the facts. A check that was not made is never cited.

"Fast flux" is the flux score of Holz et al. (NDSS 2008) over 30 days: 1.32 per address and 18.54 per AS, above 142.38, with at least five
AS. "Look-alike" is a name whose foreign letters read as a Latin name. "Shared hosting" has at least 100 names in 30 days.

Subjects of the sample collection on ${day}. \`src/test/server/story-verdicts.spec.ts\` compares this page with the answers of the service.`;

function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
