-- Fingerprints of TLS handshakes in logs: JA3S and JA4S of a server at its address, JA3 and JA4 of a client at its own.
-- placement: sharded(ip)
CREATE TABLE IF NOT EXISTS tls_fingerprints
(
    kind       LowCardinality(String),             -- ja3, ja3s, ja4, ja4s
    value      String,
    ip         IPv6,
    hostname   String,                             -- the name that a server was asked by; empty for a client
    first_seen SimpleAggregateFunction(min, Date),
    last_seen  SimpleAggregateFunction(max, Date)
)
ENGINE = AggregatingMergeTree ORDER BY (ip, hostname, kind, value) SETTINGS index_granularity = 256;

-- Some logs have only the SHA-256 of a certificate. Its key is then 'sha256:' with the first 33 digits instead of the SHA-1,
-- until a log has both and this table leads to the real key (collect/logs/join-certificates.ts). Filled by the certificates
-- that are there already and by new ones; filling twice changes nothing.
-- placement: sharded(fingerprint_sha1)
CREATE TABLE IF NOT EXISTS certificate_digests
(
    fingerprint_sha256 FixedString(64), fingerprint_sha1 FixedString(40)
)
ENGINE = ReplacingMergeTree ORDER BY fingerprint_sha256 SETTINGS index_granularity = 256;

CREATE MATERIALIZED VIEW IF NOT EXISTS certificates_digests TO certificate_digests AS
SELECT fingerprint_sha256, fingerprint_sha1 FROM certificates
WHERE NOT startsWith(fingerprint_sha1, 'sha256:') AND fingerprint_sha256 != toFixedString('', 64);

INSERT INTO certificate_digests SELECT fingerprint_sha256, fingerprint_sha1 FROM certificates
WHERE NOT startsWith(fingerprint_sha1, 'sha256:') AND fingerprint_sha256 != toFixedString('', 64)
