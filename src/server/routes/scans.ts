import { dateToEpochSeconds } from '#model/dates.ts';
import { classifyWildcard } from '#model/wildcard.ts';
import type { Query } from '#server/engine/engine.ts';
import { ApiError, badInput } from '#server/http/api-error.ts';
import { readNamePattern } from '#server/input/name.ts';
import { checkRegex } from '#server/input/padns.ts';
import { readHash, readScanNetwork, readScanPage, sinceDay } from '#server/input/scan.ts';
import { faviconMmh3 } from '#server/live/favicon.ts';
import { LiveError } from '#server/live/outbound-client.ts';
import {
  certificateAddresses,
  certificateRecords,
  faviconAddresses,
  faviconRecords,
  headerAddresses,
  headerRecords,
  jarmAddresses,
  jarmRecords,
  type FilePart,
  openDirectoryFiles,
} from '#server/queries/scan-search.ts';
import {
  byAddress,
  certificateScan,
  faviconScan,
  headersScan,
  jarmScan,
  openDirectories,
} from '#server/serializers/scans.ts';
import type { AllServices, Call, Caller, Handler, LiveHandler, Services } from './handler.ts';

/** A search: its addresses, its records, and their serializer. */
interface Steps<Search, Row, Scan> {
  readonly addresses: (search: Search) => Query<{ key: string }>;
  readonly records: (search: Search, keys: readonly string[]) => Query<Row>;
  readonly serialize: (row: Row) => Scan;
}

async function scansByAddress<Search, Row extends { readonly key: string }, Scan>(
  search: Search,
  { addresses, records, serialize }: Steps<Search, Row, Scan>,
  { signal }: Pick<Caller, 'signal'>,
  { engine }: Pick<Services, 'engine'>,
): Promise<Record<string, Scan[]>[]> {
  const keys = (await engine.query(addresses(search), { signal })).map(({ key }) => key);
  const rows = keys.length > 0 ? await engine.query(records(search, keys), { signal }) : [];
  return byAddress(keys, rows, serialize);
}

/** A3 */
const scanCertificates: Handler<'scanCertificates'> = async (call, services) => {
  const { query } = call;
  const now = services.now();
  const search = {
    ...readScanNetwork('scanCertificates', query),
    ...readScanPage(query),
    fingerprint: query.fingerprint_sha1 && readHash('fingerprint_sha1', query.fingerprint_sha1, 'certificate'),
    domain: query.domain && readNamePattern('domain', query.domain),
    expiredBy: query.expired_certs_only ? dateToEpochSeconds(now) : undefined,
    since: sinceDay(query.window, now),
  };
  const steps = { addresses: certificateAddresses, records: certificateRecords, serialize: certificateScan };
  return { certificates: await scansByAddress(search, steps, call, services) };
};

/** A4 */
const scanFavicon: LiveHandler<'scanFavicon'> = {
  isCacheable: ({ query }) => query.favicon_mmh3_from_url === undefined,
  answer: async (call, services) => {
    const { query } = call;
    const search = {
      ...readScanNetwork('scanFavicon', query),
      ...readScanPage(query),
      md5: query.md5 && readHash('md5', query.md5, 'md5'),
      mmh3: await readMmh3(call, services),
    };
    const steps = { addresses: faviconAddresses, records: faviconRecords, serialize: faviconScan };
    return { favicon: await scansByAddress(search, steps, call, services) };
  },
};

/** The hash in the request, and that of the icon at the URL. Some tools write the hash as an unsigned number. */
async function readMmh3({ query, signal }: Call<'scanFavicon'>, { live }: AllServices): Promise<number[]> {
  const { mmh3, favicon_mmh3_from_url: url } = query;
  const sent = mmh3 === undefined ? [] : [mmh3 | 0];
  if (url === undefined) return sent;
  const parameter = 'favicon_mmh3_from_url';
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw badInput(parameter, `${parameter} takes the http or https address of an icon.`);
  return [
    ...sent,
    await faviconMmh3(live, url, signal).catch((error: unknown) => {
      // a URL that the outbound client refuses is invalid input
      if (error instanceof LiveError && error.status === 400)
        throw new ApiError(400, error.code, error.message, { parameter });
      throw error;
    }),
  ];
}

/** A5 */
const scanHeaders: Handler<'scanHeaders'> = async (call, services) => {
  const { query } = call;
  const search = {
    ...readScanNetwork('scanHeaders', query),
    ...readScanPage(query),
    text: query.header_search,
  };
  const steps = { addresses: headerAddresses, records: headerRecords, serialize: headersScan };
  return { headers: await scansByAddress(search, steps, call, services) };
};

/** A6 */
const scanJarm: Handler<'scanJarm'> = async (call, services) => {
  const { query } = call;
  const search = {
    ...readScanNetwork('scanJarm', query),
    ...readScanPage(query),
    hash: query.jarm_hash && readHash('jarm_hash', query.jarm_hash, 'jarm'),
    since: sinceDay(query.window, services.now()),
  };
  const steps = { addresses: jarmAddresses, records: jarmRecords, serialize: jarmScan };
  return { jarm: await scansByAddress(search, steps, call, services) };
};

// A7 has no limit and no pages: an answer is complete, or fails as too large
const mostFiles = 100_000;

/** A7 */
const scanOpenDirectories: Handler<'scanOpenDirectories'> = async ({ query, signal }, { engine, now }) => {
  const { filename, filename_regex: regex } = query;
  const network = readScanNetwork('scanOpenDirectories', query);
  await checkRegex(engine, regex, 'filename_regex');
  const search = {
    ...network,
    file: filename === undefined ? undefined : { part: partOf(filename), pattern: classifyWildcard(filename) },
    regex: regex === undefined ? undefined : { part: partOf(regex), pattern: regex },
    since: sinceDay(query.window, now()),
    full: query.result_mode === 'full',
  };
  const rows = await engine.query(openDirectoryFiles(search, mostFiles + 1), { signal });
  if (rows.length > mostFiles)
    throw new ApiError(503, 'too_large', `More than ${mostFiles} files match. Narrow the network, name or window.`);
  return { opendir: openDirectories(rows) };
};

/** Decision: text with a slash is compared with the whole path, other text with the last part. */
function partOf(pattern: string): FilePart {
  return pattern.includes('/') ? 'path' : 'name';
}

export const scans = { scanCertificates, scanFavicon, scanHeaders, scanJarm, scanOpenDirectories };
