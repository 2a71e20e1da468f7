-- What one of the service processes that share this store has taken for itself: see processes/claims.ts.
-- placement: majority
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
-- placement: majority
CREATE TABLE IF NOT EXISTS service_documents
(
    name    String,
    version UInt64,                               -- the term of the lease and a count: the highest counts
    body    String CODEC(ZSTD(3)),
    written DateTime DEFAULT now()
)
ENGINE = ReplacingMergeTree(version) ORDER BY name;

-- What other processes ask of the one that holds the lease, and what it answers.
-- placement: majority
CREATE TABLE IF NOT EXISTS service_calls
(
    id        String,
    is_answer UInt8,
    term      UInt64,                             -- of the lease: another holder does not do it
    body      String,                             -- JSON
    written   DateTime DEFAULT now()
)
ENGINE = MergeTree ORDER BY (written, id) TTL written + INTERVAL 1 HOUR
