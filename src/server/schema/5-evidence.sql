-- placement: sharded(domain)
CREATE TABLE IF NOT EXISTS whois
(
    domain       String,
    date         Date,
    created      DateTime64(0, 'UTC'),
    updated      DateTime64(0, 'UTC'),
    expires      DateTime64(0, 'UTC'),
    registrar    String,
    name         String,
    org          String,
    emails       Array(String),
    address      Array(String),
    city         String,
    state        String,
    zipcode      String,
    country      String,
    nameservers  Array(String),
    whois_server String,
    import       UInt32
)
ENGINE = ReplacingMergeTree(import) ORDER BY (domain, date) SETTINGS index_granularity = 256;

-- placement: sharded(fingerprint_sha1)
CREATE TABLE IF NOT EXISTS certificates
(
    fingerprint_sha1    FixedString(40),
    fingerprint_sha256  FixedString(64),
    fingerprint_md5     FixedString(32),
    subject_common_name String,
    subject_org         String,
    domains             Array(String),
    issuer_common_name  String,
    issuer_organization String,
    chain               Array(String),
    serial_hex          String,
    not_before          DateTime64(0, 'UTC'),
    not_after           DateTime64(0, 'UTC'),
    logged              Date,                      -- when it was first seen in a log or a scan
    cert_index          UInt64 DEFAULT 0,          -- its place in the log that it was found in (C12)
    source_name         String,
    source_url          String,
    import              UInt32
)
ENGINE = ReplacingMergeTree(import) ORDER BY fingerprint_sha1;

-- Names on certificates, reversed, so that *.example.test is a range; a piece of a name is a piece of its reverse.
-- placement: sharded(fingerprint_sha1)
CREATE TABLE IF NOT EXISTS certificate_names
(
    rname            String,
    fingerprint_sha1 FixedString(40),
    INDEX grams rname TYPE text(tokenizer = ngrams(3))
)
ENGINE = ReplacingMergeTree ORDER BY (rname, fingerprint_sha1);

CREATE MATERIALIZED VIEW IF NOT EXISTS certificates_names TO certificate_names AS
SELECT reverse(arrayJoin(domains)) AS rname, fingerprint_sha1 FROM certificates;

-- The names on certificates, and the day on which the first one of each began, 2149-06-06 where no day is usable; *.example.test is
-- example.test. Short ranges and small blocks, because the names of a day are all over the table (queries/connections.ts).
-- placement: gathered(rname)
CREATE TABLE IF NOT EXISTS first_certificates
(
    rname String, day SimpleAggregateFunction(min, Date)
)
ENGINE = AggregatingMergeTree ORDER BY rname
SETTINGS index_granularity = 256, min_compress_block_size = 4096, max_compress_block_size = 65536;

CREATE MATERIALIZED VIEW IF NOT EXISTS certificates_first TO first_certificates AS
SELECT reverse(replaceRegexpOne(arrayJoin(domains), '^[*][.]', '')) AS rname,
    if(toYYYYMMDD(not_before) BETWEEN 19700102 AND 21490605, toDate(not_before), toDate('2149-06-06')) AS day
FROM certificates;

-- Some logs have only the SHA-256 of a certificate. Its key is then 'sha256:' with the first 33 digits instead of the SHA-1,
-- until a log has both and this table leads to the real key (ingest/logs/join-certificates.ts).
-- placement: sharded(fingerprint_sha1)
CREATE TABLE IF NOT EXISTS certificate_digests
(
    fingerprint_sha256 FixedString(64), fingerprint_sha1 FixedString(40)
)
ENGINE = ReplacingMergeTree ORDER BY fingerprint_sha256 SETTINGS index_granularity = 256;

CREATE MATERIALIZED VIEW IF NOT EXISTS certificates_digests TO certificate_digests AS
SELECT fingerprint_sha256, fingerprint_sha1 FROM certificates
WHERE NOT startsWith(fingerprint_sha1, 'sha256:') AND fingerprint_sha256 != toFixedString('', 64);

-- Scans: what a host answered. `hostname` is empty when the address was scanned without a name.
-- placement: sharded(ip)
CREATE TABLE IF NOT EXISTS scan_certificates
(
    ip IPv6, hostname String, fingerprint_sha1 FixedString(40), scan_date DateTime('UTC'), import UInt32
)
ENGINE = ReplacingMergeTree(import) ORDER BY (ip, hostname, fingerprint_sha1, scan_date) SETTINGS index_granularity = 256;

