/** Where the pages of subjects, the rankings, the triage and the jobs ask. */
import { type OperationId, operations } from '#contract/generated/operations.gen.ts';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { dateToIsoDate } from '#model/dates.ts';
import { C2_MARKS, LANDMARKS } from '#sample/landmarks.ts';
import { explorerPlaces } from './explorer-places.ts';
import { outfeedPlaces } from './outfeed-places.ts';
import { otherParameters, type Place, type Places, type Step } from './place.ts';
import { watchPlaces } from './watch-places.ts';

const lastWeek = dateToIsoDate(new Date(Date.now() - 7 * 86_400_000));

/** A tab of a page. */
function tab(route: string, at: string) {
  return (name: string, where: string, steps: readonly Step[] = []): Place => ({
    route,
    at,
    where: name === 'Overview' ? `Overview: ${where}` : `${name}: ${where}`,
    steps: [{ press: name, role: 'tab' }, ...steps],
  });
}

const address = LANDMARKS.c2Address.indicator;
const domain = LANDMARKS.fluxDomain.indicator;
const bank = LANDMARKS.brandDomain.indicator;
const onIp = tab('/ip/:ip', `/ip/${address}`);
const onIpv6 = tab('/ip/:ip', `/ip/${LANDMARKS.cleanIpv6.indicator}`);
const onDomain = tab('/domain/:domain', `/domain/${domain}`);
const onBank = tab('/domain/:domain', `/domain/${bank}`);
const onAsn = tab('/asn/:asn', `/asn/${LANDMARKS.bulletproofAsn.indicator.slice(2)}`);
const onSubnet = tab('/subnet/:address/:length', `/subnet/${LANDMARKS.badSubnet.indicator}`);
const onServer = tab('/ns/:nameserver', `/ns/${LANDMARKS.badNameServer.indicator}`);

/** The same place with what its panel's "API request" asks beside. */
function withOther(place: Place, of: string | undefined, other: Readonly<Record<string, string>>): Place {
  return otherParameters({ ...place, where: `${place.where}, “API request”` }, of, other, place.steps);
}

/** The page of the feeds. */
function onSources(where: string): Place {
  return { route: '/sources', at: '/sources', where };
}

const onConnections: Place = {
  route: '/search/connections',
  at: `/search/connections?with=address:${address}`,
  where: 'Names',
};

const sealed: Place = {
  route: '/investigation',
  at: '/investigation',
  where: '“Export report”, sealed evidence',
  needs: 'an investigation with a step',
};

const onJudgements: Place = { route: '/judgements', at: '/judgements', where: 'Judgements' };
const judging: Place = {
  ...onDomain('Overview', '“Judge” in the header'),
  needs: 'a judgement of the analyst',
};
const explain = { explain: '0' };

function ranking(kind: string, title: string, rows?: string): readonly Place[] {
  const place: Place = {
    route: '/rankings/:kind',
    at: `/rankings/${kind}`,
    where: `${title}, “Rows at most”`,
    steps: [{ choose: 'Rows at most', value: '25' }],
    asks: { limit: '25' },
  };
  return rows === undefined ? [place] : [place, withOther({ ...place, where: title, steps: [] }, rows, explain)];
}

function history(on: Place, title: string): readonly Place[] {
  const days: Step = { choose: `Days of ${title}`, value: '100' };
  return [
    { ...on, where: `${on.where}, choice of days`, steps: [...(on.steps ?? []), days], asks: { limit: '100' } },
    withOther(on, title, explain),
  ];
}

const reputations = 'Reputation history';
const triaged = ['203.0.113.66', '203.0.113.20', '2001:db8:900::150', domain, bank, 'AS64666', '203.0.113.0/25'];
const triage: Place = {
  route: '/bulk',
  at: '/bulk',
  where: 'Bulk triage',
  steps: [
    { write: 'Indicators, one or more on a line', text: triaged.join('\n') },
    { press: `Look up ${triaged.length}` },
  ],
};
const jobSteps: readonly Step[] = [
  { press: 'Forward', role: 'radio' },
  { form: { qtype: 'a', qname: '*.harborline-login.example', prefer: 'job_id' } },
  { press: 'Search' },
  { reach: 'job=' },
];

