-- Imports that filled the collection, append-only. An import is `staged` when everything was read, `applied` when its rows are in the
-- tables, and `done` when the derived tables are up to date. One that is taken out is `removing` while its rows go, and `removed` until
-- the derived tables are up to date; then its lines go. A load that is begun again in the microsecond in which it ended counts as begun.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS imports
(
    import      UInt32,
    source      LowCardinality(String),           -- open-data:origin-as, sample, live, ...
    kind        LowCardinality(String),           -- prefixes, countries, listings, observations, ...
    digest      String,                           -- of the input: importing the same file twice changes nothing
    state       Enum8('started' = 1, 'done' = 2, 'staged' = 3, 'applied' = 4, 'removing' = 5, 'removed' = 6),
    rows        UInt64,
    sample      UInt8,
    licence     String,
    as_of       Date,                             -- the day that the data describes; the sample collection counts back from it
    at          DateTime64(6, 'UTC') DEFAULT now64(6),
    -- kinds of facts and other data (CoverageKind) that this import covers; the sample and live look-ups cover nothing
    covers      Array(LowCardinality(String))
        DEFAULT multiIf(sample = 1, [], kind = 'prefixes', ['origin_as'], kind = 'countries', ['country'], kind = 'listings', ['listings'], [])
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

-- Pushes of logs that have arrived: a shipper that got no answer sends the same push again.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS pushes
(
    mark     String,                              -- identifies the push: a digest of its body, or of its Idempotency-Key
    import   UInt32,
    sequence UInt64,                              -- of its batch
    rows     UInt32,                              -- records of the push
    as_of    Date32,                              -- the day of the newest one
    at       DateTime DEFAULT now()
)
ENGINE = ReplacingMergeTree ORDER BY mark TTL at + INTERVAL 30 DAY;
