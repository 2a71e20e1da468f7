-- Routing data that grows by dated snapshots (ingest/feeds/apply/apply-routing.ts). A row holds from one day to another;
-- a change replaces the row of the same key by a higher `version`, and `deleted` removes it. Rows of packages and of the
-- sample have version 0. IPv4 is kept IPv4-mapped (::ffff:a.b.c.d); `length` is of the 128-bit form, so an IPv4 /24 has
-- length 120.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS prefixes
(
    first      IPv6,
    length     UInt8,
    asn        UInt32,
    valid_from Date32,
    valid_to   Date32 DEFAULT toDate32('2299-12-31'),    -- open end
    allocated  Date32 DEFAULT toDate32('1900-01-01'),    -- 1900-01-01: unknown
    import     UInt32,
    version    UInt32,
    deleted    UInt8
)
ENGINE = ReplacingMergeTree(version, deleted) ORDER BY (first, length, asn, valid_from) SETTINGS index_granularity = 256;

-- placement: everywhere
CREATE TABLE IF NOT EXISTS countries
(
    first      IPv6,
    length     UInt8,
    country    FixedString(2),
    valid_from Date32,
    valid_to   Date32 DEFAULT toDate32('2299-12-31'),
    import     UInt32,
    version    UInt32,
    deleted    UInt8
)
ENGINE = ReplacingMergeTree(version, deleted) ORDER BY (first, length, country, valid_from) SETTINGS index_granularity = 256;

-- The newest name of each autonomous system; asn_names has all of them over time.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS asns
(
    asn        UInt32,
    asname     String,
    allocated  Date32 DEFAULT toDate32('1900-01-01'),
    import     UInt32
)
ENGINE = ReplacingMergeTree(import) ORDER BY asn;

-- Names of autonomous systems over time; `asns` has the newest of each.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS asn_names
(
    asn        UInt32,
    asname     String,
    valid_from Date32,
    valid_to   Date32,
    import     UInt32,
    version    UInt32,
    deleted    UInt8
)
ENGINE = ReplacingMergeTree(version, deleted) ORDER BY (asn, asname, valid_from);

-- Allocations of the regional registries, each import on its own. Lengths are of the 128-bit form; 1900-01-01: day not known.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS allocations
(
    first      IPv6,
    length     UInt8,
    registry   LowCardinality(String),
    country    LowCardinality(String),           -- empty: none given
    allocated  Date32,
    status     LowCardinality(String),           -- allocated, assigned, available, reserved
    valid_from Date32,
    valid_to   Date32,
    import     UInt32,
    version    UInt32,
    deleted    UInt8
)
ENGINE = ReplacingMergeTree(version, deleted)
ORDER BY (first, length, import, registry, country, allocated, status, valid_from) SETTINGS index_granularity = 256;

-- placement: everywhere
CREATE TABLE IF NOT EXISTS asn_allocations
(
    first      UInt32,
    last       UInt32,
    registry   LowCardinality(String),
    country    LowCardinality(String),
    allocated  Date32,
    status     LowCardinality(String),
    valid_from Date32,
    valid_to   Date32,
    import     UInt32,
    version    UInt32,
    deleted    UInt8
)
ENGINE = ReplacingMergeTree(version, deleted)
ORDER BY (first, last, import, registry, country, allocated, status, valid_from);

-- The snapshots that were read. A lane is a part of a table with its own series of snapshots. A `heard` snapshot is valid
-- from its day until the day before the next heard one; the others changed nothing.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS routing_snapshots
(
    kind   LowCardinality(String),                -- the table
    lane   LowCardinality(String),                -- ipv4, ipv6, all
    import UInt32,
    day    Date32,                                -- that the snapshot describes
    source LowCardinality(String),
    rank   UInt8,
    rows   UInt64,
    heard  UInt8,
    until  Date32 DEFAULT toDate32('2299-12-31')  -- the last day on which it overrides lower ranks: its source was on
)
ENGINE = ReplacingMergeTree ORDER BY (kind, lane, import, day);

