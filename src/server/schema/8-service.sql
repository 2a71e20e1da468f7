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
ENGINE = MergeTree ORDER BY at TTL at + INTERVAL 400 DAY;

-- Jobs of service processes that share this store. Embedded, jobs are files.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS service_jobs
(
    id      String,
    version UInt64,                               -- the highest counts: see jobs/table-job-store.ts
    holder  LowCardinality(String),               -- the process that runs it, or ran it
    job     String CODEC(ZSTD(3)),                -- JobRecord as JSON
    bytes   UInt64,                               -- of its result
    is_read UInt8,                                -- its result was fetched
    written DateTime DEFAULT now()
)
ENGINE = ReplacingMergeTree(version) ORDER BY id TTL written + INTERVAL 40 DAY;

-- Their results.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS service_job_results
(
    id      String,
    body    String CODEC(ZSTD(3)),                -- job and result as JSON
    written DateTime DEFAULT now()
)
ENGINE = ReplacingMergeTree(written) ORDER BY id TTL written + INTERVAL 40 DAY;

-- Which service processes are alive.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS service_processes
(
    process    String,
    beat       UInt64,                            -- goes up as long as it lives
    is_leaving UInt8,
    written    DateTime DEFAULT now()
)
ENGINE = ReplacingMergeTree(beat) ORDER BY process TTL written + INTERVAL 1 DAY;

-- What one of the service processes that share this store has taken for itself: see processes/claims.ts.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS service_claims
(
    subject String,                               -- lease, writer, push:..., log:...
    number  UInt64,                               -- of the claims to one subject; the highest counts
    holder  String,                               -- a process
    about   String,
    at      DateTime64(6) DEFAULT now64(6)
)
ENGINE = MergeTree ORDER BY (subject, number)
TTL toDateTime(at) + INTERVAL 40 DAY DELETE WHERE subject NOT IN ('lease', 'writer')
SETTINGS non_replicated_deduplication_window = 10000;

-- What the process that holds the lease keeps for the others, and for whoever holds it next.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS service_documents
(
    name    String,
    version UInt64,                               -- the term of the lease and a count: the highest counts
    body    String CODEC(ZSTD(3)),
    written DateTime DEFAULT now()
)
ENGINE = ReplacingMergeTree(version) ORDER BY name;

-- What other processes ask of the one that holds the lease, and what it answers.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS service_calls
(
    id        String,
    is_answer UInt8,
    term      UInt64,                             -- of the lease: another holder does not do it
    body      String,                             -- JSON
    written   DateTime DEFAULT now()
)
ENGINE = MergeTree ORDER BY (written, id) TTL written + INTERVAL 1 HOUR;
