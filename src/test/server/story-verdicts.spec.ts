import { afterAll, beforeAll, expect, it } from 'vitest';
import { plusDays } from '#model/dates.ts';
import { LANDMARKS } from '#sample/landmarks.ts';
import { addressVerdict } from '#web/kit/score/address-verdict.ts';
import { domainVerdict } from '#web/kit/score/domain-verdict.ts';
import { asnVerdict, nameServerVerdict, subnetVerdict } from '#web/kit/score/reputation-verdict.ts';
import type { Verdict } from '#web/kit/score/verdict.ts';
import { openTestService, type TestService } from './collection.ts';
import { sampleDay, sampleNow } from './made-once.ts';
import { observation, observedSet } from './seeded-observations.ts';

// The sentence and the tags on the page of a subject, for the stories of the sample collection as of a fixed day.

const day = sampleDay;
let service: TestService;
beforeAll(async () => {
  service = await openTestService({ now: sampleNow, sample: day });
}, 300_000);
afterAll(() => service.close());

type Kind = (typeof LANDMARKS)[keyof typeof LANDMARKS]['kind'];
async function verdictOf(kind: Kind, subject: string): Promise<Verdict> {
  const ask = async (path: string) =>
    (await service.get(`/explore/${path}/${subject.replace(/^AS/, '')}?explain=1`)).response;
  switch (kind) {
    case 'domain':
      // an answer that knows nothing does not name the domain; its page does
      return domainVerdict({ domaininfo: { query: subject }, ...(await ask('enrich/domain')) });
    case 'address':
      return addressVerdict((await ask(subject.includes(':') ? 'enrich/ipv6' : 'enrich/ipv4')).ip2asn?.[0]);
    case 'asn':
      return asnVerdict((await ask('ipreputation/asn')).asn_reputation?.[0]);
    case 'subnet':
      return subnetVerdict((await ask('ipreputation/subnet')).subnet_reputation?.[0]);
    case 'nameserver':
      return nameServerVerdict((await ask('nsreputation/nameserver')).ns_server_reputation?.[0]);
  }
}
const labels = ({ tags = [] }: Verdict) => tags.map(({ label }) => label).join(', ');

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
/** The bit of imported logs in `sources` (schema/2-passive-dns.sql). */
const importedLogs = 4;
/** Of a collection of own logs without any list. */
const ofLogs: readonly (readonly [kind: Kind, subject: string])[] = [
  ['domain', 'www.seen.example'],
  ['address', '198.51.100.9'],
  ['subnet', '198.51.100.0/24'],
  ['nameserver', 'ns1.seen.example'],
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

async function sentences(subjects: readonly (readonly [kind: Kind, subject: string])[]): Promise<string> {
  const rows: string[][] = [];
  for (const [kind, subject] of subjects) {
    const verdict = await verdictOf(kind, subject);
    rows.push([`\`${subject}\``, verdict.sentence, labels(verdict)]);
  }
  return table([['subject', 'verdict', 'tags'], ...rows]);
}

it('docs/verdicts.md shows sentences of the sample, and of a collection of logs alone', async () => {
  const stories = Object.entries(LANDMARKS).flatMap(([name, { kind, indicator }]) =>
    leftOut.includes(name) ? [] : [[kind, indicator] as const],
  );
  const shown = [...stories, ...others];
  expect(shown.length).toBeGreaterThanOrEqual(30);
  const seen = [plusDays(day, -40), day] as const;
  const ofSample = await sentences(shown);
  // a process has one store
  await service.close();
  service = await openTestService({
    now: sampleNow,
    rows: {
      obs: [
        observation('A', 'www.seen.example', '198.51.100.9', seen),
        ...observedSet('NS', 'seen.example', ['ns1.seen.example'], seen),
      ].map((row) => ({ ...row, sources: importedLogs })),
    },
  });
  const text = [introduction, ofSample, introductionOfLogs, await sentences(ofLogs)].join('\n\n');
  await expect(`${text}\n`).toMatchFileSnapshot('../../../docs/verdicts.md');
}, 60_000);

const introductionOfLogs =
  'Subjects of a collection of own logs of the last forty days, without lists, registrations or networks:';

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
