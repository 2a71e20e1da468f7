-- What moves certificates from their SHA-256 to their SHA-1 (collect/logs/join-certificates.ts): empty while it does not run.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS joined_certificates
(
    surrogate FixedString(40), sha1 FixedString(40)
)
ENGINE = MergeTree ORDER BY surrogate;

-- The rows that are deleted, as they stand in three tables.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS joined_scans
(
    ip IPv6, hostname String, surrogate FixedString(40), scan_date DateTime('UTC')
)
ENGINE = MergeTree ORDER BY (ip, hostname, surrogate, scan_date);

-- placement: everywhere
CREATE TABLE IF NOT EXISTS joined_hosts
(
    surrogate FixedString(40), ip IPv6
)
ENGINE = MergeTree ORDER BY (surrogate, ip);

-- placement: everywhere
CREATE TABLE IF NOT EXISTS joined_keys
(
    surrogate FixedString(40)
)
ENGINE = MergeTree ORDER BY surrogate
