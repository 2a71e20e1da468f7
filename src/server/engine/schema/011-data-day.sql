-- The day of the assignment data beside the answer of today: a prefix that has not ended is only known to stand up to the day
-- that its import speaks of. An import that the ledger does not name speaks of the first day of the prefix alone. Of equal
-- prefixes the newer counts, then the lower AS number, as in the history of an address (A13) and in the scores.
CREATE OR REPLACE DICTIONARY origin_as
(
    prefix String, asn UInt32, subnet String, allocated Date32, as_of Date32
)
PRIMARY KEY prefix
SOURCE(CLICKHOUSE({credentials}QUERY '
    SELECT concat(toString(p.first), \'/\', toString(p.length)) AS prefix, p.asn AS asn,
           if(startsWith(toString(p.first), \'::ffff:\') AND p.length >= 96,
              concat(toString(toIPv4(p.first)), \'/\', toString(p.length - 96)), prefix) AS subnet,
           p.allocated AS allocated, least(greatest(p.valid_from, toDate32(i.day)), toDate32(today())) AS as_of
    FROM (
        SELECT first, length, asn, allocated, valid_from, import FROM {database}.prefixes FINAL
        WHERE valid_from <= today() AND valid_to >= today()
        ORDER BY first, length, valid_from DESC, asn LIMIT 1 BY first, length
    ) AS p
    LEFT JOIN (SELECT import, max(as_of) AS day FROM {database}.imports GROUP BY import) AS i ON p.import = i.import'))
LIFETIME(0) LAYOUT(IP_TRIE);
