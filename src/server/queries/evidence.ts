import { formatCidr, type Cidr } from '#model/cidr.ts';
import { parentDomains, reverseName } from '#model/domain-name.ts';
import type { Engine, Params, Query, QueryOptions } from '#server/engine/engine.ts';
import { mergeParams } from './condition.ts';
import { domainRanges, domainsOfRname } from './domain-facts.ts';
import type { DomainSubject } from './domain-subject.ts';

/** One entry of a list, as stored. Days are 'yyyy-mm-dd'. */
export interface ListingRow {
  readonly category: string;
  readonly source: string;
  /** What the list names: an address, a range, an AS, a name or a URL. */
  readonly subject: string;
  readonly first: string;
  readonly last: string;
  /** The last day on which it counts. */
  readonly expires: string;
  /** Known to be benign: it counts in no score. */
  readonly isBenign: boolean;
  readonly tags: readonly string[];
  readonly reference: string;
  readonly confidence: number;
}

/** One statement of one source that holds on the day asked about. Days are 'yyyy-mm-dd'. */
export interface FactRow {
  readonly kind: string;
  readonly source: string;
  readonly subject: string;
  readonly value: string;
  readonly tags: readonly string[];
  readonly from: string;
  /** '2299-12-31' while no end is known. */
  readonly until: string;
}

/** What lists and sets of facts say about one subject. */
export interface Evidence {
  /** The last listed first; at most `evidenceLimit`. */
  readonly listings: readonly ListingRow[];
  /** Of all, also of those beyond the limit. */
  readonly listingsTotal: number;
  /** By kind and source; at most `evidenceLimit`. */
  readonly facts: readonly FactRow[];
}

interface EvidenceRequest<Subject> {
  /** The operationId that asks. */
  readonly name: string;
  readonly subjects: readonly Subject[];
  /** 'yyyy-mm-dd' */
  readonly today: string;
}

/** The most listings, and the most facts, that one record carries. */
const evidenceLimit = 100;

export type ReadEvidence<Subject> = (
  engine: Engine,
  request: EvidenceRequest<Subject>,
  options: QueryOptions,
) => Promise<Evidence[]>;

/**
 * About addresses (canonical text): what names them, ranges that hold them, and the AS that announces them. In the order of the
 * subjects, like all of these: one statement, however many.
 * @throws EngineError
 */
export const addressEvidence: ReadEvidence<string> = (engine, request, options) =>
  read(
    engine,
    request,
    options,
    (ip) => ip,
    () => ({
      with: `
      asked AS (
        SELECT ip AS id, toIPv6(ip) AS address, ${rangesOf('address')} AS ranges,
          dictGetOrDefault('origin_as', 'asn', address, toUInt32(0)) AS asn
        FROM (SELECT arrayJoin({ids:Array(String)}) AS ip)
      ), ${aboutNetwork},
      ips AS (SELECT id, address AS first, '' AS key FROM asked)`,
      facts: { ip: 'ips', range: 'range_keys', asn: 'asn_keys' },
      isBenignByFact: true,
    }),
  );

/** About subnets: what names them or ranges that hold them whole, and the AS that announces them whole. @throws EngineError */
export const subnetEvidence: ReadEvidence<Cidr> = (engine, request, options) =>
  read(engine, request, options, formatCidr, () => ({
    with: `
      asked AS (
        SELECT text AS id, toIPv6(splitByChar('/', text)[1]) AS address, ${lengthOf('text')} AS size,
          arrayFilter(each -> ${lengthOf('each')} <= size, ${rangesOf('address')}) AS ranges,
          dictGet('origin_as', ('asn', 'subnet'), address) AS origin,
          if(${lengthOf('origin.2')} <= size, origin.1, 0) AS asn
        FROM (SELECT arrayJoin({ids:Array(String)}) AS text)
      ), ${aboutNetwork}`,
    facts: { range: 'range_keys', asn: 'asn_keys' },
    isBenignByFact: true,
  }));

/** About autonomous systems: what names them. @throws EngineError */
export const asnEvidence: ReadEvidence<number> = (engine, request, options) =>
  read(engine, request, options, String, () => ({
    with: `
      asked AS (SELECT arrayJoin({ids:Array(String)}) AS id),
      hosts AS (SELECT id, concat('AS', id) AS host FROM asked),
      asn_keys AS (SELECT id, toIPv6('::') AS first, id AS key FROM asked)`,
    facts: { asn: 'asn_keys' },
  }));

