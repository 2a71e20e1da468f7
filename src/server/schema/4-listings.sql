-- Listings: indicators that a source has reported as bad, and when. `expires` is the last day on which the listing counts. A listing
-- that left its list counts for 30 more days, and then less and less with its age (listing_score). A withdrawn one does not count
-- from the next day: its expires is at most last_listed + 29.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS listings
(
    indicator    String,                           -- a name, an address in text, or a URL
    host         String,                           -- the subject in text: name, address, CIDR, 'AS64500', others in lower case
    ip           IPv6,                             -- :: for all but single addresses
    category     LowCardinality(String),           -- malware, phishing, spam, c2, scan
    source       LowCardinality(String),
    first_listed Date,
    last_listed  Date,
    import       UInt32,
    kind         Enum8('host' = 0, 'range' = 2, 'asn' = 3, 'certificate' = 6, 'jarm' = 7, 'ja3' = 8, 'hash' = 9) DEFAULT 'host',
    confidence   UInt8 DEFAULT 100,
    tags         Array(String),
    reference    String,
    expires      Date32 DEFAULT toDate32(last_listed) + 30
)
ENGINE = ReplacingMergeTree(last_listed) ORDER BY (host, indicator, source, category, first_listed) SETTINGS index_granularity = 256;

-- Listed names by each domain above them.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS listed_below
(
    domain String,
    host   String,
    source LowCardinality(String)
)
ENGINE = ReplacingMergeTree ORDER BY (domain, host, source) SETTINGS index_granularity = 256;

CREATE MATERIALIZED VIEW IF NOT EXISTS listings_below TO listed_below AS
WITH splitByChar('.', host) AS labels
SELECT arrayStringConcat(arraySlice(labels, arrayJoin(range(2, length(labels) + 1))), '.') AS domain, host, source
FROM listings WHERE kind = 'host' AND ip = toIPv6('::');

-- Facts that sources state about a subject, one row per statement: sources that state the same fact do not overwrite each
-- other. A fact ends by an insert of the same key with its last day in valid_to: the last insert wins.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS facts
(
    subject_type Enum8('ip' = 1, 'range' = 2, 'asn' = 3, 'domain' = 4, 'name_server' = 5, 'certificate' = 6, 'jarm' = 7,
                       'ja3' = 8, 'hash' = 9),
    first        IPv6,                            -- ip: the address; range: its first one; else ::
    key          String,                          -- ip: ''; range: CIDR (IPv4 as 1.2.3.0/24); asn: '64500'; names in lower case
    kind         LowCardinality(String),          -- model/fact-kind.ts
    source       LowCardinality(String),          -- id of the source: feed:tor-exits, sample, ...
    last         IPv6 DEFAULT first,              -- range: its last address
    value        String,                          -- actor, rank, name: see the kind
    tags         Array(String),
    reference    String,
    valid_from   Date32,
    valid_to     Date32 DEFAULT toDate32('2299-12-31'),  -- the last day on which it holds
    import       UInt32
)
ENGINE = ReplacingMergeTree ORDER BY (subject_type, first, key, kind, source, valid_from) SETTINGS index_granularity = 256;

-- An update of a feed writes its rows to *_in, and the rows that follow from these and from the earlier rows of the source to
-- *_next. When these are complete (`staged` in the ledger), they are copied. An interrupted copy is repeated: it depends on
-- nothing else.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS listings_in
(
    import       UInt32,
    kind         Enum8('host' = 0, 'range' = 2, 'asn' = 3, 'certificate' = 6, 'jarm' = 7, 'ja3' = 8, 'hash' = 9) DEFAULT 'host',
    indicator    String,
    host         String,
    ip           IPv6,
    category     LowCardinality(String),
    confidence   UInt8,
    tags         Array(String),
    reference    String,
    first_listed Date,                            -- 1970-01-01: the feed does not say
    last_listed  Date,
    until        Date32 DEFAULT toDate32('2299-12-31')  -- the last day on which it counts, if the publisher says so
)
ENGINE = MergeTree PARTITION BY import ORDER BY (host, indicator, category);

-- placement: everywhere
CREATE TABLE IF NOT EXISTS listings_next
(
    import         UInt32,
    kind           Enum8('host' = 0, 'range' = 2, 'asn' = 3, 'certificate' = 6, 'jarm' = 7, 'ja3' = 8, 'hash' = 9),
    indicator      String,
    host           String,
    ip             IPv6,
    category       LowCardinality(String),
    source         LowCardinality(String),
    confidence     UInt8,
    tags           Array(String),
    reference      String,
    first_listed   Date,
    last_listed    Date,
    expires        Date32,
    affects_scores UInt8,                         -- something counts today that did not count before
    is_new         UInt8                          -- the source did not name the indicator before, or it comes back after a gap
)
ENGINE = MergeTree PARTITION BY import ORDER BY (host, indicator, category, first_listed);

-- Names and addresses that a feed listed when own logs already held them (ingest/feeds/apply/retro-hunt.ts): a row for each listing and
-- log. What a log brings after the update is not in it.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS retro_hunt
(
    host       String,                            -- the name, or the address in text
    ip         IPv6,                              -- :: for names
    source     LowCardinality(String),            -- of the listing: feed:urlhaus, ...
    category   LowCardinality(String),
    listed     Date,                              -- first_listed of the listing
    import     UInt32,                            -- of the log
    indicator  String,                            -- what is listed: the host, or the first URL on it
    count      UInt64,                            -- DNS answers in the log
    names      UInt64,                            -- names that were asked for
    examples   Array(String),                     -- the first five of them
    first_seen DateTime('UTC'),
    last_seen  DateTime('UTC'),
    written    DateTime('UTC') DEFAULT now()      -- when the update was applied
)
ENGINE = ReplacingMergeTree ORDER BY (host, source, category, listed, import) SETTINGS index_granularity = 256;

