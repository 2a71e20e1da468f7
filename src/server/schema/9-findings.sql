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
