-- Working tables of a score refresh. Each row carries the number of its refresh and is dropped with it. Step 019 drops
-- score_addresses and creates score_names again with other columns.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS score_names
(
    run      UInt64,
    relation Enum8('host' = 1, 'zone' = 2),       -- the listed names themselves; they and all names above them
    name     UInt64,                              -- hash of the reversed name
    weight   UInt8,                               -- of its heaviest listing that counts on the day; 0: none does
    spans    Array(Tuple(Int32, Int32))           -- days on which its listings count
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
CREATE TABLE IF NOT EXISTS score_addresses
(
    run    UInt64,
    ip     IPv6,
    asn    UInt32,                                -- 0: no one announces it
    first  IPv6,
    length UInt8,
    active UInt8,
    weight UInt8                                  -- of its heaviest listing on the day; 0: not listed
)
ENGINE = MergeTree PARTITION BY run ORDER BY ip
