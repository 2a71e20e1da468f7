import { accessPools, knownActors, routing, serverNames } from './background/networks.ts';
import { addressListings } from './background/address-listings.ts';
import { contentDelivery, denseAddress, dynamicHosts, generatedNames, wildcardPages } from './background/crowds.ts';
import { backgroundDomains } from './background/domains.ts';
import { nameServerHosts } from './background/name-server-operators.ts';
import { domainFacts, domainListings, whoisHistory } from './background/registrations.ts';
import { serverScans, site } from './background/sites.ts';
import { mailProviders, zone } from './background/zones.ts';
import { clockAt } from './clock.ts';
import { commandAndControl } from './stories/command-and-control.ts';
import { fluxCampaign } from './stories/flux-campaign.ts';
import { harborlineBank } from './stories/harborline-bank.ts';
import { harborlineCrew } from './stories/harborline-crew.ts';
import { hijackedMail } from './stories/hijacked-mail.ts';
import { hostileText } from './stories/hostile-text.ts';
import { lookAlikes } from './stories/look-alikes.ts';
import { openDirectoryStory } from './stories/open-directory.ts';
import { parcelFees } from './stories/parcel-fees.ts';
import { plainCases } from './stories/plain-cases.ts';
import { takenOver } from './stories/taken-over.ts';
import { unsanctionedAsset } from './stories/unsanctioned-asset.ts';
import type { SampleRows, SampleTable } from './rows.ts';
import { scribeAt, type Scribe } from './scribe.ts';

/** Rows of one table, ready for one insert. */
interface SampleBatch {
  table: SampleTable;
  rows: Record<string, unknown>[];
}

/** Defaults to everything in batches of 20,000 rows. */
export interface SampleExtent {
  /** Limit of ordinary domains. */
  readonly domains?: number;
  readonly batchRows?: number;
}

function* domains(scribe: Scribe, most = Infinity): SampleRows {
  for (const plan of backgroundDomains()) {
    if (most-- <= 0) return;
    yield* zone(scribe, plan);
    yield* whoisHistory(scribe, plan);
    yield* domainFacts(scribe, plan);
    yield* domainListings(scribe, plan);
    yield* site(scribe, plan);
  }
}

function* background(scribe: Scribe): SampleRows {
  yield* routing(scribe);
  yield* serverNames(scribe);
  yield* accessPools(scribe);
  yield* knownActors(scribe);
  yield* addressListings(scribe);
  yield* nameServerHosts(scribe);
  yield* mailProviders(scribe);
  yield* domains(scribe);
  yield* serverScans(scribe);
  yield* contentDelivery(scribe);
  yield* dynamicHosts(scribe);
  yield* wildcardPages(scribe);
  yield* denseAddress(scribe);
  yield* generatedNames(scribe);
}

const STORIES = [
  harborlineBank,
  fluxCampaign,
  commandAndControl,
  lookAlikes,
  harborlineCrew,
  unsanctionedAsset,
  takenOver,
  hijackedMail,
  parcelFees,
  openDirectoryStory,
  hostileText,
  plainCases,
];

function* stories(scribe: Scribe): SampleRows {
  for (const story of STORIES) yield* story(scribe);
}

/** The networks, the stories and at most `most` ordinary domains: mainly rows that depend on the calendar of the load day. */
export function* sampleDomains(anchor: string, most: number): SampleRows {
  const scribe = scribeAt(clockAt(anchor));
  yield* routing(scribe);
  yield* nameServerHosts(scribe);
  yield* domains(scribe, most);
  yield* stories(scribe);
}

function* everything(scribe: Scribe): SampleRows {
  yield* background(scribe);
  yield* stories(scribe);
}

/**
 * The fictional internet, in reserved space only, as batches of rows of one table; `import` and `wmseq`
 * are set by the loader. `anchor` ('yyyy-mm-dd') is the load day: all dates count back from it, and everything
 * else is the same for every anchor except values that depend on the calendar: registration terms and certificate lifetimes.
 */
export function* sampleCollection(
  anchor: string,
  { domains: most, batchRows = 20_000 }: SampleExtent = {},
): Generator<SampleBatch, void, undefined> {
  const waiting = new Map<SampleTable, Record<string, unknown>[]>();
  const all = most === undefined ? everything(scribeAt(clockAt(anchor))) : sampleDomains(anchor, most);
  for (const { table, row } of all) {
    const rows = waiting.get(table) ?? [];
    rows.push(row);
    waiting.set(table, rows);
    if (rows.length < batchRows) continue;
    yield { table, rows };
    waiting.delete(table);
  }
  for (const [table, rows] of waiting) yield { table, rows };
}