/** About name servers: what names their host, and what is said of the server or of a zone that it stands under. @throws EngineError */
export const serverEvidence: ReadEvidence<string> = (engine, request, options) =>
  read(
    engine,
    request,
    options,
    (server) => server,
    (servers) => {
      const zones = servers.flatMap((server) => [server, ...parentDomains(server)].map((zone) => ({ server, zone })));
      return {
        with: `
        hosts AS (SELECT arrayJoin({ids:Array(String)}) AS id, id AS host),
        server_keys AS (
          SELECT pair.1 AS id, toIPv6('::') AS first, pair.2 AS key
          FROM (SELECT arrayJoin(arrayZip({servers:Array(String)}, {zones:Array(String)})) AS pair)
        )`,
        facts: { name_server: 'server_keys' },
        params: { servers: zones.map(({ server }) => server), zones: zones.map(({ zone }) => zone) },
      };
    },
  );

/**
 * About domains: what names them, the name asked for or a host below that passive DNS has seen, and what is said of their
 * current name servers. Hosts below a dynamic-DNS domain speak for their holders.
 * @throws EngineError
 */
export const domainEvidence: ReadEvidence<DomainSubject> = (engine, request, options) =>
  read(
    engine,
    request,
    options,
    ({ query }) => query,
    (subjects) => {
      const domains = [...new Set(subjects.map(({ domain }) => domain))];
      const range = domainRanges(domains);
      return {
        with: `
        asked AS (
          SELECT pair.1 AS id, pair.2 AS domain
          FROM (SELECT arrayJoin(arrayZip({ids:Array(String)}, {domains:Array(String)})) AS pair)
        ),
        dynamic AS (
          SELECT key FROM facts FINAL WHERE subject_type = 'domain' AND first = toIPv6('::') AND key IN {domains:Array(String)}
            AND kind = 'dynamic_dns' AND ${isCurrent}
        ),
        below AS (SELECT DISTINCT ${domainsOfRname(domains)} AS domain, reverse(rname) AS host FROM fwd WHERE ${range.sql}),
        names AS (SELECT id, domain AS host FROM asked UNION DISTINCT SELECT id, id AS host FROM asked),
        hosts AS (
          SELECT id, host FROM names
          UNION DISTINCT
          SELECT asked.id AS id, below.host AS host FROM asked INNER JOIN below ON asked.domain = below.domain
          WHERE asked.domain NOT IN (SELECT key FROM dynamic)
        ),
        domain_keys AS (SELECT id, toIPv6('::') AS first, host AS key FROM names),
        ${currentServers}`,
        facts: { domain: 'domain_keys', name_server: 'server_keys' },
        params: mergeParams(range.params, {
          reversed: domains.map(reverseName),
          domains: subjects.map(({ domain }) => domain),
        }),
      };
    },
  );

/** The zones that the current name servers of `asked` domains stand under, the servers themselves included. */
const currentServers = `
  servers AS (
    SELECT reverse(rname) AS domain, splitByChar('.', arrayJoin(argMax(members, (last_seen, first_seen)))) AS labels
    FROM rrsets WHERE rrtype = 'NS' AND rname IN {reversed:Array(String)} GROUP BY rname
  ),
  server_keys AS (
    SELECT DISTINCT asked.id AS id, toIPv6('::') AS first, zone AS key
    FROM asked INNER JOIN (
      SELECT domain, arrayStringConcat(arraySlice(labels, arrayJoin(range(1, length(labels) + 1))), '.') AS zone FROM servers
    ) AS zones ON asked.domain = zones.domain
  )`;

const isCurrent = 'valid_from <= {today:Date} AND valid_to >= {today:Date}';

/** SQL: the listed or fact-bearing ranges that hold an address, as CIDR texts. */
function rangesOf(address: string): string {
  return `arrayFilter(each -> each != '', splitByChar(',', dictGetOrDefault('covering_ranges', 'ranges', ${address}, '')))`;
}

/** SQL: the length of a CIDR text in the 128-bit form. */
function lengthOf(cidr: string): string {
  return `toUInt16OrZero(splitByChar('/', ${cidr})[2]) + if(position(${cidr}, ':') > 0, 0, 96)`;
}

/** Ranges and AS of `asked`. */
const aboutNetwork = `
  hosts AS (
    SELECT id, arrayJoin(arrayDistinct(arrayConcat([id], ranges, if(asn = 0, [], [concat('AS', toString(asn))])))) AS host FROM asked
  ),
  range_keys AS (SELECT id, toIPv6(splitByChar('/', key)[1]) AS first, arrayJoin(ranges) AS key FROM asked),
  asn_keys AS (SELECT id, toIPv6('::') AS first, toString(asn) AS key FROM asked WHERE asn > 0)`;

/** How the keys of listings and facts follow from the subjects. */
interface SubjectSql {
  /** CTEs: `hosts` (id, host) names the listings of each subject, those of `facts` (id, first, key) its facts. */
  readonly with: string;
  /** Type of subject to the CTE of its keys. */
  readonly facts: Readonly<Record<string, string>>;
  readonly params?: Params;
  /** A fact known_benign of the subject, or of what holds it, speaks for all of its listings. */
  readonly isBenignByFact?: boolean;
}

