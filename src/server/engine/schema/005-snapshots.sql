-- Daily snapshots of the scores, written by the refresh step (collect/scores): reputation history comes from here. The
-- columns beside the score are the inputs its *_explain object shows. ASNs and subnets have a row on every day on which an
-- address of theirs was active or listed; addresses and name servers on every day since a name on them was first listed.
-- A subject without a row on a day had nothing listed that day, so its score was 0.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS reputation_asn
(
    asn UInt32, date Date, asn_reputation UInt8, ips_in_asn UInt64, ips_num_active UInt32, ips_num_listed UInt32
)
ENGINE = ReplacingMergeTree ORDER BY (asn, date) SETTINGS index_granularity = 256;

-- placement: everywhere
CREATE TABLE IF NOT EXISTS reputation_takedown
(
    asn UInt32, date Date, asn_takedown_reputation UInt8, ips_in_asn UInt64, ips_num_listed UInt32, items_num_listed UInt32, listings_max_age UInt32
)
ENGINE = ReplacingMergeTree ORDER BY (asn, date) SETTINGS index_granularity = 256;

-- placement: everywhere
CREATE TABLE IF NOT EXISTS rank_asn
(
    asn UInt32, date Date, asn_rank UInt32, asn_rank_score UInt8
)
ENGINE = ReplacingMergeTree ORDER BY (asn, date) SETTINGS index_granularity = 256;

-- placement: everywhere
CREATE TABLE IF NOT EXISTS reputation_subnet
(
    first IPv6, length UInt8, date Date, subnet_reputation UInt8, ips_in_subnet UInt64, ips_num_active UInt32, ips_num_listed UInt32
)
ENGINE = ReplacingMergeTree ORDER BY (first, length, date) SETTINGS index_granularity = 256;

-- placement: everywhere
CREATE TABLE IF NOT EXISTS reputation_ip
(
    ip IPv6, date Date, ip_reputation UInt8, ip_density UInt32, names_num_listed UInt32
)
ENGINE = ReplacingMergeTree ORDER BY (ip, date) SETTINGS index_granularity = 256;

-- placement: everywhere
CREATE TABLE IF NOT EXISTS reputation_ns
(
    ns_server String, date Date, ns_server_reputation UInt8, ns_server_domain_density UInt32, ns_server_domains_listed UInt32
)
ENGINE = ReplacingMergeTree ORDER BY (ns_server, date) SETTINGS index_granularity = 256;
