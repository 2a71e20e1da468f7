import { catalogue } from './feeds/catalogue.ts';

/** What people call the sources that are no feeds, by their id in the ledger. */
const otherTitles: Readonly<Record<string, string>> = {
  'open-data:origin-as': 'Origin AS (ip-location-db)',
  'open-data:countries': 'AS countries (ip-location-db)',
  'eth-phishing-detect': 'eth-phishing-detect (MetaMask)',
  sample: 'Sample collection',
  live: 'Live look-ups',
};
const feedTitles = new Map(catalogue.map(({ id, title }) => [`feed:${id}`, title]));

/**
 * The name of a source for people; of one that is not known here the id, without the prefix of feeds.
 * @param ownTitle what feeds that a person added are called, by their id
 */
export function sourceTitle(source: string, ownTitle: (id: string) => string | undefined): string {
  const id = source.replace(/^feed:/, '');
  return otherTitles[source] ?? feedTitles.get(source) ?? (source === id ? undefined : ownTitle(id)) ?? id;
}
