-- What every address record asks of its ASN and subnet, held in memory: names, and the snapshots of the latest refresh.
-- Loaded at first use and reloaded by what writes them (imports, the refresh of scores).
CREATE DICTIONARY IF NOT EXISTS as_names
(
    asn UInt64, asname String, allocated Date32 DEFAULT '1900-01-01'
)
PRIMARY KEY asn
SOURCE(CLICKHOUSE({credentials}QUERY 'SELECT toUInt64(asn) AS asn, asname, allocated FROM {database}.asns FINAL'))
LIFETIME(0) LAYOUT(HASHED);

-- A subject without a row had nothing active and nothing listed on that day: everything is 0.
CREATE DICTIONARY IF NOT EXISTS asn_standing
(
    asn UInt64, asn_reputation UInt8, ips_in_asn UInt64, ips_num_active UInt32, ips_num_listed UInt32,
    asn_takedown_reputation UInt8, items_num_listed UInt32, listings_max_age UInt32, asn_rank UInt32
)
PRIMARY KEY asn
SOURCE(CLICKHOUSE({credentials}QUERY '
    WITH (SELECT max(as_of) FROM {database}.imports WHERE kind = \'scores\' AND state = \'done\') AS latest
    SELECT toUInt64(r.asn) AS asn, r.asn_reputation, r.ips_in_asn, r.ips_num_active, r.ips_num_listed,
           t.asn_takedown_reputation, t.items_num_listed, t.listings_max_age, k.asn_rank
    FROM (SELECT * FROM {database}.reputation_asn FINAL WHERE date = latest) AS r
    LEFT JOIN (SELECT * FROM {database}.reputation_takedown FINAL WHERE date = latest) AS t ON r.asn = t.asn
    LEFT JOIN (SELECT * FROM {database}.rank_asn FINAL WHERE date = latest) AS k ON r.asn = k.asn'))
LIFETIME(0) LAYOUT(HASHED);

CREATE DICTIONARY IF NOT EXISTS subnet_standing
(
    subnet String, subnet_reputation UInt8, ips_num_active UInt32, ips_num_listed UInt32
)
PRIMARY KEY subnet
SOURCE(CLICKHOUSE({credentials}QUERY '
    WITH (SELECT max(as_of) FROM {database}.imports WHERE kind = \'scores\' AND state = \'done\') AS latest
    SELECT if(startsWith(toString(first), \'::ffff:\') AND length >= 96,
              concat(toString(toIPv4(first)), \'/\', toString(length - 96)),
              concat(toString(first), \'/\', toString(length))) AS subnet,
           subnet_reputation, ips_num_active, ips_num_listed
    FROM {database}.reputation_subnet FINAL WHERE date = latest'))
LIFETIME(0) LAYOUT(COMPLEX_KEY_HASHED);