-- placement: sharded(ip)
CREATE TABLE IF NOT EXISTS scan_favicon
(
    ip IPv6, hostname String, favicon_md5 String, favicon_mmh3 Int32, favicon2_md5 String, favicon2_mmh3 Int32,
    favicon2_path String, scan_date DateTime('UTC'), import UInt32
)
ENGINE = ReplacingMergeTree ORDER BY (ip, hostname, scan_date) SETTINGS index_granularity = 256;

-- placement: sharded(ip)
CREATE TABLE IF NOT EXISTS scan_headers
(
    ip IPv6, hostname String, response String, headers Map(String, String), scan_date DateTime('UTC'), import UInt32,
    -- headers as text, for a match anywhere in 'name: value'
    lines String
        MATERIALIZED lower(arrayStringConcat(arrayMap((name, value) -> concat(name, ': ', value), mapKeys(headers), mapValues(headers)), '\n')),
    INDEX grams lines TYPE text(tokenizer = ngrams(3))
)
ENGINE = ReplacingMergeTree ORDER BY (ip, hostname, scan_date) SETTINGS index_granularity = 256;

-- placement: sharded(ip)
CREATE TABLE IF NOT EXISTS scan_html
(
    ip IPv6, hostname String, html_title String, html_body_murmur3 String, html_body_ssdeep String,
    scan_date DateTime('UTC'), import UInt32,
    -- the parts of which similar hashes have one in common (queries/similar-pages.ts)
    INDEX parts html_body_ssdeep TYPE text(tokenizer = ngrams(7))
)
ENGINE = ReplacingMergeTree ORDER BY (ip, hostname, scan_date) SETTINGS index_granularity = 256;

-- placement: sharded(ip)
CREATE TABLE IF NOT EXISTS scan_jarm
(
    ip IPv6, hostname String, jarm_hash String, server_banner Nullable(String), first_seen Date, last_seen Date, import UInt32
)
ENGINE = ReplacingMergeTree(last_seen) ORDER BY (ip, hostname, jarm_hash, first_seen) SETTINGS index_granularity = 256;

-- placement: sharded(ip)
CREATE TABLE IF NOT EXISTS scan_opendir
(
    ip IPv6, scan_date Date, filename String, filesize Nullable(UInt64), modified DateTime('UTC'), import UInt32
)
ENGINE = ReplacingMergeTree ORDER BY (ip, scan_date, filename) SETTINGS index_granularity = 256;

-- Fingerprints of TLS handshakes in logs: JA3S and JA4S of a server at its address, JA3 and JA4 of a client at its own.
-- placement: sharded(ip)
CREATE TABLE IF NOT EXISTS tls_fingerprints
(
    kind       LowCardinality(String),             -- ja3, ja3s, ja4, ja4s
    value      String,
    ip         IPv6,
    hostname   String,                             -- the name that the client requested; empty for a client
    first_seen SimpleAggregateFunction(min, Date),
    last_seen  SimpleAggregateFunction(max, Date)
)
ENGINE = AggregatingMergeTree ORDER BY (ip, hostname, kind, value) SETTINGS index_granularity = 256;

-- Working table that moves certificates from their SHA-256 to their SHA-1 (ingest/logs/join-certificates.ts): empty between runs.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS joined_certificates
(
    surrogate FixedString(40), sha1 FixedString(40)
)
ENGINE = MergeTree ORDER BY surrogate;

-- Keys of the rows to delete from three tables.
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
ENGINE = MergeTree ORDER BY surrogate;

-- Rows of the tables above as their imports brought them, as JSON with the column names: taking an import out of the collection writes the
-- certificates and hosts that it names again, from the rows of the others (ingest/logs/kept-evidence.ts).
-- placement: sharded(key)
CREATE TABLE IF NOT EXISTS kept_evidence
(
    target  LowCardinality(String),                -- the table
    key     String CODEC(ZSTD(3)),                 -- fingerprint_sha1 of certificates, else the address as IPv6
    import  UInt32 CODEC(ZSTD(3)),
    row     String CODEC(ZSTD(3)),
    written DateTime64(6, 'UTC') DEFAULT now64(6) CODEC(ZSTD(3))
)
ENGINE = ReplacingMergeTree ORDER BY (target, key, import, cityHash64(row));

-- What a removal writes again, under the first of its imports: empty between removals.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS removal_keys
(
    import UInt32,
    kind   LowCardinality(String),                 -- certificate, name, ip, icon
    key    String
)
ENGINE = ReplacingMergeTree ORDER BY (import, kind, key);
