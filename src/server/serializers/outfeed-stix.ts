import { stixPattern } from '#model/stix-bundle.ts';
import type { StixObject } from '#model/stix-object.ts';
import { TLP_LEVELS } from '#model/tlp.ts';
import type { EntryVersion, OutfeedRow } from '#server/queries/outfeeds.ts';

/** Epoch microseconds as TAXII writes them. */
export function microTime(micros: number): string {
  const rest = String(micros % 1e6).padStart(6, '0');
  return `${new Date(Math.floor(micros / 1e6) * 1000).toISOString().slice(0, 19)}.${rest}Z`;
}

/** Epoch microseconds as STIX writes `created` and `modified`: to the millisecond. */
export function milliTime(micros: number): string {
  return new Date(Math.floor(micros / 1000)).toISOString();
}

/** Epoch microseconds of a time of TAXII or STIX; null for other text. */
export function readTime(text: string): number | null {
  const [, head = '', rest = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?Z$/.exec(text) ?? [];
  const time = Date.parse(`${head}Z`);
  return Number.isNaN(time) ? null : time * 1000 + Number(rest.padEnd(6, '0').slice(0, 6));
}

/** An entry of a feed as an indicator of STIX 2.1. It is revoked when the feed holds it no longer; a later stay is a new indicator. */
export function indicatorOf(
  { tlp, holds }: Pick<OutfeedRow, 'tlp' | 'holds'>,
  { value, kind, added, gone, id, at, confidence, labels }: EntryVersion,
): StixObject {
  const observable = kind === 'domain' ? 'domain' : value.includes(':') ? 'ipv6' : 'ipv4';
  return {
    type: 'indicator',
    spec_version: '2.1',
    id: `indicator--${id}`,
    created: milliTime(added),
    modified: milliTime(at),
    name: value,
    indicator_types: [holds === 'finding' ? 'anomalous-activity' : 'malicious-activity'],
    pattern: stixPattern({ kind: observable, value }),
    pattern_type: 'stix',
    valid_from: milliTime(added),
    ...(gone > 0 && { valid_until: milliTime(gone), revoked: true }),
    ...(confidence > 0 && { confidence }),
    ...(labels.length > 0 && { labels }),
    object_marking_refs: [`marking-definition--${TLP_LEVELS[tlp].id}`],
  };
}
