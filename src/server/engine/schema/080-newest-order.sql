-- Pages begin with what was seen last. An address or a name server may have a million names, so their order by last_seen is kept
-- beside the records instead of being sorted for each page (queries/padns-newest.ts). A projection has exactly the records of each
-- part and follows every merge and deletion of it. Its names are not sorted, so they compress badly: 12 bytes a record in all.
-- `net` is the /24 of an IPv4 address and the /64 of an IPv6 address, so that the pages of a network come from the same order.
ALTER TABLE rev ADD COLUMN IF NOT EXISTS net IPv6
    MATERIALIZED tupleElement(IPv6CIDRToRange(ip, if(rrtype = 'AAAA', 64, 120)), 1);

-- the engine has to be told how projections follow merges of equal keys and deletions; they are packed with the codec of the table;
-- a page reads each of its records in another place, and small blocks make that faster. Holds for parts that are written from now on.
ALTER TABLE rev MODIFY SETTING deduplicate_merge_projection_mode = 'rebuild', lightweight_mutation_projection_mode = 'rebuild',
    default_compression_codec = 'ZSTD(1)', min_compress_block_size = 4096, max_compress_block_size = 65536;

ALTER TABLE rev ADD PROJECTION IF NOT EXISTS newest
(
    SELECT rrtype, net, arev, last_seen, rname, ip
    ORDER BY rrtype, net, arev, 4294967295 - toUnixTimestamp(last_seen), rname
)
WITH SETTINGS (index_granularity = 1024);

-- for records that are there: in the background, and pages are right without it
ALTER TABLE rev MATERIALIZE PROJECTION newest;
