-- Feeds on their way into `listings` and `facts`, a partition for each import that is at work. What was read stands in *_in;
-- the rows that follow from it, together with what its source has said before, in *_next. When these are complete (`staged` in
-- the ledger), they are copied, and a copy that was cut off is made again: it depends on nothing else.
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
    last_listed  Date
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
    affects_scores UInt8                          -- something counts today that did not count before
)
ENGINE = MergeTree PARTITION BY import ORDER BY (host, indicator, category, first_listed);

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
ENGINE = MergeTree PARTITION BY import ORDER BY (subject_type, first, key, kind, valid_from)