interface EvidenceRow extends Omit<ListingRow, 'category' | 'isBenign'> {
  readonly id: string;
  readonly what: 'listing' | 'fact';
  /** Of listings: the category; of facts: the kind. */
  readonly name: string;
  readonly value: string;
  readonly isBenign: number;
  readonly total: number;
}

async function read<Subject>(
  engine: Engine,
  { name, subjects, today }: EvidenceRequest<Subject>,
  options: QueryOptions,
  idOf: (subject: Subject) => string,
  sqlOf: (subjects: readonly Subject[]) => SubjectSql,
): Promise<Evidence[]> {
  const asked = new Map(subjects.map((subject) => [idOf(subject), subject]));
  if (asked.size === 0) return [];
  const sql = sqlOf([...asked.values()]);
  const rows = await engine.query(evidenceQuery(name, sql, { ids: [...asked.keys()], today }), options);
  const rowsOf = new Map<string, EvidenceRow[]>([...asked.keys()].map((id) => [id, []]));
  for (const row of rows) rowsOf.get(row.id)?.push(row);
  return subjects.map((subject) => evidenceOf(rowsOf.get(idOf(subject)) ?? [], sql.isBenignByFact ?? false));
}

/** Listings and facts in one statement: the columns of one mean the like of the other. */
function evidenceQuery(
  name: string,
  { with: ctes, facts, params = {} }: SubjectSql,
  asked: { readonly ids: readonly string[]; readonly today: string },
): Query<EvidenceRow> {
  const factRows = Object.entries(facts).map(([type, keys]) => factsOf(type, keys));
  return {
    name,
    sql: `
      WITH ${ctes}
      SELECT * FROM (
        SELECT 'listing' AS what, hosts.id AS id, toString(category) AS name, toString(source) AS source, indicator AS subject,
          '' AS value, tags, reference, confidence, toString(first_listed) AS first, toString(last_listed) AS last,
          toString(expires) AS expires, host IN (SELECT name FROM benign_names WHERE name IN (SELECT host FROM hosts)) AS isBenign,
          toUInt32(count() OVER (PARTITION BY hosts.id)) AS total
        FROM hosts INNER JOIN (
          SELECT host, category, source, indicator, tags, reference, confidence, first_listed, last_listed, expires
          FROM listings FINAL WHERE host IN (SELECT host FROM hosts) AND first_listed <= {today:Date}
        ) AS listed ON hosts.host = listed.host
        ORDER BY listed.expires >= {today:Date} DESC, last_listed DESC, first_listed DESC, source, subject, name LIMIT ${evidenceLimit} BY id
      )
      UNION ALL
      SELECT * FROM (
        SELECT 'fact' AS what, id, toString(kind) AS name, toString(source) AS source, subject, value, tags, '' AS reference,
          toUInt8(0) AS confidence, toString(valid_from) AS first, toString(valid_to) AS last, '' AS expires,
          toUInt8(0) AS isBenign, toUInt32(0) AS total
        FROM (${factRows.join(' UNION ALL ')})
        ORDER BY name, source, subject LIMIT ${evidenceLimit} BY id
      )`,
    params: mergeParams(params, asked),
    settings: { max_threads: 1, join_algorithm: 'hash' },
  };
}

/** Two spells of one statement may overlap: the one that holds longest speaks. */
function factsOf(type: string, keys: string): string {
  const subject = { ip: 'id', asn: "concat('AS', key)" }[type] ?? 'key';
  return `
    SELECT keys.id AS id, ${subject} AS subject, kind, source, value, tags, valid_from, valid_to
    FROM ${keys} AS keys INNER JOIN (
      SELECT first, key, kind, source, value, tags, valid_from, valid_to FROM facts FINAL
      WHERE subject_type = '${type}' AND (first, key) IN (SELECT first, key FROM ${keys}) AND ${isCurrent}
      ORDER BY valid_to DESC LIMIT 1 BY first, key, kind, source
    ) AS held ON keys.first = held.first AND keys.key = held.key`;
}

function evidenceOf(rows: readonly EvidenceRow[], isBenignByFact: boolean): Evidence {
  const facts = rows.filter(({ what }) => what === 'fact');
  const listings = rows.filter(({ what }) => what === 'listing');
  const isBenign = isBenignByFact && facts.some(({ name }) => name === 'known_benign');
  return {
    facts: facts.map(({ name, source, subject, value, tags, first, last }) => {
      return { kind: name, source, subject, value, tags, from: first, until: last };
    }),
    listings: listings.map(({ id: _, what: __, name, value: ___, total: ____, isBenign: isBenignName, ...listing }) => {
      return { ...listing, category: name, isBenign: isBenign || isBenignName === 1 };
    }),
    listingsTotal: listings[0]?.total ?? 0,
  };
}
