-- Jobs of service processes that share this store. Embedded, jobs are files.
-- placement: majority
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
-- placement: majority
CREATE TABLE IF NOT EXISTS service_job_results
(
    id      String,
    body    String CODEC(ZSTD(3)),                -- job and result as JSON
    written DateTime DEFAULT now()
)
ENGINE = ReplacingMergeTree(written) ORDER BY id TTL written + INTERVAL 40 DAY;

-- Which service processes are alive.
-- placement: majority
CREATE TABLE IF NOT EXISTS service_processes
(
    process    String,
    beat       UInt64,                            -- goes up as long as it lives
    is_leaving UInt8,
    written    DateTime DEFAULT now()
)
ENGINE = ReplacingMergeTree(beat) ORDER BY process TTL written + INTERVAL 1 DAY
