-- Working tables of a score refresh (collect/scores/work-tables.ts). Each row carries the number of its refresh and is dropped
-- with it. Days are counted since 1970-01-01; spans include both ends.
DROP TABLE IF EXISTS score_addresses;
DROP TABLE IF EXISTS score_names;
-- placement: everywhere
CREATE TABLE IF NOT EXISTS score_names
(
    run      UInt64,
    relation Enum8('host' = 1, 'zone' = 2),       -- the listed names themselves; they and all names above them
    name     UInt64,                              -- hash of the reversed name
    spans    Array(Tuple(Int32, Int32, UInt8))    -- of its listings: first day, last day on which it counts, weight
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
    change Int64                                  -- addresses that begin to count that day, less those that no longer do
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
ENGINE = MergeTree PARTITION BY run ORDER BY asn
