-- malscore of an ASN (A11): which share of its listed addresses is listed for malware or c2. Written with the rank, because
-- both weigh the same listings; days before this step keep 0.
ALTER TABLE rank_asn ADD COLUMN IF NOT EXISTS malscore UInt8 DEFAULT 0;

CREATE OR REPLACE DICTIONARY asn_standing
(
    asn UInt64, asn_reputation UInt8, ips_in_asn UInt64, ips_num_active UInt32, ips_num_listed UInt32,
    asn_takedown_reputation UInt8, items_num_listed UInt32, listings_max_age UInt32, asn_rank UInt32, malscore UInt8
)
PRIMARY KEY asn
SOURCE(CLICKHOUSE({credentials}QUERY '
    WITH (SELECT max(as_of) FROM {database}.imports WHERE kind = \'scores\' AND state = \'done\') AS latest
    SELECT toUInt64(r.asn) AS asn, r.asn_reputation, r.ips_in_asn, r.ips_num_active, r.ips_num_listed,
           t.asn_takedown_reputation, t.items_num_listed, t.listings_max_age, k.asn_rank, k.malscore
    FROM (SELECT * FROM {database}.reputation_asn FINAL WHERE date = latest) AS r
    LEFT JOIN (SELECT * FROM {database}.reputation_takedown FINAL WHERE date = latest) AS t ON r.asn = t.asn
    LEFT JOIN (SELECT * FROM {database}.rank_asn FINAL WHERE date = latest) AS k ON r.asn = k.asn'))
LIFETIME(0) LAYOUT(HASHED);
