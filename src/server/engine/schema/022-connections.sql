-- What hosts and names share, by the shared value (queries/connections.ts). Filled from what is there already, and by it from now
-- on; filling twice changes nothing.

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

INSERT INTO page_hosts
SELECT pair.1, pair.2, ip, seen
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

INSERT INTO tls_hosts SELECT kind, value, ip, last_seen FROM tls_fingerprints WHERE kind IN ('ja3s', 'ja4s');

-- Who registered what, in lower case. Former values stay.
-- placement: sharded(reverse(rname))
CREATE TABLE IF NOT EXISTS whois_values
(
    attribute LowCardinality(String),              -- registrar, registrant-email, registrant-org, registrant-name
    value     String,
    rname     String,                              -- the domain, reversed
    seen      SimpleAggregateFunction(max, Date)
)
ENGINE = AggregatingMergeTree ORDER BY (attribute, value, rname) SETTINGS index_granularity = 256;

CREATE MATERIALIZED VIEW IF NOT EXISTS whois_whois_values TO whois_values AS
SELECT pair.1 AS attribute, lowerUTF8(trimBoth(pair.2)) AS value, rname, seen
FROM (
    SELECT arrayJoin(arrayConcat(
        [('registrar', registrar), ('registrant-org', org), ('registrant-name', name)],
        arrayMap(email -> ('registrant-email', email), emails))) AS pair, reverse(domain) AS rname, date AS seen
    FROM whois
)
WHERE value != '' AND length(value) <= 500;

INSERT INTO whois_values
SELECT pair.1, lowerUTF8(trimBoth(pair.2)) AS value, rname, seen
FROM (
    SELECT arrayJoin(arrayConcat(
        [('registrar', registrar), ('registrant-org', org), ('registrant-name', name)],
        arrayMap(email -> ('registrant-email', email), emails))) AS pair, reverse(domain) AS rname, date AS seen
    FROM whois
)
WHERE value != '' AND length(value) <= 500
