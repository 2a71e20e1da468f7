-- Listings: what a source has called bad, and from when to when.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS listings
(
    indicator    String,                           -- a name, an address in text, or a URL
    host         String,                           -- the name or address the indicator stands on
    ip           IPv6,                             -- :: when host is a name
    category     LowCardinality(String),           -- malware, phishing, spam, c2, scan
    source       LowCardinality(String),
    first_listed Date,
    last_listed  Date,
    import       UInt32
)
ENGINE = ReplacingMergeTree(last_listed) ORDER BY (host, indicator, source, category, first_listed) SETTINGS index_granularity = 256;

-- placement: everywhere
CREATE TABLE IF NOT EXISTS domain_facts
(
    domain           String,
    toplist_rank     UInt32,                       -- 0: not on the list
    is_url_shortener UInt8,
    is_dynamic       UInt8,                        -- sub-domains are handed out to anybody
    expired_from     Date32 DEFAULT toDate32('1900-01-01'),  -- 1900-01-01: not expired
    import           UInt32
)
ENGINE = ReplacingMergeTree(import) ORDER BY domain;

-- Name servers that say something by themselves: parking, sinkholes, registrars' expiry pages.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS ns_facts
(
    ns_domain String,                              -- every server at or below this name
    kind      Enum8('parked' = 1, 'sinkhole' = 2, 'expire' = 3),
    import    UInt32
)
ENGINE = ReplacingMergeTree(import) ORDER BY (ns_domain, kind);

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
    source_name         String,
    source_url          String,
    import              UInt32
)
ENGINE = ReplacingMergeTree(import) ORDER BY fingerprint_sha1;

-- Names on certificates, reversed, so that *.example.test is a range.
-- placement: sharded(fingerprint_sha1)
CREATE TABLE IF NOT EXISTS certificate_names
(
    rname            String,
    fingerprint_sha1 FixedString(40)
)
ENGINE = ReplacingMergeTree ORDER BY (rname, fingerprint_sha1);
CREATE MATERIALIZED VIEW IF NOT EXISTS certificates_names TO certificate_names AS
SELECT reverse(arrayJoin(domains)) AS rname, fingerprint_sha1 FROM certificates;

-- Scans: what a host answered. `hostname` is empty when the address was scanned without a name.
-- placement: sharded(ip)
CREATE TABLE IF NOT EXISTS scan_certificates
(
    ip IPv6, hostname String, fingerprint_sha1 FixedString(40), scan_date DateTime('UTC'), import UInt32
)
ENGINE = ReplacingMergeTree ORDER BY (ip, hostname, fingerprint_sha1, scan_date) SETTINGS index_granularity = 256;

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
    ip IPv6, hostname String, response String, headers Map(String, String), scan_date DateTime('UTC'), import UInt32
)
ENGINE = ReplacingMergeTree ORDER BY (ip, hostname, scan_date) SETTINGS index_granularity = 256;

-- placement: sharded(ip)
CREATE TABLE IF NOT EXISTS scan_html
(
    ip IPv6, hostname String, html_title String, html_body_murmur3 String, html_body_ssdeep String,
    scan_date DateTime('UTC'), import UInt32
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