export const subjectPlaces: Places = {
  ipv4Info: [
    withOther(onSubnet('Overview', 'Network and country'), 'Network and country', {
      explain: '1',
      scan_data: '1',
      sparse: 'asn',
    }),
  ],
  // opened on the tab itself: the overview and the DNS tab ask for the scores of their addresses together
  ipv4RiskScore: [
    {
      ...onDomain('IP diversity', 'pointing at an IPv4 address'),
      at: `/domain/${domain}?tab=diversity`,
      steps: [{ hover: '/ip/' }],
    },
  ],
  scanCertificates: [{ ...onIp('Shared infrastructure', 'Same certificate'), asks: { fingerprint_sha1: '*' } }],
  scanFavicon: [{ ...onIp('Shared infrastructure', 'Same favicon'), asks: { mmh3: String(C2_MARKS.faviconMmh3) } }],
  scanJarm: [{ ...onIp('Shared infrastructure', 'Same JARM'), asks: { jarm_hash: C2_MARKS.jarm } }],
  ipv4RiskScoreBulk: [triage],
  riskScores: [
    onSubnet('Addresses', 'scores of “Addresses in use”'),
    onServer('Hosted domains', 'scores of the domains'),
  ],
  judgements: [withOther(onJudgements, 'Judgements', { subject: domain })],
  judge: [judging],
  judgementTakeBack: [judging],
  ownKey: [{ route: '/settings', at: '/settings', where: 'Connection: name and role of the key' }],
  audit: [withOther({ route: '/audit', at: '/audit', where: 'Changes' }, 'Changes', { limit: '50', skip: '1' })],
  evidenceKey: [sealed],
  evidenceSeal: [sealed],
  upstreamCost: [onSources('the form of “Bulk triage”, where a provider is configured')],
  ipv4InfoBulk: [triage],
  ipv4HistoryBulk: [onIp('AS and subnet history', 'Compare two dates')],
  asnSubnetsBulk: [onAsn('Subnets', 'Announced prefixes'), triage],
  asnSubnetsHistoryBulk: [
    {
      ...onAsn('Subnets', 'Announced prefixes, with “as of” in the header'),
      at: `/asn/${LANDMARKS.bulletproofAsn.indicator.slice(2)}?asof=${lastWeek}`,
    },
  ],
  ipv4History: [
    {
      ...onIp('AS and subnet history', 'Origin AS history', [{ choose: 'Days back', value: '90' }]),
      asks: { window: '90' },
    },
    {
      ...onIp('AS and subnet history', 'the same with “as of” in the header'),
      at: `/ip/${address}?asof=${lastWeek}`,
      asks: { date: lastWeek },
    },
  ],
  ipv6Info: [
    otherParameters(
      { route: '/subnet/:address/:length', at: '/subnet/2001:db8:900::/48', where: 'header of an IPv6 subnet' },
      undefined,
      { explain: '1', sparse: 'asn' },
    ),
  ],
  ipv6RiskScore: [
    {
      route: '/ip/:ip',
      at: `/ip/${LANDMARKS.cleanIpv6.indicator}`,
      where: 'Connections: pointing at an IPv6 address',
      steps: [{ hover: `/ip/${LANDMARKS.cleanIpv6.indicator}` }],
    },
  ],
  ipv6RiskScoreBulk: [triage],
  ipv6InfoBulk: [triage],
  domainInfo: [{ ...onDomain('Overview', 'pointing at a name'), steps: [{ hover: '/domain/' }] }],
  domainRiskScore: [{ ...onDomain('Overview', 'pointing at a name'), steps: [{ hover: '/domain/' }] }],
  domainRiskScoreBulk: [triage],
  domainInfoBulk: [triage],
  domainInfratag: [
    {
      ...onBank('Related', 'Infrastructure tag, with “as of” in the header', [
        { press: 'Show names', role: 'radio', in: 'Infrastructure tag' },
      ]),
      at: `/domain/${bank}?asof=${lastWeek}`,
      asks: { mode: 'padns', match: 'full', as_of: lastWeek },
    },
  ],
  domainInfratagBulk: [
    {
      ...onBank('Related', 'Clusters by infrastructure, with “as of” in the header', [
        { press: 'Show names', role: 'radio', in: 'Infrastructure tag' },
        { press: 'Cluster by tag similarity' },
      ]),
      at: `/domain/${bank}?asof=${lastWeek}`,
      asks: { mode: 'padns', match: 'full', clusters: '1', as_of: lastWeek },
    },
  ],
  domainNsChanges: [
    withOther(onDomain('Name servers', 'Name-server changes'), 'Name-server changes', { summary: '1' }),
  ],
  domainNsChangesSummary: [onDomain('Name servers', 'Change frequency')],
  nsTransfers: [onServer('Transfers', 'Moved in, Moved out')],
  domainWhois: [onDomain('Whois', 'Whois history')],
  domainWhoisLive: [
    {
      route: '/domain/:domain',
      at: `/domain/${LANDMARKS.toplistDomain.indicator}`,
      where: 'Whois: “Query registry now”',
      steps: [{ press: 'Whois', role: 'tab' }, { press: 'Query registry now' }],
    },
  ],
  domainCertificates: [onDomain('Certificates', 'Certificates')],
  domainSiblings: [onBank('Related', 'Siblings')],
  domainCousins: [onBank('Related', 'Infrastructure clusters, which compare with the cousins')],
  lookAlikes: [onBank('Related', 'Cousins')],
  similarPages: [onBank('Related', 'Similar pages')],
  takedownReputationRank: ranking('takedown', 'Slowest abuse response', 'Autonomous systems'),
  takedownReputation: [withOther(onAsn(reputations, 'Abuse response of the AS'), 'Abuse response of the AS', explain)],
  takedownReputationHistory: history(
    onAsn(reputations, 'Abuse response history of the AS'),
    'Abuse response history of the AS',
  ),
  nsReputationRank: ranking('nameserver', 'Worst name servers', 'Name servers'),
  nsReputation: [
    withOther(onServer(reputations, 'Reputation of the name server'), 'Reputation of the name server', explain),
  ],
  nsReputationHistory: history(
    onServer('Reputation history', 'Reputation history of the name server'),
    'Reputation history of the name server',
  ),
  nameServersListed: ranking('listed', 'Name servers with the most listed domains'),
  asnReputationRank: ranking('asn', 'Worst autonomous systems', 'Autonomous systems'),
  asnReputation: [withOther(onAsn(reputations, 'Reputation of the AS'), 'Reputation of the AS', explain)],
  asnReputationHistory: history(onAsn(reputations, 'Reputation history of the AS'), 'Reputation history of the AS'),
  subnetReputationRank: ranking('subnet', 'Worst subnets', 'Subnets'),
  subnetReputation: [
    withOther(onSubnet(reputations, 'Reputation of the subnet'), 'Reputation of the subnet', explain),
    triage,
  ],
  subnetReputationHistory: history(
    onSubnet('Reputation history', 'Reputation history of the subnet'),
    'Reputation history of the subnet',
  ),
  ipv4Reputation: [withOther(onIp(reputations, 'Reputation of the address'), 'Reputation of the address', explain)],
  ipv4ReputationHistory: history(
    onIp('Reputation history', 'Reputation history of the address'),
    'Reputation history of the address',
  ),
  ipv4ReputationRank: ranking('ipv4', 'Worst IPv4 addresses', 'IPv4 addresses'),
  padnsForward: [
    {
      route: '/domain/:domain',
      at: `/domain/${domain}`,
      where: 'header: records by type',
      asks: { limit: '1000' },
    },
    onDomain('DNS', 'Records'),
  ],
  padnsReverse: [onIp('Names', 'Names that point here')],
  padnsDensity: [
    { ...onIp('Neighbours', 'Density of the announced prefix'), asks: { scope: 'subnet' } },
    { ...onAsn('Subnets', 'Subnets in use'), asks: { scope: 'asn_subnets' } },
    { ...onServer('Hosted domains', 'Name servers by domains ever hosted'), asks: { scope: 'domain' } },
  ],
  padnsIpDiversity: [
    {
      ...onDomain('IP diversity', 'scope, record type and days', [
        { press: 'Whole domain', role: 'radio' },
        { choose: 'Seen in', value: '90' },
      ]),
      asks: { scope: 'domain', window: '90' },
    },
    withOther(onDomain('IP diversity', 'IP diversity'), 'IP diversity', { asn: '0', timeline: '0', verbose: '0' }),
  ],
  collection: [{ route: '/sources', at: '/sources', where: 'What the collection holds' }],
  news: [
    {
      route: '/',
      at: '/',
      where: 'New',
      steps: [{ press: '30 days', role: 'radio' }],
      asks: { days: '30' },
    },
  ],
  findings: [
    { ...onDomain('Overview', 'Findings, where there are any'), asks: { subject: '*', state: 'all', limit: '100' } },
    { ...onIp('Overview', 'Findings, where there are any'), asks: { subject: '*' } },
    { ...onSubnet('Overview', 'Findings, where there are any'), asks: { subject: '*' } },
    { ...onServer('Overview', 'Findings, where there are any'), asks: { subject: '*' } },
    { ...onAsn('Overview', 'Findings, where there are any'), asks: { subject: '*' } },
    {
      route: '/findings',
      at: '/findings?detector=fast-flux',
      where: 'Findings, choice of detector and state',
      asks: { detector: 'fast-flux', state: 'current', limit: '100', skip: '0' },
    },
  ],
  ...watchPlaces,
  quality: [{ route: '/quality', at: '/quality', where: 'Score quality' }],
  retroHunt: [
    { route: '/', at: '/', where: 'Listed after you resolved it', asks: { listed_after: '1' } },
    {
      ...onIp('Overview', 'Retro-hunt, where there is any'),
      asks: { subject: '*' },
      needs: 'a listing that own logs had resolved before',
    },
    { route: '/retro-hunt', at: '/retro-hunt', where: 'Retro-hunt', asks: { limit: '100', skip: '0' } },
  ],
  connections: [
    onDomain('Overview', 'Connections'),
    onIp('Overview', 'Connections'),
    onServer('Overview', 'Connections'),
  ],
  campaign: [{ route: '/connections/:type/:subject', at: `/connections/ip/${address}`, where: 'Subjects and links' }],
  asnListed: [withOther(onAsn('Overview', 'Worst addresses'), 'Worst addresses', { limit: '50' })],
  asnListedNames: [withOther(onAsn('Overview', 'Worst hosted names'), 'Worst hosted names', { limit: '50' })],
  serverDomains: [
    withOther(onServer('Overview', 'Worst hosted domains'), 'Worst hosted domains', { limit: '50' }),
    {
      ...onServer('Overview', 'Moves in and out, with “as of” in the header'),
      at: `/ns/${LANDMARKS.badNameServer.indicator}?asof=${lastWeek}`,
      asks: { moves_until: lastWeek },
    },
  ],
  subnetContents: [onSubnet('Overview', 'Addresses by risk')],
  hosting: [onServer('Transfers', 'AS of the moved domains')],
  connectionMembers: [
    { ...onConnections, asks: { with: '*' } },
    withOther(onConnections, 'Names', { limit: '50', skip: '1' }),
  ],
  collectNow: [
    {
      route: '/domain/:domain',
      at: '/domain/new-name.example',
      where: 'of an unknown subject, “Collect now”',
      steps: [{ press: 'Collect all' }],
    },
  ],
  upstreamStatus: [{ ...onSources('Provider'), asks: { limit: '20' } }],
  ...outfeedPlaces,
  sources: [onSources('Feeds')],
  sourcesRecommended: [onSources('“Switch on all” of the recommended set')],
  sourceChange: [onSources('switch, key and terms of a feed, “Remove its data”')],
  sourceFetch: [onSources('“Fetch now” of a feed')],
  sourceAdd: [onSources('“Add a feed of your own”')],
  sourcePreview: [onSources('“Add a feed of your own”, “Preview”')],
  sourceRemoval: [onSources('“Remove its data” of a feed')],
  sourceRemove: [onSources('“Remove this feed” of an own feed')],
  logImports: [
    onSources('Your own logs'),
    { ...onSources('Your own logs, “Show older imports”'), asks: { before: '*' }, needs: 'more than 500 imports' },
  ],
  logImportAdd: [onSources('Your own logs: files dropped or chosen')],
  logImportContent: [{ ...onSources('Your own logs: the upload of a file'), asks: { offset: '*' } }],
  logImport: [onSources('Your own logs: “Choose the file” of an upload that was interrupted')],
  logImportChange: [
    onSources('Your own logs: “Import”, “Check again”, “Cancel”, “Resume”, “Discard” and “Remove” of an import'),
  ],
  logImportRemoval: [{ ...onSources('Your own logs: “Remove” of an import'), asks: { day: '*' } }],
  ingest: [{ ...onSources('Your own logs, “Formats and other ways in”: named for shippers'), asks: { source: '*' } }],
  job: [
    {
      route: '/search/padns',
      at: '/search/padns',
      where: 'a search that runs in the background, followed from any page',
      steps: jobSteps,
      asks: { max_wait: '25', status_only: '1' },
    },
    otherParameters(
      { route: '/jobs/:id', at: '/search/padns', where: 'the result of the job' },
      'Result',
      { force_metadata_on: '0', force_metadata_off: '1', max_wait: '1' },
      [...jobSteps, { menu: 'Work', page: 'Jobs' }, { follow: '/jobs/' }],
    ),
  ],
  enrichDomain: [withOther(onDomain('Overview', 'header'), undefined, { explain: '0', scan_data: '0' })],
  enrichIpv4: [withOther(onIp('Overview', 'header'), undefined, { explain: '0', scan_data: '0' })],
  enrichIpv6: [withOther(onIpv6('Overview', 'header'), undefined, { explain: '0', scan_data: '0' })],
};

/**
 * Where the dashboard uses each operation, and how each of its parameters is reached. The one list: the table in
 * docs/operations.md is written from it (tools/place-table.ts), and operations.long.e2e.ts goes to every place.
 */

export const operationIds = Object.keys(operations) as OperationId[];

/** In the order that a table names them: the page of a subject first, then the explorer. */
export function placesOf(id: OperationId): readonly Place[] {
  return [...(subjectPlaces[id] ?? []), ...(explorerPlaces[id] ?? [])];
}

/** Names of the parameters that some place reaches: those of its address or list, and those its steps set. */
export function reachedParameters(id: OperationId): readonly string[] {
  const asked = new Set(placesOf(id).flatMap(({ asks = {} }) => Object.keys(asks)));
  const names = parameters[id]
    .filter(({ name, in: where }) => where !== 'query' || asked.has(name))
    .map(({ name }) => name);
  return [...new Set(names)];
}
