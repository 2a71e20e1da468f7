-- Scans by their result: the searches A3 to A7 look for a fingerprint, an icon, a header or a file on any host.
-- Each table is ordered by the searched value and keeps one row for a value and an address; the details of a record are
-- then read by the address. Filling a table again changes nothing.
-- placement: sharded(ip)
CREATE TABLE IF NOT EXISTS certificate_hosts
(
    fingerprint_sha1 FixedString(40), ip IPv6, seen SimpleAggregateFunction(max, DateTime('UTC'))
)
ENGINE = AggregatingMergeTree ORDER BY (fingerprint_sha1, ip) SETTINGS index_granularity = 256;

CREATE MATERIALIZED VIEW IF NOT EXISTS scan_certificates_hosts TO certificate_hosts AS
SELECT fingerprint_sha1, ip, scan_date AS seen FROM scan_certificates;

-- Both icons of a visit: the one at /favicon.ico and the one that the page names.
-- placement: sharded(ip)
CREATE TABLE IF NOT EXISTS icon_hosts
(
    favicon_mmh3 Int32, ip IPv6, favicon_md5 String, seen SimpleAggregateFunction(max, DateTime('UTC'))
)
ENGINE = AggregatingMergeTree ORDER BY (favicon_mmh3, ip, favicon_md5) SETTINGS index_granularity = 256;

-- There are few icons: the MD5 leads to the mmh3, and that to the hosts.
-- placement: sharded
CREATE TABLE IF NOT EXISTS icons
(
    favicon_md5 String, favicon_mmh3 Int32
)
ENGINE = ReplacingMergeTree ORDER BY (favicon_md5, favicon_mmh3) SETTINGS index_granularity = 256;

CREATE MATERIALIZED VIEW IF NOT EXISTS icon_hosts_icons TO icons AS
SELECT favicon_md5, favicon_mmh3 FROM icon_hosts;

CREATE MATERIALIZED VIEW IF NOT EXISTS scan_favicon_hosts TO icon_hosts AS
SELECT icon.2 AS favicon_mmh3, ip, icon.1 AS favicon_md5, seen
FROM (
    SELECT arrayJoin([(favicon_md5, favicon_mmh3), (favicon2_md5, favicon2_mmh3)]) AS icon, ip, scan_date AS seen
    FROM scan_favicon
)
WHERE NOT (favicon_md5 = '' AND favicon_mmh3 = 0);

-- placement: sharded(ip)
CREATE TABLE IF NOT EXISTS jarm_hosts
(
    jarm_hash String, ip IPv6, last_seen SimpleAggregateFunction(max, Date)
)
ENGINE = AggregatingMergeTree ORDER BY (jarm_hash, ip) SETTINGS index_granularity = 256;

CREATE MATERIALIZED VIEW IF NOT EXISTS scan_jarm_hosts TO jarm_hosts AS
SELECT jarm_hash, ip, last_seen FROM scan_jarm;

-- Files by their own name, the last part of their path; a directory keeps its '/'.
-- placement: sharded(ip)
CREATE TABLE IF NOT EXISTS opendir_files
(
    name String, ip IPv6, scan_date Date, filename String, filesize Nullable(UInt64), modified DateTime('UTC'),
    INDEX name_grams name TYPE text(tokenizer = ngrams(3)),
    INDEX path_grams filename TYPE text(tokenizer = ngrams(3))
)
ENGINE = ReplacingMergeTree ORDER BY (name, ip, scan_date, filename) SETTINGS index_granularity = 256;

CREATE MATERIALIZED VIEW IF NOT EXISTS scan_opendir_files TO opendir_files AS
SELECT extract(filename, '[^/]*/?$') AS name, ip, scan_date, filename, filesize, modified FROM scan_opendir;

-- Attributes that hosts and names share, by the shared value (queries/connections.ts). Titles and body hashes of web pages.

-- Titles and body hashes of web pages.
-- placement: sharded(ip)
CREATE TABLE IF NOT EXISTS page_hosts
(
    attribute LowCardinality(String),              -- html-title, html-hash
    value     String,
    ip        IPv6,
    seen      SimpleAggregateFunction(max, DateTime('UTC'))
)
ENGINE = AggregatingMergeTree ORDER BY (attribute, value, ip) SETTINGS index_granularity = 256;

CREATE MATERIALIZED VIEW IF NOT EXISTS scan_html_hosts TO page_hosts AS
SELECT pair.1 AS attribute, pair.2 AS value, ip, seen
FROM (
    SELECT arrayJoin([('html-title', html_title), ('html-hash', html_body_murmur3)]) AS pair, ip, scan_date AS seen FROM scan_html
)
WHERE pair.2 != '' AND length(pair.2) <= 500;

-- TLS fingerprints of servers.
-- placement: sharded(ip)
CREATE TABLE IF NOT EXISTS tls_hosts
(
    kind LowCardinality(String), value String, ip IPv6, seen SimpleAggregateFunction(max, Date)
)
ENGINE = AggregatingMergeTree ORDER BY (kind, value, ip) SETTINGS index_granularity = 256;

CREATE MATERIALIZED VIEW IF NOT EXISTS tls_fingerprints_hosts TO tls_hosts AS
SELECT kind, value, ip, last_seen AS seen FROM tls_fingerprints WHERE kind IN ('ja3s', 'ja4s');

-- Registration data of domains, in lower case. Former values stay. A record of the first 60 days names the registrar that the domain was
-- registered with, because it can hardly move before.
-- placement: sharded(reverse(rname))
CREATE TABLE IF NOT EXISTS whois_values
(
    attribute LowCardinality(String),              -- registrar, created (a day), registrar-day (both, at registration), registrant-email, registrant-org, registrant-name
    value     String,
    rname     String,                              -- the domain, reversed
    seen      SimpleAggregateFunction(max, Date)
)
ENGINE = AggregatingMergeTree ORDER BY (attribute, value, rname) SETTINGS index_granularity = 256;

CREATE MATERIALIZED VIEW IF NOT EXISTS whois_whois_values TO whois_values AS
SELECT pair.1 AS attribute, lowerUTF8(trimBoth(pair.2)) AS value, rname, seen
FROM (
    SELECT arrayJoin(arrayConcat(
        [('registrar', registrar), ('created', if(created > toDateTime64(0, 0, 'UTC'), toString(toDate(created)), '')),
         ('registrar-day', if(created > toDateTime64(0, 0, 'UTC') AND date <= toDate(created) + 60 AND trimBoth(registrar) != '', concat(trimBoth(registrar), ' on ', toString(toDate(created))), '')),
         ('registrant-org', org), ('registrant-name', name)],
        arrayMap(email -> ('registrant-email', email), emails))) AS pair, reverse(domain) AS rname, date AS seen
    FROM whois
)
WHERE value != '' AND length(value) <= 500;
