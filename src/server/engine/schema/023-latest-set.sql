-- nshash and mxhash of records by their answer, so that a page of them needs no look-up of each name in rrsets: that costs 100
-- reads all over the table. 24 bytes that sort by age: seconds of last_seen, seconds of first_seen, MD5 of the set. Empty for
-- other types, and for what was written before; what begins with another time than last_seen of its record is not the latest set.
ALTER TABLE rev ADD COLUMN IF NOT EXISTS latest_set SimpleAggregateFunction(max, String);

ALTER TABLE obs_rev MODIFY QUERY SELECT
    rrtype,
    if(rrtype IN ('A', 'AAAA'), toIPv6(rdata), toIPv6('::')) AS ip,
    if(rrtype IN ('A', 'AAAA'), '', reverse(rdata)) AS arev,
    multiIf(rrtype IN ('PTR4', 'PTR6'), lower(hex(toIPv6(rrname))), reverse(rrname)) AS rname,
    first_seen, last_seen, count, ttl, sources, wmseq,
    if(rrtype IN ('NS', 'MX'), unhex(concat(
        leftPad(hex(toUnixTimestamp(last_seen)), 8, '0'), leftPad(hex(toUnixTimestamp(first_seen)), 8, '0'),
        hex(MD5(arrayStringConcat(rrset, ','))))), '') AS latest_set
FROM obs WHERE rrtype NOT IN ('TXT', 'SOA');

-- Pages of other records still read sets all over the table: small blocks make that 1.3 to 1.7
-- times as fast. Holds for parts that are written from now on.
ALTER TABLE rrsets MODIFY SETTING min_compress_block_size = 4096, max_compress_block_size = 65536;
