-- Findings of the detectors (ingest/detectors): one row for each time that a detector began to find a subject. A later row of the same key
-- replaces it: with newer evidence, or with the day on which the detector found the subject no longer.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS findings
(
    detector     LowCardinality(String),
    subject_type LowCardinality(String),          -- domain, ip, subnet, nameserver, asn
    subject      String,
    appeared     Date,                            -- the day on which it was found for the first time
    gone         Date,                            -- 1970-01-01: it is still found
    first_seen   DateTime('UTC'),                 -- of what the evidence shows
    last_seen    DateTime('UTC'),
    summary      String,
    evidence     Array(Tuple(String, String, String, String, String)),  -- what, value, note, first day, last day
    written      DateTime64(6) DEFAULT now64(6)
)
ENGINE = ReplacingMergeTree(written) ORDER BY (detector, subject, appeared);

-- The last run of each detector.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS detector_runs
(
    detector   String,
    at         DateTime64(6, 'UTC') DEFAULT now64(6),
    state      LowCardinality(String),            -- found: it ran; missing: not enough data; failed
    missing    Array(String),                     -- the data that it needs and the collection lacks
    error      String,
    found      UInt32,
    is_cut     UInt8,                             -- 1: it found more than are kept
    data_until Date,                              -- newest day of the DNS records that it read; 1970-01-01: none
    mark       String                             -- state of the collection that it read
)
ENGINE = ReplacingMergeTree(at) ORDER BY detector;

-- How well the score told what was listed later (ingest/quality): one row for each run, the newest counts.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS quality_runs
(
    at      DateTime64(6, 'UTC') DEFAULT now64(6),
    ran     Date,                                 -- day of the run
    state   LowCardinality(String),               -- done, failed
    error   String,
    day     Date,                                 -- what was known by this day was scored
    until   Date,                                 -- and compared with what was listed until this one
    lists   UInt32,                               -- lists that had begun by `day`
    scores  Array(Tuple(String, String, UInt8, UInt64, UInt64)),  -- domain or ip, factor or risk, score, subjects, listed since
    feeds   Array(Tuple(String, UInt64, UInt64, UInt64, UInt64, UInt64))  -- list, entries, only here, first, behind, known benign
)
ENGINE = MergeTree ORDER BY at;
