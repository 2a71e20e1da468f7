-- Scans by what they found: the searches A3 to A7 ask for a fingerprint, an icon, a header or a file, wherever it was seen.
-- Each table is ordered by the searched value and keeps one row for a value and an address; what a record shows of it is
-- then read by the address. Filled from the scans that are there already, and by them from now on; filling twice changes
-- nothing.
-- placement: sharded(ip)
CREATE TABLE IF NOT EXISTS certificate_hosts
(
    fingerprint_sha1 FixedString(40), ip IPv6, seen SimpleAggregateFunction(max, DateTime('UTC'))
)
ENGINE = AggregatingMergeTree ORDER BY (fingerprint_sha1, ip) SETTINGS index_granularity = 256;

CREATE MATERIALIZED VIEW IF NOT EXISTS scan_certificates_hosts TO certificate_hosts AS
SELECT fingerprint_sha1, ip, scan_date AS seen FROM scan_certificates;

INSERT INTO certificate_hosts SELECT fingerprint_sha1, ip, scan_date FROM scan_certificates;

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

INSERT INTO icon_hosts (favicon_mmh3, ip, favicon_md5, seen)
SELECT icon.2, ip, icon.1, seen
FROM (
    SELECT arrayJoin([(favicon_md5, favicon_mmh3), (favicon2_md5, favicon2_mmh3)]) AS icon, ip, scan_date AS seen
    FROM scan_favicon
)
WHERE NOT (icon.1 = '' AND icon.2 = 0);

-- placement: sharded(ip)
CREATE TABLE IF NOT EXISTS jarm_hosts
(
    jarm_hash String, ip IPv6, last_seen SimpleAggregateFunction(max, Date)
)
ENGINE = AggregatingMergeTree ORDER BY (jarm_hash, ip) SETTINGS index_granularity = 256;

CREATE MATERIALIZED VIEW IF NOT EXISTS scan_jarm_hosts TO jarm_hosts AS
SELECT jarm_hash, ip, last_seen FROM scan_jarm;

INSERT INTO jarm_hosts SELECT jarm_hash, ip, last_seen FROM scan_jarm;

-- Headers as text, for a match anywhere in 'name: value'.
ALTER TABLE scan_headers ADD COLUMN IF NOT EXISTS lines String
    MATERIALIZED lower(arrayStringConcat(arrayMap((name, value) -> concat(name, ': ', value), mapKeys(headers), mapValues(headers)), '\n'));
ALTER TABLE scan_headers ADD INDEX IF NOT EXISTS grams lines TYPE text(tokenizer = ngrams(3));
ALTER TABLE scan_headers MATERIALIZE COLUMN lines SETTINGS mutations_sync = 2;
ALTER TABLE scan_headers MATERIALIZE INDEX grams SETTINGS mutations_sync = 2;

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

INSERT INTO opendir_files
SELECT extract(filename, '[^/]*/?$'), ip, scan_date, filename, filesize, modified FROM scan_opendir;

-- Names on certificates are kept reversed; a piece of a name is a piece of its reverse.
ALTER TABLE certificate_names ADD INDEX IF NOT EXISTS grams rname TYPE text(tokenizer = ngrams(3));
ALTER TABLE certificate_names MATERIALIZE INDEX grams SETTINGS mutations_sync = 2;