-- Rows that the snapshot in progress adds to the list of snapshots. They are here from the time its changes are recorded
-- until the changes are in the tables.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS routing_staged
(
    kind String, lane String, import UInt32, day Date32, source String, rank UInt8, rows UInt64, heard UInt8, until Date32,
    own UInt8                                     -- 1: the snapshot itself; 0: another one that it changes
)
ENGINE = ReplacingMergeTree ORDER BY (kind, lane, import, day);

-- The day that each import describes; for a source of snapshots, the day of its newest heard one.
CREATE VIEW IF NOT EXISTS import_days AS
SELECT import, max(day) AS day, max(dated) AS is_dated
FROM (
    SELECT import, toDate32(as_of) AS day, 0 AS dated FROM imports WHERE import NOT IN (SELECT import FROM routing_snapshots)
    UNION ALL
    SELECT import, day, 1 AS dated FROM routing_snapshots FINAL WHERE heard = 1 AND kind IN ('prefixes', 'countries')
)
GROUP BY import;

-- Rows of the snapshot in progress (`_in`), and the changes that follow from them (`_changes`).
-- placement: everywhere
CREATE TABLE IF NOT EXISTS prefixes_in (first IPv6, length UInt8, asn UInt32)
ENGINE = MergeTree ORDER BY (first, length, asn);

-- placement: everywhere
CREATE TABLE IF NOT EXISTS countries_in (first IPv6, length UInt8, country FixedString(2))
ENGINE = MergeTree ORDER BY (first, length, country);

-- placement: everywhere
CREATE TABLE IF NOT EXISTS asn_names_in (asn UInt32, asname String)
ENGINE = MergeTree ORDER BY (asn, asname);

-- placement: everywhere
CREATE TABLE IF NOT EXISTS allocations_in
(
    first IPv6, length UInt8, registry LowCardinality(String), country LowCardinality(String), allocated Date32,
    status LowCardinality(String)
)
ENGINE = MergeTree ORDER BY (first, length);

-- placement: everywhere
CREATE TABLE IF NOT EXISTS asn_allocations_in
(
    first UInt32, last UInt32, registry LowCardinality(String), country LowCardinality(String), allocated Date32,
    status LowCardinality(String)
)
ENGINE = MergeTree ORDER BY (first, last);

-- placement: everywhere
CREATE TABLE IF NOT EXISTS prefixes_changes
(
    first IPv6, length UInt8, asn UInt32, valid_from Date32, valid_to Date32, import UInt32, version UInt32, deleted UInt8
)
ENGINE = MergeTree ORDER BY (first, length, asn, valid_from);

-- placement: everywhere
CREATE TABLE IF NOT EXISTS countries_changes
(
    first IPv6, length UInt8, country FixedString(2), valid_from Date32, valid_to Date32, import UInt32, version UInt32,
    deleted UInt8
)
ENGINE = MergeTree ORDER BY (first, length, country, valid_from);

-- placement: everywhere
CREATE TABLE IF NOT EXISTS asn_names_changes
(
    asn UInt32, asname String, valid_from Date32, valid_to Date32, import UInt32, version UInt32, deleted UInt8
)
ENGINE = MergeTree ORDER BY (asn, asname, valid_from);

-- placement: everywhere
CREATE TABLE IF NOT EXISTS allocations_changes
(
    first IPv6, length UInt8, registry LowCardinality(String), country LowCardinality(String), allocated Date32,
    status LowCardinality(String), valid_from Date32, valid_to Date32, import UInt32, version UInt32, deleted UInt8
)
ENGINE = MergeTree ORDER BY (first, length);

-- placement: everywhere
CREATE TABLE IF NOT EXISTS asn_allocations_changes
(
    first UInt32, last UInt32, registry LowCardinality(String), country LowCardinality(String), allocated Date32,
    status LowCardinality(String), valid_from Date32, valid_to Date32, import UInt32, version UInt32, deleted UInt8
)
ENGINE = MergeTree ORDER BY (first, last);

