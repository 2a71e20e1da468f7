-- Origin AS of every routed prefix, with the dates it was valid. IPv4 is kept IPv4-mapped (::ffff:a.b.c.d); `length` is
-- of the 128-bit form, so an IPv4 /24 has length 120.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS prefixes
(
    first      IPv6,
    length     UInt8,
    asn        UInt32,
    valid_from Date32,
    valid_to   Date32 DEFAULT toDate32('2299-12-31'),    -- open end
    allocated  Date32 DEFAULT toDate32('1900-01-01'),    -- 1900-01-01: unknown
    import     UInt32
)
ENGINE = ReplacingMergeTree ORDER BY (first, length, asn, valid_from) SETTINGS index_granularity = 256;

-- placement: everywhere
CREATE TABLE IF NOT EXISTS countries
(
    first      IPv6,
    length     UInt8,
    country    FixedString(2),
    valid_from Date32,
    valid_to   Date32 DEFAULT toDate32('2299-12-31'),
    import     UInt32
)
ENGINE = ReplacingMergeTree ORDER BY (first, length, country, valid_from) SETTINGS index_granularity = 256;

-- placement: everywhere
CREATE TABLE IF NOT EXISTS asns
(
    asn        UInt32,
    asname     String,
    allocated  Date32 DEFAULT toDate32('1900-01-01'),
    import     UInt32
)
ENGINE = ReplacingMergeTree(import) ORDER BY asn;

-- What is known of single addresses.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS ip_facts
(
    ip             IPv6,
    ptr            String,
    tor_exit       UInt8,
    dsl_dynamic    UInt8,
    ipfs_node      UInt8,
    benign_actor   String,
    benign_tags    Array(String),
    sinkhole_tags  Array(String),
    known_benign   UInt8,
    known_sinkhole UInt8,
    import         UInt32
)
ENGINE = ReplacingMergeTree(import) ORDER BY ip SETTINGS index_granularity = 256;

-- The answer of today, a longest-prefix match in about a millisecond.
CREATE DICTIONARY IF NOT EXISTS origin_as
(
    prefix String, asn UInt32, subnet String, allocated Date32
)
PRIMARY KEY prefix
SOURCE(CLICKHOUSE({credentials}QUERY '
    SELECT concat(toString(first), \'/\', toString(length)) AS prefix, asn,
           if(startsWith(toString(first), \'::ffff:\') AND length >= 96,
              concat(toString(toIPv4(first)), \'/\', toString(length - 96)), prefix) AS subnet,
           allocated
    FROM {database}.prefixes FINAL WHERE valid_from <= today() AND valid_to >= today()'))
LIFETIME(0) LAYOUT(IP_TRIE);

CREATE DICTIONARY IF NOT EXISTS country_of
(
    prefix String, country String
)
PRIMARY KEY prefix
SOURCE(CLICKHOUSE({credentials}QUERY '
    SELECT concat(toString(first), \'/\', toString(length)) AS prefix, country
    FROM {database}.countries FINAL WHERE valid_from <= today() AND valid_to >= today()'))
LIFETIME(0) LAYOUT(IP_TRIE);