-- placement: everywhere
CREATE TABLE IF NOT EXISTS facts_in
(
    import       UInt32,
    subject_type Enum8('ip' = 1, 'range' = 2, 'asn' = 3, 'domain' = 4, 'name_server' = 5, 'certificate' = 6, 'jarm' = 7,
                       'ja3' = 8, 'hash' = 9),
    first        IPv6,
    key          String,
    kind         LowCardinality(String),
    last         IPv6,
    value        String,
    tags         Array(String),
    valid_from   Date32,                          -- 1970-01-01: the feed does not say
    valid_to     Date32
)
ENGINE = MergeTree PARTITION BY import ORDER BY (subject_type, first, key, kind);

-- placement: everywhere
CREATE TABLE IF NOT EXISTS facts_next
(
    import         UInt32,
    subject_type   Enum8('ip' = 1, 'range' = 2, 'asn' = 3, 'domain' = 4, 'name_server' = 5, 'certificate' = 6, 'jarm' = 7,
                         'ja3' = 8, 'hash' = 9),
    first          IPv6,
    key            String,
    kind           LowCardinality(String),
    source         LowCardinality(String),
    last           IPv6,
    value          String,
    tags           Array(String),
    reference      String,
    valid_from     Date32,
    valid_to       Date32,
    affects_scores UInt8                          -- listings may count less or more because of it
)
ENGINE = MergeTree PARTITION BY import ORDER BY (subject_type, first, key, kind, valid_from);

-- Addresses whose listings do not count today: sinkholes and known benign ones. For ranges: covering_ranges.exempt.
CREATE VIEW IF NOT EXISTS exempt_addresses AS
SELECT DISTINCT first AS ip FROM facts FINAL
WHERE subject_type = 'ip' AND kind IN ('sinkhole', 'known_benign') AND valid_from <= today() AND valid_to >= today();

-- Addresses of CDNs, for which listings of names do not count. For ranges: covering_ranges.shared.
CREATE VIEW IF NOT EXISTS cdn_addresses AS
SELECT DISTINCT first AS ip FROM facts FINAL
WHERE subject_type = 'ip' AND kind = 'cdn' AND valid_from <= today() AND valid_to >= today();

-- Domains whose own listings count in no score.
CREATE VIEW IF NOT EXISTS benign_names AS
SELECT DISTINCT key AS name FROM facts FINAL
WHERE subject_type = 'domain' AND (kind = 'known_benign' OR kind = 'toplist' AND toUInt32OrZero(value) BETWEEN 1 AND 1000)
  AND valid_from <= today() AND valid_to >= today();

-- Shorteners, hosts of user content and popular sites: a listed URL on them counts little for the name itself. model/shared-host.ts has more.
CREATE VIEW IF NOT EXISTS shared_names AS
SELECT DISTINCT key AS name FROM facts FINAL
WHERE subject_type = 'domain' AND (kind IN ('url_shortener', 'user_content') OR kind = 'toplist' AND toUInt32OrZero(value) BETWEEN 1 AND 10000)
  AND valid_from <= today() AND valid_to >= today();

-- Domains below which others have names. model/shared-host.ts has more.
CREATE VIEW IF NOT EXISTS naming_names AS
SELECT DISTINCT key AS name FROM facts FINAL
WHERE subject_type = 'domain' AND kind IN ('dynamic_dns', 'user_content') AND valid_from <= today() AND valid_to >= today();

-- By address: every range with a fact or a listing, of any day, that contains it, joined by ','; whether one of them is a sinkhole or
-- known benign today; and whether one is of a CDN. The longest match also has the others: each range is masked to the lengths in use.
CREATE DICTIONARY IF NOT EXISTS covering_ranges
(
    prefix String, ranges String, exempt UInt8, shared UInt8
)
PRIMARY KEY prefix
SOURCE(CLICKHOUSE({credentials}QUERY '
    WITH ranges AS (
        SELECT text, max(is_exempt) AS exempt, max(is_shared) AS shared, toIPv6OrDefault(splitByChar(\'/\', text)[1]) AS first,
               toUInt8(toUInt8OrZero(splitByChar(\'/\', text)[2]) + if(position(text, \':\') > 0, 0, 96)) AS length
        FROM (
            SELECT key AS text,
                   valid_from <= today() AND valid_to >= today() AS is_valid,
                   is_valid AND kind IN (\'sinkhole\', \'known_benign\') AS is_exempt, is_valid AND kind = \'cdn\' AS is_shared
            FROM {database}.facts FINAL WHERE subject_type = \'range\'
            UNION ALL
            SELECT host AS text, 0 AS is_valid, 0 AS is_exempt, 0 AS is_shared FROM {database}.listings WHERE kind = \'range\'
        )
        GROUP BY text
    )
    SELECT concat(toString(c.first), \'/\', toString(c.length)) AS prefix,
           arrayStringConcat(arraySort(groupArray(r.text)), \',\') AS ranges, max(r.exempt) AS exempt, max(r.shared) AS shared
    FROM (
        SELECT first, length, arrayJoin(arrayFilter(l -> l <= length, (SELECT groupUniqArray(length) FROM ranges))) AS masked_length,
               tupleElement(IPv6CIDRToRange(first, masked_length), 1) AS masked
        FROM ranges
    ) AS c INNER JOIN ranges AS r ON r.first = c.masked AND r.length = c.masked_length
    GROUP BY c.first, c.length'))
LIFETIME(0) LAYOUT(IP_TRIE);
