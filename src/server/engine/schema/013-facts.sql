-- What sources say of a subject, one row for each statement: several sources may say the same of one subject, and none of
-- them overwrites another. A fact that ended is the same key with its last day in valid_to: the last insert wins.
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

-- A listing of anything: `host` is the subject in text (name or address as before; CIDR; 'AS64500'; others in lower case), and
-- `ip` is :: for all but single addresses.
ALTER TABLE listings ADD COLUMN IF NOT EXISTS
    kind Enum8('host' = 0, 'range' = 2, 'asn' = 3, 'certificate' = 6, 'jarm' = 7, 'ja3' = 8, 'hash' = 9) DEFAULT 'host';
ALTER TABLE listings ADD COLUMN IF NOT EXISTS confidence UInt8 DEFAULT 100;
ALTER TABLE listings ADD COLUMN IF NOT EXISTS tags Array(String);
ALTER TABLE listings ADD COLUMN IF NOT EXISTS reference String;
-- The last day on which the listing counts. One that its list no longer names counts for 30 more days, and after that less and
-- less by its age (listing_score). Withdrawn, it counts for nothing at all from the day after: then expires is at most
-- last_listed + 29.
ALTER TABLE listings ADD COLUMN IF NOT EXISTS expires Date32 DEFAULT toDate32(last_listed) + 30;

-- An import is staged when everything was read, applied when it stands in the tables, done when what follows was derived.
ALTER TABLE imports MODIFY COLUMN state Enum8('started' = 1, 'done' = 2, 'staged' = 3, 'applied' = 4);
-- Kinds of facts and other data (CoverageKind) for which this import speaks. The sample and live look-ups cover nothing.
ALTER TABLE imports ADD COLUMN IF NOT EXISTS covers Array(LowCardinality(String))
    DEFAULT multiIf(sample = 1, [], kind = 'prefixes', ['origin_as'], kind = 'countries', ['country'], kind = 'listings', ['listings'], []);

-- Addresses that listings do not speak against today: sinkholes and known benign ones. Ranges of them: covering_ranges.exempt.
CREATE VIEW IF NOT EXISTS exempt_addresses AS
SELECT DISTINCT first AS ip FROM facts FINAL
WHERE subject_type = 'ip' AND kind IN ('sinkhole', 'known_benign') AND valid_from <= today() AND valid_to >= today();

-- Domains whose own listings count in no score.
CREATE VIEW IF NOT EXISTS benign_names AS
SELECT DISTINCT key AS name FROM facts FINAL
WHERE subject_type = 'domain' AND (kind = 'known_benign' OR kind = 'toplist' AND toUInt32OrZero(value) BETWEEN 1 AND 1000)
  AND valid_from <= today() AND valid_to >= today();

-- By address: every range with a fact or a listing, of any day, that contains it, joined by ','; and whether one of them is a
-- sinkhole or known benign today. The longest match knows the others: each range is masked to the lengths in use.
CREATE DICTIONARY IF NOT EXISTS covering_ranges
(
    prefix String, ranges String, exempt UInt8
)
PRIMARY KEY prefix
SOURCE(CLICKHOUSE({credentials}QUERY '
    WITH ranges AS (
        SELECT text, max(is_exempt) AS exempt, toIPv6OrDefault(splitByChar(\'/\', text)[1]) AS first,
               toUInt8(toUInt8OrZero(splitByChar(\'/\', text)[2]) + if(position(text, \':\') > 0, 0, 96)) AS length
        FROM (
            SELECT key AS text,
                   kind IN (\'sinkhole\', \'known_benign\') AND valid_from <= today() AND valid_to >= today() AS is_exempt
            FROM {database}.facts FINAL WHERE subject_type = \'range\'
            UNION ALL
            SELECT host AS text, 0 AS is_exempt FROM {database}.listings WHERE kind = \'range\'
        )
        GROUP BY text
    )
    SELECT concat(toString(c.first), \'/\', toString(c.length)) AS prefix,
           arrayStringConcat(arraySort(groupArray(r.text)), \',\') AS ranges, max(r.exempt) AS exempt
    FROM (
        SELECT first, length, arrayJoin(arrayFilter(l -> l <= length, (SELECT groupUniqArray(length) FROM ranges))) AS masked_length,
               tupleElement(IPv6CIDRToRange(first, masked_length), 1) AS masked
        FROM ranges
    ) AS c INNER JOIN ranges AS r ON r.first = c.masked AND r.length = c.masked_length
    GROUP BY c.first, c.length'))
LIFETIME(0) LAYOUT(IP_TRIE);

-- What earlier editions kept in a row of its own for each address, domain and name server.
INSERT INTO facts (subject_type, first, kind, source, value, tags, valid_from, import)
WITH ledger AS (SELECT import, argMax(source, at) AS source, toDate32(max(as_of)) AS day FROM imports GROUP BY import)
SELECT 'ip', f.ip, fact.1, if(l.source = '', concat('import-', toString(f.import)), l.source), fact.2, fact.3, l.day, f.import
FROM (
    SELECT ip, import, arrayJoin(arrayFilter(f -> f.4, [
        ('ptr', ptr, emptyArrayString(), ptr != ''), ('tor_exit', '', emptyArrayString(), tor_exit = 1),
        ('dsl_dynamic', '', emptyArrayString(), dsl_dynamic = 1), ('ipfs_node', '', emptyArrayString(), ipfs_node = 1),
        ('known_benign', benign_actor, benign_tags, known_benign = 1), ('sinkhole', '', sinkhole_tags, known_sinkhole = 1)
    ])) AS fact
    FROM ip_facts FINAL
) AS f LEFT JOIN ledger AS l ON f.import = l.import;

INSERT INTO facts (subject_type, key, kind, source, value, valid_from, import)
WITH ledger AS (SELECT import, argMax(source, at) AS source, toDate32(max(as_of)) AS day FROM imports GROUP BY import)
SELECT f.subject_type, f.key, fact.1, if(l.source = '', concat('import-', toString(f.import)), l.source), fact.2,
       if(fact.1 = 'expired', fact.3, l.day), f.import
FROM (
    SELECT 'domain' AS subject_type, domain AS key, import, arrayJoin(arrayFilter(f -> f.4, [
        ('toplist', toString(toplist_rank), toDate32('1970-01-01'), toplist_rank > 0),
        ('url_shortener', '', toDate32('1970-01-01'), is_url_shortener = 1),
        ('dynamic_dns', '', toDate32('1970-01-01'), is_dynamic = 1),
        ('expired', '', expired_from, expired_from > toDate32('1900-01-01'))
    ])) AS fact
    FROM domain_facts FINAL
    UNION ALL
    SELECT 'name_server', ns_domain, import,
           (transform(toString(kind), ['parked', 'expire'], ['parking', 'expiry'], 'sinkhole'), '', toDate32('1970-01-01'), toUInt8(1))
    FROM ns_facts FINAL
) AS f LEFT JOIN ledger AS l ON f.import = l.import
