import { readFileSync } from 'node:fs';
import { canonicalDomain } from '#model/domain-name.ts';
import { parseIpv4 } from '#model/ip-address.ts';
import { inBatches, type Source, type SourceBatch } from '#server/ingest/source.ts';
import { npmPackage, packageFile } from './npm-package.ts';

/**
 * The package has no date, and its entries have none. The newest entries of 1.2.0 belong to the impersonations of Trezor in April
 * 2022, so every listing gets a day of that month: old evidence, and scored as such.
 */
const dayByVersion: Readonly<Record<string, string>> = { '1.2.0': '2022-04-05' };

/**
 * Phishing domains and addresses from the npm package eth-phishing-detect (MetaMask). Only its blacklist is used; the whitelist and the
 * fuzzylist contain sites to protect.
 */
export function phishing(): Source {
  const from = npmPackage('eth-phishing-detect');
  const asOf = dayByVersion[from.version];
  if (!asOf) throw new Error(`the day of eth-phishing-detect ${from.version} is not known: add it in phishing.ts`);
  const path = packageFile(from, 'src/config.json');
  return {
    importId: 4,
    id: 'eth-phishing-detect',
    kind: 'listings',
    covers: ['listings'],
    tables: ['listings'],
    digest: `${from.name}@${from.version}`,
    licence: "Don't Be a Dick Public License 1.1",
    asOf,
    countLines: () => Promise.resolve(readBlacklist(path).length),
    batches: () => readListings(readBlacklist(path), asOf),
  };
}

function readBlacklist(path: string): string[] {
  const { blacklist } = JSON.parse(readFileSync(path, 'utf8')) as { blacklist: string[] };
  return blacklist;
}

function readListings(entries: readonly string[], day: string): AsyncGenerator<SourceBatch> {
  return inBatches(
    'listings',
    entries.map((entry) => listingRows(entry, day)),
  );
}

/** Most entries are names, a few are IPv4 addresses. */
function listingRows(entry: string, day: string): object[] {
  const isAddress = parseIpv4(entry) !== null;
  const host = isAddress ? entry : canonicalDomain(entry);
  if (host === null) return [];
  const listing = { category: 'phishing', source: 'eth-phishing-detect', first_listed: day, last_listed: day };
  return [{ indicator: host, host, ip: isAddress ? `::ffff:${host}` : '::', ...listing }];
}
