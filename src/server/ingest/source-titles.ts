/** Display names of the sources other than feeds, by their id in the ledger. */
export const sourceTitles: Readonly<Record<string, string>> = {
  'open-data:origin-as': 'Origin AS (ip-location-db)',
  'open-data:countries': 'AS countries (ip-location-db)',
  'eth-phishing-detect': 'eth-phishing-detect (MetaMask)',
  'public-resolvers': 'Well-known public DNS resolvers',
  sample: 'Sample collection',
  live: 'Live look-ups',
};
