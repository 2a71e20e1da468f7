-- A prefix follows from an address and its length (subnetText in queries/address-key.ts). As text it took a third of the memory of
-- this dictionary, which is the largest. As in 016-routing.sql, of equal prefixes the newer counts, then the lower AS number.
CREATE OR REPLACE DICTIONARY origin_as
(
    prefix String, asn UInt32, length UInt8, allocated Date32, as_of Date32
)
PRIMARY KEY prefix
SOURCE(CLICKHOUSE({credentials}QUERY '
    SELECT concat(toString(p.first), \'/\', toString(p.length)) AS prefix, p.asn AS asn, p.length AS length,
           p.allocated AS allocated, least(greatest(p.valid_from, i.day), toDate32(today())) AS as_of
    FROM (
        SELECT first, length, asn, allocated, valid_from, import FROM {database}.prefixes FINAL
        WHERE valid_from <= today() AND valid_to >= today()
        ORDER BY first, length, valid_from DESC, asn LIMIT 1 BY first, length
    ) AS p
    LEFT JOIN {database}.import_days AS i ON p.import = i.import'))
LIFETIME(0) LAYOUT(IP_TRIE);
