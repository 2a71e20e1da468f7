-- Daily snapshots of the scores, written by the refresh step (ingest/scores): reputation history comes from here. The
-- columns beside the score are the inputs its *_explain object shows. ASNs and subnets have a row on every day on which an
-- address of theirs was active or listed; addresses and name servers on every day since a name on them was first listed.
-- A subject without a row on a day had nothing listed that day, so its score was 0.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS reputation_asn
(
    asn UInt32, date Date, asn_reputation UInt8, ips_in_asn UInt64, ips_num_active UInt32, ips_num_listed UInt32
)
ENGINE = ReplacingMergeTree ORDER BY (asn, date) SETTINGS index_granularity = 256;

-- placement: everywhere
CREATE TABLE IF NOT EXISTS reputation_takedown
(
    asn UInt32, date Date, asn_takedown_reputation UInt8, ips_in_asn UInt64, ips_num_listed UInt32, items_num_listed UInt32, listings_max_age UInt32
)
ENGINE = ReplacingMergeTree ORDER BY (asn, date) SETTINGS index_granularity = 256;

-- placement: everywhere
CREATE TABLE IF NOT EXISTS rank_asn
(
    asn UInt32, date Date, asn_rank UInt32, asn_rank_score UInt8,
    malscore UInt8 DEFAULT 0                       -- share of its listed addresses that is listed for malware or c2 (A11)
)
ENGINE = ReplacingMergeTree ORDER BY (asn, date) SETTINGS index_granularity = 256;

-- placement: everywhere
CREATE TABLE IF NOT EXISTS reputation_subnet
(
    first IPv6, length UInt8, date Date, subnet_reputation UInt8, ips_in_subnet UInt64, ips_num_active UInt32, ips_num_listed UInt32
)
ENGINE = ReplacingMergeTree ORDER BY (first, length, date) SETTINGS index_granularity = 256;

-- placement: everywhere
CREATE TABLE IF NOT EXISTS reputation_ip
(
    ip IPv6, date Date, ip_reputation UInt8, ip_density UInt32, names_num_listed UInt32
)
ENGINE = ReplacingMergeTree ORDER BY (ip, date) SETTINGS index_granularity = 256;

-- placement: everywhere
CREATE TABLE IF NOT EXISTS reputation_ns
(
    ns_server String, date Date, ns_server_reputation UInt8, ns_server_domain_density UInt32, ns_server_domains_listed UInt32
)
ENGINE = ReplacingMergeTree ORDER BY (ns_server, date) SETTINGS index_granularity = 256;