-- Today's origin ASNs, a longest-prefix match in about a millisecond. The day of the data is beside the ASN, because a prefix without
-- an end is only known to hold up to the day of its import. Of equal prefixes the newer one counts, then the lower AS number. The
-- prefix as text would take a third of the memory of this dictionary, the largest; it follows from an address and `length`
-- (subnetText in queries/address-key.ts).
CREATE DICTIONARY IF NOT EXISTS origin_as
(
    prefix String, asn UInt32, length UInt8, allocated Date32, as_of Date32
)
PRIMARY KEY prefix
SOURCE(CLICKHOUSE({credentials}QUERY '
    SELECT concat(toString(p.first), \'/\', toString(p.length)) AS prefix, p.asn AS asn, p.length AS length,
           p.allocated AS allocated, least(greatest(p.valid_from, i.day), toDate32(today())) AS as_of
    FROM (
        SELECT first, length, asn, allocated, valid_from, import FROM {database}.prefixes FINAL
        WHERE valid_from <= today() AND valid_to >= today()
        ORDER BY first, length, valid_from DESC, asn LIMIT 1 BY first, length
    ) AS p
    LEFT JOIN {database}.import_days AS i ON p.import = i.import'))
LIFETIME(0) LAYOUT(IP_TRIE);

CREATE DICTIONARY IF NOT EXISTS country_of
(
    prefix String, country String
)
PRIMARY KEY prefix
SOURCE(CLICKHOUSE({credentials}QUERY '
    SELECT concat(toString(first), \'/\', toString(length)) AS prefix, country
    FROM {database}.countries FINAL WHERE valid_from <= today() AND valid_to >= today()
    ORDER BY first, length, valid_from DESC, country LIMIT 1 BY first, length'))
LIFETIME(0) LAYOUT(IP_TRIE);

-- The ASN data of address records, held in memory. Loaded at first use, and reloaded after writes to the table.
CREATE DICTIONARY IF NOT EXISTS as_names
(
    asn UInt64, asname String, allocated Date32 DEFAULT '1900-01-01'
)
PRIMARY KEY asn
SOURCE(CLICKHOUSE({credentials}QUERY 'SELECT toUInt64(asn) AS asn, asname, allocated FROM {database}.asns FINAL'))
LIFETIME(0) LAYOUT(HASHED);

-- Allocations that hold today. Where several imports have a block, the newest data counts.
CREATE DICTIONARY IF NOT EXISTS allocation_of
(
    prefix String, length UInt8, allocated Date32, registry String, country String
)
PRIMARY KEY prefix
SOURCE(CLICKHOUSE({credentials}QUERY '
    SELECT concat(toString(a.first), \'/\', toString(a.length)) AS prefix, a.length AS length, a.allocated AS allocated,
           a.registry AS registry, a.country AS country
    FROM (SELECT * FROM {database}.allocations FINAL WHERE valid_from <= today() AND valid_to >= today()) AS a
    LEFT JOIN (
        SELECT import, max(day) AS day FROM {database}.routing_snapshots FINAL WHERE kind = \'allocations\' GROUP BY import
    ) AS s ON a.import = s.import
    WHERE a.status IN (\'allocated\', \'assigned\')
    ORDER BY a.first, a.length, s.day DESC, a.allocated DESC, a.registry, a.country LIMIT 1 BY a.first, a.length'))
LIFETIME(0) LAYOUT(IP_TRIE);

-- A block of more than 65,536 AS numbers is not an allocation to an operator.
CREATE DICTIONARY IF NOT EXISTS asn_allocation_of
(
    asn UInt64, allocated Date32, registry String, country String
)
PRIMARY KEY asn
SOURCE(CLICKHOUSE({credentials}QUERY '
    SELECT arrayJoin(range(toUInt64(a.first), toUInt64(a.last) + 1)) AS asn, a.allocated AS allocated, a.registry AS registry,
           a.country AS country
    FROM (SELECT * FROM {database}.asn_allocations FINAL WHERE valid_from <= today() AND valid_to >= today()) AS a
    LEFT JOIN (
        SELECT import, max(day) AS day FROM {database}.routing_snapshots FINAL WHERE kind = \'asn_allocations\' GROUP BY import
    ) AS s ON a.import = s.import
    WHERE a.status IN (\'allocated\', \'assigned\') AND a.last - a.first < 65536
    ORDER BY asn, s.day DESC, a.last - a.first, a.allocated DESC, a.registry, a.country LIMIT 1 BY asn'))
LIFETIME(0) LAYOUT(HASHED);
