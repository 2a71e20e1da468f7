-- What filled the collection. Append-only: an import is done when its `done` line is there (service.md: all or nothing).
-- placement: everywhere
CREATE TABLE IF NOT EXISTS imports
(
    import      UInt32,
    source      LowCardinality(String),           -- open-data:origin-as, sample, live, ...
    kind        LowCardinality(String),           -- prefixes, countries, listings, observations, ...
    digest      String,                           -- of what was read: the same file twice changes nothing
    state       Enum8('started' = 1, 'done' = 2),
    rows        UInt64,
    sample      UInt8,
    licence     String,
    as_of       Date,                             -- the day the data speaks of
    anchor      Date,                             -- the day the sample collection counts back from
    at          DateTime DEFAULT now()
)
ENGINE = MergeTree ORDER BY (import, state);

-- placement: everywhere
CREATE TABLE IF NOT EXISTS rejects
(
    import UInt32,
    line   String,
    reason String,
    at     DateTime DEFAULT now()
)
ENGINE = MergeTree ORDER BY (import, at);