-- A subject without a row had nothing active and nothing listed on that day: everything is 0.
CREATE DICTIONARY IF NOT EXISTS asn_standing
(
    asn UInt64, asn_reputation UInt8, ips_in_asn UInt64, ips_num_active UInt32, ips_num_listed UInt32,
    asn_takedown_reputation UInt8, items_num_listed UInt32, listings_max_age UInt32, asn_rank UInt32, malscore UInt8
)
PRIMARY KEY asn
SOURCE(CLICKHOUSE({credentials}QUERY '
    WITH (SELECT max(as_of) FROM {database}.imports WHERE kind = \'scores\' AND state = \'done\') AS latest
    SELECT toUInt64(r.asn) AS asn, r.asn_reputation, r.ips_in_asn, r.ips_num_active, r.ips_num_listed,
           t.asn_takedown_reputation, t.items_num_listed, t.listings_max_age, k.asn_rank, k.malscore
    FROM (SELECT * FROM {database}.reputation_asn FINAL WHERE date = latest) AS r
    LEFT JOIN (SELECT * FROM {database}.reputation_takedown FINAL WHERE date = latest) AS t ON r.asn = t.asn
    LEFT JOIN (SELECT * FROM {database}.rank_asn FINAL WHERE date = latest) AS k ON r.asn = k.asn'))
LIFETIME(0) LAYOUT(HASHED);

CREATE DICTIONARY IF NOT EXISTS subnet_standing
(
    subnet String, subnet_reputation UInt8, ips_num_active UInt32, ips_num_listed UInt32
)
PRIMARY KEY subnet
SOURCE(CLICKHOUSE({credentials}QUERY '
    WITH (SELECT max(as_of) FROM {database}.imports WHERE kind = \'scores\' AND state = \'done\') AS latest
    SELECT if(startsWith(toString(first), \'::ffff:\') AND length >= 96,
              concat(toString(toIPv4(first)), \'/\', toString(length - 96)),
              concat(toString(first), \'/\', toString(length))) AS subnet,
           subnet_reputation, ips_num_active, ips_num_listed
    FROM {database}.reputation_subnet FINAL WHERE date = latest'))
LIFETIME(0) LAYOUT(COMPLEX_KEY_HASHED);

-- Working tables of a score refresh (ingest/scores/work-tables.ts). Each row carries the number of its refresh and is dropped
-- with it. Days are counted since 1970-01-01; spans include both ends.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS score_names
(
    run      UInt64,
    relation Enum8('host' = 1, 'zone' = 2),       -- host: the listed names; zone: these and all names above them
    name     UInt64,                              -- hash of the reversed name
    spans    Array(Tuple(Int32, Int32, UInt8))    -- of its listings: first day, last day on which it counts, weight
)
ENGINE = MergeTree PARTITION BY run ORDER BY (relation, name);

-- placement: everywhere
CREATE TABLE IF NOT EXISTS score_pairs
(
    run      UInt64,
    relation Enum8('host' = 1, 'zone' = 2),       -- host: an address that a listed name points to; zone: a name server of a listed one
    ip       IPv6,
    server   String,
    name     UInt64,
    since    Int32,
    until    Int32
)
ENGINE = MergeTree PARTITION BY run ORDER BY (relation, name);

-- placement: everywhere
CREATE TABLE IF NOT EXISTS score_spans
(
    run   UInt64,
    ip    IPv6,
    level UInt8,                                  -- 0: active; 1 to 3: listed with at least that weight
    start Int32,
    stop  Int32
)
ENGINE = MergeTree PARTITION BY run ORDER BY (level, ip);

-- placement: everywhere
CREATE TABLE IF NOT EXISTS score_origins
(
    run    UInt64,
    ip     IPv6,
    first  IPv6,                                  -- the longest prefix that covers the address
    length UInt8,
    asn    UInt32,
    start  Int32,
    stop   Int32
)
ENGINE = MergeTree PARTITION BY run ORDER BY ip;

-- placement: everywhere
CREATE TABLE IF NOT EXISTS score_changes
(
    run    UInt64,
    asn    UInt32,
    first  IPv6,
    length UInt8,
    level  UInt8,                                 -- as in score_spans
    day    Int32,
    change Int64                                  -- addresses that begin to count that day, less those that stop
)
ENGINE = MergeTree PARTITION BY run ORDER BY (asn, first, length, day);

-- placement: everywhere
CREATE TABLE IF NOT EXISTS score_asns
(
    run      UInt64,
    asn      UInt32,
    day      Int32,                               -- the counts hold from this day
    next_day Int32,                               -- to the day before this one
    active   UInt64,
    listed   UInt64,
    weight   UInt64,                              -- of all listed addresses
    malware  UInt64,                              -- addresses listed with weight 3
    size     UInt64
)
ENGINE = MergeTree PARTITION BY run ORDER BY (asn, day);

-- placement: everywhere
CREATE TABLE IF NOT EXISTS score_open_listings
(
    run    UInt64,
    asn    UInt32,
    item   UInt64,                                -- hash of the listing
    listed Int32,                                 -- its first day
    start  Int32,                                 -- days on which it is open on an address of the ASN
    stop   Int32
)
ENGINE = MergeTree PARTITION BY run ORDER BY asn;
