-- Answers of the provider behind this service, kept for repeated requests, and returned with their age when it fails.
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

-- Requests sent to the provider. Calls per day and month are counted from these rows.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS upstream_calls
(
    at        DateTime,
    operation LowCardinality(String),
    value     String,                             -- the value that was looked up
    key_name  LowCardinality(String),             -- name of the provider's key, never the key
    asked_by  LowCardinality(String),             -- id of the API key of this service
    reason    LowCardinality(String),             -- page, background, bulk, ask or fresh
    outcome   LowCardinality(String),             -- answered, not_found, or the code of the failure
    millis    UInt32
)
ENGINE = MergeTree ORDER BY at TTL at + INTERVAL 400 DAY;

-- Jobs of the service processes that share this store. Embedded, jobs are files.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS service_jobs
(
    id      String,
    version UInt64,                               -- a count of the process that runs the job: the highest is the latest
    process String,                               -- runs the job, or ran it
    job     String CODEC(ZSTD(3)),                -- JobRecord as JSON
    written DateTime DEFAULT now()
)
ENGINE = ReplacingMergeTree(version) ORDER BY id TTL written + INTERVAL 31 DAY;

-- Results of these jobs.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS service_job_results
(
    id      String,
    body    String CODEC(ZSTD(3)),                -- job and result as JSON
    written DateTime DEFAULT now()
)
ENGINE = ReplacingMergeTree(written) ORDER BY id TTL written + INTERVAL 31 DAY;

-- The service processes, each of which writes a heartbeat every few seconds.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS service_processes
(
    process  String,
    seen     DateTime64(3) DEFAULT now64(3),
    has_left UInt8                                -- 1: the process was closed
)
ENGINE = ReplacingMergeTree(seen) ORDER BY process TTL toDateTime(seen) + INTERVAL 1 DAY;

-- The process that writes the collection, where there is no Keeper: the row with the highest term counts, of several such rows the first.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS service_writer
(
    term    UInt64,
    process String,
    folder  String,                               -- names the data folder of the process
    at      DateTime64(6) DEFAULT now64(6)
)
ENGINE = MergeTree ORDER BY (term, at);

-- The settings of feeds on a server, and the watches with what their last runs read.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS service_documents
(
    name    String,
    version UInt64,                               -- the highest counts
    body    String CODEC(ZSTD(3)),
    written DateTime DEFAULT now()
)
ENGINE = ReplacingMergeTree(version) ORDER BY name;

-- Judgements of the team. Every version is kept: the latest of a subject, kind and text holds, and a row with `removed` takes it back.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS judgements
(
    version UInt64,                               -- counted by the process that writes
    at      DateTime64(3, 'UTC'),
    subject String,                               -- canonical: an address, a network, a name or AS64500
    below   UInt8,                                -- 1: the names below as well
    kind    LowCardinality(String),               -- tag, trusted, bad, never-flag
    text    String,                               -- of a tag
    reason  String,
    author  String,                               -- name of the API key, or its id
    until   Date32,                               -- the last day; 1900-01-01: no end
    removed UInt8
)
ENGINE = MergeTree ORDER BY version;

-- Who changed what through the interface.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS audit_log
(
    at        DateTime64(3, 'UTC'),
    author    String,                             -- name of the API key, or its id
    key_id    String,                             -- id of the key, never the key
    role      LowCardinality(String),
    operation LowCardinality(String),             -- operationId
    subject   String,                             -- what was changed
    details   String                              -- parameters without secrets, as text
)
ENGINE = MergeTree ORDER BY at;

-- Feeds that this service publishes, as they are defined. A removed one stays with removed = 1.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS service_outfeeds
(
    name     String,
    holds    LowCardinality(String),              -- listing, score, finding, judged, search
    kind     LowCardinality(String),              -- domain, address, both
    category String,                              -- of listings; '' for all
    source   String,                              -- of listings; '' for all
    detector String,                              -- of findings; '' for all
    tag      String,                              -- of the team; '' for what it judged bad
    request  String,                              -- path and query of the search
    band     LowCardinality(String),              -- the lowest band of the risk score
    tlp      LowCardinality(String),
    created  DateTime('UTC'),
    removed  UInt8,
    written  DateTime64(6) DEFAULT now64(6)
)
ENGINE = ReplacingMergeTree(written) ORDER BY name;

-- What these feeds hold and held (ingest/outfeeds): one row for each time that a value was added. A later row of the same key has the time
-- at which it was gone. No two times of a feed are equal, so that they number its changes.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS service_outfeed_entries
(
    feed       LowCardinality(String),
    value      String,                            -- a name, an address or CIDR
    added      DateTime64(6, 'UTC'),
    gone       DateTime64(6, 'UTC'),              -- 1970-01-01: the feed holds it
    id         UUID,                              -- version 5, of feed, value and added
    kind       LowCardinality(String),            -- domain, address, range
    confidence UInt8,                             -- when it was added; 0: no source gives one
    labels     Array(String),                     -- when it was added
    written    DateTime64(6) DEFAULT now64(6)
)
ENGINE = ReplacingMergeTree(written) ORDER BY (feed, value, added) SETTINGS index_granularity = 1024;

-- The last renewal of each feed.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS service_outfeed_runs
(
    feed      String,
    at        DateTime64(6, 'UTC') DEFAULT now64(6),
    state     LowCardinality(String),             -- renewed, failed
    error     String,
    changed   UInt64,                             -- its last change, epoch microseconds: later rows of entries do not count yet
    domains   UInt32,
    addresses UInt32,                             -- with ranges
    left_out  Array(Tuple(String, UInt32)),       -- why, how many
    mark      String                              -- state of the collection that it read
)
ENGINE = ReplacingMergeTree(at) ORDER BY feed;

-- What a feed should hold: filled and emptied while it is renewed.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS service_outfeed_wanted
(
    value      String,
    kind       LowCardinality(String),
    confidence UInt8,
    labels     Array(String),
    reason     LowCardinality(String)             -- why it is left out; '' for an entry
)
ENGINE = MergeTree ORDER BY value;

-- What watches found to have changed. A later version of an event differs in the delivery of its webhook alone.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS watch_events
(
    id         String,
    watch      String,
    at         DateTime64(3, 'UTC'),
    number     UInt64,                            -- of the base of the watch that the changes lead to
    version    UInt32,
    is_muted   UInt8,
    is_waiting UInt8,                             -- 1: its webhook has not arrived yet
    body       String CODEC(ZSTD(3))              -- the changes and the delivery as JSON
)
ENGINE = ReplacingMergeTree(version) ORDER BY (watch, id) TTL toDateTime(at) + INTERVAL 180 DAY;
