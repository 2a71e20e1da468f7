-- Answers of the provider behind this service, kept for repeats and shown with their age when it fails.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS upstream_answers
(
    operation LowCardinality(String),
    question  String,                             -- canonical parameters as JSON
    asked     DateTime,
    expires   DateTime,                           -- from then on it is stale
    found     UInt8,                              -- 0: the provider knows nothing
    response  String CODEC(ZSTD(3))               -- normalised payload as JSON
)
ENGINE = ReplacingMergeTree(asked) ORDER BY (operation, question) TTL asked + INTERVAL 180 DAY;

-- What was sent to the provider. The counts of a day and a month are those of its rows.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS upstream_calls
(
    at        DateTime,
    operation LowCardinality(String),
    value     String,                             -- what was asked about
    key_name  LowCardinality(String),             -- name of the provider's key, never the key
    asked_by  LowCardinality(String),             -- id of the API key of this service
    reason    LowCardinality(String),             -- page, background, bulk, ask or fresh
    outcome   LowCardinality(String),             -- answered, not_found, or the code of the failure
    millis    UInt32
)
ENGINE = MergeTree ORDER BY at TTL at + INTERVAL 400 DAY
