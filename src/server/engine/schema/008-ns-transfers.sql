-- Name-server transfers (C9): every border between the name-server sets of every name, by time, so that a search over all
-- domains reads its days and nothing else. Derived from rrsets by model/ns-timeline.ts, the one definition of a change;
-- collect/ns-transfers.ts fills `ns_transfers_next` and exchanges the two, so that a reader sees one whole state.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS ns_transfers
(
    at     DateTime('UTC'),
    domain String,
    old    Array(LowCardinality(String)),
    new    Array(LowCardinality(String))
)
ENGINE = ReplacingMergeTree ORDER BY (at, domain) SETTINGS index_granularity = 1024;

-- placement: everywhere
CREATE TABLE IF NOT EXISTS ns_transfers_next
(
    at     DateTime('UTC'),
    domain String,
    old    Array(LowCardinality(String)),
    new    Array(LowCardinality(String))
)
ENGINE = ReplacingMergeTree ORDER BY (at, domain) SETTINGS index_granularity = 1024;
