// Listings of addresses over time. Every network has a conduct; its curve sets the share of its servers listed on
// a day, and how long a listing stays. This shapes the histories of reputation and takedown reputation.

import type { Conduct } from '#sample/autonomous-systems.ts';
import { HISTORY_DAYS, type Span } from '#sample/clock.ts';
import { share } from '#sample/random.ts';
import type { Category, SampleRows } from '#sample/rows.ts';
import type { Scribe } from '#sample/scribe.ts';
import { serversOf, SUBNETS, type Subnet } from '#sample/world.ts';
import { serverSince } from './networks.ts';

interface Curve {
  /** Share of listed servers, 0 to 1. */
  intensity(daysAgo: number): number;
  /** How long a listing stays before the network acts. */
  stayDays: number;
}

const CURVES: Record<Conduct, Curve> = {
  clean: { intensity: () => 0, stayDays: 1 },
  quick: { intensity: () => 0.003, stayDays: 2 },
  ordinary: { intensity: (d) => 0.05 + 0.02 * Math.sin(d / 21), stayDays: 9 },
  busy: { intensity: (d) => 0.16 + 0.05 * Math.sin(d / 33), stayDays: 24 },
  slow: { intensity: (d) => 0.42 - 0.0004 * d, stayDays: 260 },
  'cleaned-up': { intensity: (d) => (d > 125 ? 0.66 : d > 95 ? (0.66 * (d - 95)) / 30 : 0), stayDays: 14 },
  outbreak: { intensity: (d) => (d > 22 ? 0.004 : 0.72 * (1 - d / 22)), stayDays: 4 },
  waves: { intensity: (d) => Math.max(0, 0.24 + 0.3 * Math.sin(d / 24)), stayDays: 8 },
  rising: { intensity: (d) => 0.55 * (1 - d / HISTORY_DAYS) ** 2, stayDays: 30 },
  bulletproof: { intensity: () => 0.94, stayDays: 190 },
};

const FEEDS: Record<Category, readonly string[]> = {
  malware: ['emberwatch-malware', 'rookery-payloads'],
  phishing: ['hookline-phish', 'tacklebox-phish'],
  spam: ['greywall-spam', 'postmark-abuse'],
  c2: ['tidewatch-c2', 'beaconlog-c2'],
  scan: ['lantern-scan'],
};
const CATEGORIES: readonly Category[] = ['malware', 'phishing', 'spam', 'c2', 'scan', 'malware', 'spam', 'scan'];

/** A feed of the category; the same label always gives the same feed. */
export function feed(category: Category, label: string): string {
  const feeds = FEEDS[category];
  return feeds[Math.floor(share(`feed/${label}`) * feeds.length)] ?? 'emberwatch-malware';
}

/** Some subnets of a network are bad, some are clean: subnet ranks need the spread. */
function subnetFactor(s: Subnet): number {
  if (s.system.conduct === 'bulletproof') return 1;
  return [0, 0.35, 0.8, 1, 1.3, 2][Math.floor(share(`bad-corner/${s.first}`) * 6)] ?? 1;
}

/** Listings begin before the history of scores does, so that its first day finds listings of every age. */
const LISTED_DAYS = HISTORY_DAYS + 80;

/**
 * Time is divided into slots of the length of a listing (shifted by address, so that they do not all end on one day); in each
 * slot the address is listed if its random number is below the curve. Adjacent slots merge into one listing. An address not
 * yet in use is not listed.
 */
function listedSpans(address: string, curve: Curve, factor: number, since: number): Span[] {
  const spans: Span[] = [];
  const oldest = Math.min(LISTED_DAYS, since - 1);
  const shift = Math.floor(share(`shift/${address}`) * curve.stayDays);
  for (let slot = LISTED_DAYS + shift; slot > 0; slot -= curve.stayDays) {
    const [from, to] = [Math.min(oldest, slot), Math.max(0, slot - curve.stayDays)];
    if (from <= to) continue;
    const middle = Math.min(HISTORY_DAYS - 1, (slot + to) / 2);
    if (share(`lot/${address}/${slot}`) >= curve.intensity(middle) * factor) continue;
    const last = spans.at(-1);
    if (last && last[1] === from) spans[spans.length - 1] = [last[0], to];
    else spans.push([from, to]);
  }
  return spans;
}

export function* addressListings(scribe: Scribe): SampleRows {
  for (const s of SUBNETS) {
    const curve = CURVES[s.system.conduct];
    for (const address of serversOf(s)) {
      for (const span of listedSpans(address, curve, subnetFactor(s), serverSince(s, address))) {
        const lot = share(`category/${address}`);
        const category = CATEGORIES[Math.floor(lot * CATEGORIES.length)] ?? 'spam';
        const source = feed(category, address);
        yield scribe.listing(address, { category, source, span });
        // long listings are also picked up by a second kind of feed, as a URL
        if (span[0] - span[1] > 20 && lot < 0.4) {
          const authority = address.includes(':') ? `[${address}]` : address;
          const url = `http://${authority}/${address.split(/[.:]/).at(-1)}/gate.php`;
          yield scribe.listing(url, { host: address, category: 'malware', source: 'rookery-payloads', span });
        }
      }
    }
  }
}
