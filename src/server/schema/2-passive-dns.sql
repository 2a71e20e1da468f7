-- Passive DNS. `obs` is a landing table that keeps nothing; each materialized view below writes one shape of it.
--
--   rrname  lower case, no trailing dot; for PTR4/PTR6 the address in text
--   rdata   lower case for names; address text for A/AAAA; raw text for TXT/SOA; presentation format for SRV/SVCB/HTTPS/CAA/DS
--           (ingest/journal/record-data.ts)
--   rrtype  the number of the type in DNS; that of CAA (257) has more than eight bits
--   rrset   all members of the answer the rdata came with, sorted (NS and MX), else empty
--   sources one bit per source (bit 0 = sample, bit 1 = live, bit 2 = imported logs)
--   wmseq   the sequence number of the batch; with rrtype WATERMARK the row only says that the batch arrived
-- The key is that of fwd and rrsets: the registrable domain, or the whole name if it has none.
-- placement: landing(multiIf(rrtype IN ('PTR4', 'PTR6'), lower(hex(toIPv6(rrname))), position(rrname, '.') = 0, reverse(rrname), cutToFirstSignificantSubdomain(rrname)))
CREATE TABLE IF NOT EXISTS obs
(
    rrtype     Enum8('WATERMARK' = 0, 'A' = 1, 'NS' = 2, 'CNAME' = 5, 'SOA' = 6, 'PTR4' = 12, 'PTR6' = 13, 'MX' = 15, 'TXT' = 16, 'AAAA' = 28, 'SRV' = 33, 'DS' = 43, 'SVCB' = 64, 'HTTPS' = 65, 'CAA' = 127),
    rrname     String,
    rdata      String,
    rrset      Array(String),
    first_seen DateTime('UTC'),
    last_seen  DateTime('UTC'),
    count      UInt64,
    ttl        UInt32,
    sources    UInt64,
    wmseq      UInt64
)
ENGINE = Null;

-- Forward: by the reversed name, so that *.example.test is a range. PTR owners are addresses: 32 hex digits, so that a
-- netmask is a range too. With many callers, a statement reads up to 64 names, each in another place of the table:
-- small blocks make such a statement take a fifth less, for 1.4 bytes a record.
-- placement: sharded(if(position(rname, '.') = 0, rname, cutToFirstSignificantSubdomain(reverse(rname))))
CREATE TABLE IF NOT EXISTS fwd
(
    rname      String CODEC(ZSTD(1)),
    rrtype     Enum8('WATERMARK' = 0, 'A' = 1, 'NS' = 2, 'CNAME' = 5, 'SOA' = 6, 'PTR4' = 12, 'PTR6' = 13, 'MX' = 15, 'TXT' = 16, 'AAAA' = 28, 'SRV' = 33, 'DS' = 43, 'SVCB' = 64, 'HTTPS' = 65, 'CAA' = 127),
    answer     String CODEC(ZSTD(1)),
    first_seen SimpleAggregateFunction(min, DateTime('UTC')),
    last_seen  SimpleAggregateFunction(max, DateTime('UTC')),
    count      SimpleAggregateFunction(sum, UInt64),
    ttl        SimpleAggregateFunction(max, UInt32),
    sources    SimpleAggregateFunction(groupBitOr, UInt64),
    wmseq      SimpleAggregateFunction(max, UInt64)
)
ENGINE = AggregatingMergeTree ORDER BY (rname, rrtype, answer)
SETTINGS index_granularity = 256, min_compress_block_size = 4096, max_compress_block_size = 65536;

CREATE MATERIALIZED VIEW IF NOT EXISTS obs_fwd TO fwd AS
SELECT
    multiIf(rrtype IN ('PTR4', 'PTR6'), lower(hex(toIPv6(rrname))), reverse(rrname)) AS rname,
    rrtype, rdata AS answer, first_seen, last_seen, count, ttl, sources, wmseq
FROM obs;

-- Reverse: by the answer. Addresses are native, so that a netmask is a range; other answers are reversed names.
-- `rname` is the same column as in fwd.
--
-- `latest_set` has nshash and mxhash of records by their answer, so that a page of them needs no look-up of each name in rrsets,
-- which costs 100 reads all over the table. 24 bytes that sort by age: seconds of last_seen, seconds of first_seen, MD5 of the set.
-- Empty for other types. A value that begins with another time than the last_seen of its record is not the latest set.
--
-- Pages begin with the records seen last. An address or a name server may have a million names, so the projection `newest` keeps their
-- order by last_seen beside the records instead of sorting them for each page (queries/padns-reverse.ts). A projection has exactly
-- the records of each part and follows every merge and deletion of it; two settings below tell the engine how. Its names are not sorted, so
-- they compress badly: 12 bytes a record in all. Each record of a page is read in another place, which small blocks make faster.
-- `net` is the /24 of an IPv4 address and the /64 of an IPv6 address, so that the pages of a network come from the same order.
-- placement: sharded(if(position(rname, '.') = 0, rname, cutToFirstSignificantSubdomain(reverse(rname))))
CREATE TABLE IF NOT EXISTS rev
(
    rrtype     Enum8('WATERMARK' = 0, 'A' = 1, 'NS' = 2, 'CNAME' = 5, 'SOA' = 6, 'PTR4' = 12, 'PTR6' = 13, 'MX' = 15, 'TXT' = 16, 'AAAA' = 28, 'SRV' = 33, 'DS' = 43, 'SVCB' = 64, 'HTTPS' = 65, 'CAA' = 127),
    ip         IPv6,
    arev       String CODEC(ZSTD(1)),
    rname      String CODEC(ZSTD(1)),
    first_seen SimpleAggregateFunction(min, DateTime('UTC')),
    last_seen  SimpleAggregateFunction(max, DateTime('UTC')),
    count      SimpleAggregateFunction(sum, UInt64),
    ttl        SimpleAggregateFunction(max, UInt32),
    sources    SimpleAggregateFunction(groupBitOr, UInt64),
    wmseq      SimpleAggregateFunction(max, UInt64),
    latest_set SimpleAggregateFunction(max, String),
    net        IPv6 MATERIALIZED tupleElement(IPv6CIDRToRange(ip, if(rrtype = 'AAAA', 64, 120)), 1),
    PROJECTION newest
    (
        SELECT rrtype, net, arev, last_seen, rname, ip
        ORDER BY rrtype, net, arev, 4294967295 - toUnixTimestamp(last_seen), rname
    )
    WITH SETTINGS (index_granularity = 1024)
)
ENGINE = AggregatingMergeTree ORDER BY (rrtype, ip, arev, rname)
SETTINGS index_granularity = 256, min_compress_block_size = 4096, max_compress_block_size = 65536,
    deduplicate_merge_projection_mode = 'rebuild', lightweight_mutation_projection_mode = 'rebuild', default_compression_codec = 'ZSTD(1)';

CREATE MATERIALIZED VIEW IF NOT EXISTS obs_rev TO rev AS
SELECT
    rrtype,
    if(rrtype IN ('A', 'AAAA'), toIPv6(rdata), toIPv6('::')) AS ip,
    if(rrtype IN ('A', 'AAAA'), '', reverse(rdata)) AS arev,
    multiIf(rrtype IN ('PTR4', 'PTR6'), lower(hex(toIPv6(rrname))), reverse(rrname)) AS rname,
    first_seen, last_seen, count, ttl, sources, wmseq,
    if(rrtype IN ('NS', 'MX'), unhex(concat(
        leftPad(hex(toUnixTimestamp(last_seen)), 8, '0'), leftPad(hex(toUnixTimestamp(first_seen)), 8, '0'),
        hex(MD5(arrayStringConcat(rrset, ','))))), '') AS latest_set
FROM obs WHERE rrtype NOT IN ('TXT', 'SOA', 'SRV', 'DS', 'SVCB', 'HTTPS', 'CAA');

-- The same names in reading order, for prefix, infix and regex searches. The ngram index selects ranges of names, which are then
-- decompressed and compared: short ranges and small blocks cost 0.5 bytes a record and leave less. A search shows the names seen last, so
-- the projection `newest` keeps names by age as in rev: a page of a pattern that many names match is full before the others are
-- read (queries/padns-forward.ts).
-- placement: sharded(multiIf(rrtype IN ('PTR4', 'PTR6'), lower(hex(toIPv6(qname))), position(qname, '.') = 0, reverse(qname), cutToFirstSignificantSubdomain(qname)))
CREATE TABLE IF NOT EXISTS names
(
    qname      String,
    rrtype     Enum8('WATERMARK' = 0, 'A' = 1, 'NS' = 2, 'CNAME' = 5, 'SOA' = 6, 'PTR4' = 12, 'PTR6' = 13, 'MX' = 15, 'TXT' = 16, 'AAAA' = 28, 'SRV' = 33, 'DS' = 43, 'SVCB' = 64, 'HTTPS' = 65, 'CAA' = 127),
    first_seen SimpleAggregateFunction(min, DateTime('UTC')),
    last_seen  SimpleAggregateFunction(max, DateTime('UTC')),
    wmseq      SimpleAggregateFunction(max, UInt64),
    INDEX grams qname TYPE text(tokenizer = ngrams(3)),
    PROJECTION newest
    (
        SELECT rrtype, last_seen, qname
        ORDER BY rrtype, 4294967295 - toUnixTimestamp(last_seen), reverse(qname)
    )
    WITH SETTINGS (index_granularity = 8192)
)
ENGINE = AggregatingMergeTree ORDER BY (qname, rrtype)
SETTINGS index_granularity = 256, min_compress_block_size = 8192, max_compress_block_size = 65536,
    deduplicate_merge_projection_mode = 'rebuild', lightweight_mutation_projection_mode = 'rebuild', default_compression_codec = 'ZSTD(1)';

CREATE MATERIALIZED VIEW IF NOT EXISTS obs_names TO names AS
SELECT rrname AS qname, rrtype, first_seen, last_seen, wmseq FROM obs;

-- Values of more than a name or an address, for a match anywhere inside. Also finds SRV, SVCB and HTTPS records by their target: in `rev`,
-- whose key is a name alone, those with one target and different ports would be one record.
-- placement: sharded(if(position(rname, '.') = 0, rname, cutToFirstSignificantSubdomain(reverse(rname))))
CREATE TABLE IF NOT EXISTS txt
(
    rrtype     Enum8('WATERMARK' = 0, 'A' = 1, 'NS' = 2, 'CNAME' = 5, 'SOA' = 6, 'PTR4' = 12, 'PTR6' = 13, 'MX' = 15, 'TXT' = 16, 'AAAA' = 28, 'SRV' = 33, 'DS' = 43, 'SVCB' = 64, 'HTTPS' = 65, 'CAA' = 127),
    answer     String,
    rname      String,
    first_seen SimpleAggregateFunction(min, DateTime('UTC')),
    last_seen  SimpleAggregateFunction(max, DateTime('UTC')),
    count      SimpleAggregateFunction(sum, UInt64),
    ttl        SimpleAggregateFunction(max, UInt32),
    sources    SimpleAggregateFunction(groupBitOr, UInt64),
    wmseq      SimpleAggregateFunction(max, UInt64),
    INDEX grams answer TYPE text(tokenizer = ngrams(3))
)
ENGINE = AggregatingMergeTree ORDER BY (rrtype, answer, rname) SETTINGS index_granularity = 256;

CREATE MATERIALIZED VIEW IF NOT EXISTS obs_txt TO txt AS
SELECT rrtype, rdata AS answer, reverse(rrname) AS rname, first_seen, last_seen, count, ttl, sources, wmseq
FROM obs WHERE rrtype IN ('TXT', 'SOA', 'SRV', 'DS', 'SVCB', 'HTTPS', 'CAA', 'WATERMARK');

-- Sets of name servers and mail exchangers: nshash and mxhash name a set, not a server. One row for each day on
-- which a name began to be seen with the set, however often it is pushed; name-server changes (C7) are the borders between them. Pages of records read sets all over the
-- table: small blocks make that 1.3 to 1.7 times as fast.
-- placement: sharded(if(position(rname, '.') = 0, rname, cutToFirstSignificantSubdomain(reverse(rname))))
CREATE TABLE IF NOT EXISTS rrsets
(
    rrtype     Enum8('WATERMARK' = 0, 'A' = 1, 'NS' = 2, 'CNAME' = 5, 'SOA' = 6, 'PTR4' = 12, 'PTR6' = 13, 'MX' = 15, 'TXT' = 16, 'AAAA' = 28, 'SRV' = 33, 'DS' = 43, 'SVCB' = 64, 'HTTPS' = 65, 'CAA' = 127),
    rname      String,
    day        Date,                              -- of first_seen
    hash       FixedString(16),
    members    SimpleAggregateFunction(any, Array(String)),
    first_seen SimpleAggregateFunction(min, DateTime('UTC')),
    last_seen  SimpleAggregateFunction(max, DateTime('UTC')),
    count      SimpleAggregateFunction(sum, UInt64),
    wmseq      SimpleAggregateFunction(max, UInt64)
)
ENGINE = AggregatingMergeTree ORDER BY (rrtype, rname, day, hash)
SETTINGS index_granularity = 256, min_compress_block_size = 4096, max_compress_block_size = 65536;

CREATE MATERIALIZED VIEW IF NOT EXISTS obs_rrsets TO rrsets AS
SELECT
    rrtype, reverse(rrname) AS rname, toDate(first_seen) AS day, MD5(arrayStringConcat(rrset, ',')) AS hash, rrset AS members,
    first_seen, last_seen, count, wmseq
-- every member of a set repeats the whole set: only the first member makes a row
FROM obs WHERE rrtype = 'WATERMARK' OR (rrtype IN ('NS', 'MX') AND rdata = rrset[1]);

-- placement: sharded(if(position(rname, '.') = 0, rname, cutToFirstSignificantSubdomain(reverse(rname))))
CREATE TABLE IF NOT EXISTS rrsets_by_hash
(
    rrtype     Enum8('WATERMARK' = 0, 'A' = 1, 'NS' = 2, 'CNAME' = 5, 'SOA' = 6, 'PTR4' = 12, 'PTR6' = 13, 'MX' = 15, 'TXT' = 16, 'AAAA' = 28, 'SRV' = 33, 'DS' = 43, 'SVCB' = 64, 'HTTPS' = 65, 'CAA' = 127),
    hash       FixedString(16),
    rname      String,
    members    SimpleAggregateFunction(any, Array(String)),
    first_seen SimpleAggregateFunction(min, DateTime('UTC')),
    last_seen  SimpleAggregateFunction(max, DateTime('UTC')),
    count      SimpleAggregateFunction(sum, UInt64),
    wmseq      SimpleAggregateFunction(max, UInt64)
)
ENGINE = AggregatingMergeTree ORDER BY (rrtype, hash, rname) SETTINGS index_granularity = 256;

CREATE MATERIALIZED VIEW IF NOT EXISTS obs_rrsets_by_hash TO rrsets_by_hash AS
SELECT
    rrtype, MD5(arrayStringConcat(rrset, ',')) AS hash, reverse(rrname) AS rname, rrset AS members, first_seen, last_seen, count, wmseq
FROM obs WHERE rrtype = 'WATERMARK' OR (rrtype IN ('NS', 'MX') AND rdata = rrset[1]);

-- What each import contributed to each record: taking an import out of the collection writes the records that it names again, from what the
-- other imports contributed (ingest/journal/removal.ts). A row for each import and record, and for NS and MX for each day and set, as in
-- rrsets. The import is that of the watermark, which is in the same block. After 30 days the rows of a record become one, which
-- has the number of any of their imports: those can no longer be taken out. Only removals read this table, so its granules are large.
-- A merge holds a block of each column of each part: blocks of a megabyte took twice the memory and no less disk.
-- placement: sharded(if(position(rname, '.') = 0, rname, cutToFirstSignificantSubdomain(reverse(rname))))
CREATE TABLE IF NOT EXISTS contributions
(
    rname      String CODEC(ZSTD(6)),
    rrtype     Enum8('WATERMARK' = 0, 'A' = 1, 'NS' = 2, 'CNAME' = 5, 'SOA' = 6, 'PTR4' = 12, 'PTR6' = 13, 'MX' = 15, 'TXT' = 16, 'AAAA' = 28, 'SRV' = 33, 'DS' = 43, 'SVCB' = 64, 'HTTPS' = 65, 'CAA' = 127) CODEC(ZSTD(6)),
    answer     String CODEC(ZSTD(6)),
    rrset      Array(String) CODEC(ZSTD(6)),      -- empty also for a set of the answer alone
    day        Date CODEC(ZSTD(6)),               -- of first_seen for NS and MX, else 0
    import     UInt32 CODEC(T64, ZSTD(6)),
    first_seen SimpleAggregateFunction(min, DateTime('UTC')) CODEC(T64, ZSTD(6)),
    last_seen  SimpleAggregateFunction(max, DateTime('UTC')) CODEC(T64, ZSTD(6)),
    count      SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(6)),
    ttl        SimpleAggregateFunction(max, UInt32) CODEC(ZSTD(6)),
    sources    SimpleAggregateFunction(groupBitOr, UInt64) CODEC(T64, ZSTD(6)),
    wmseq      SimpleAggregateFunction(max, UInt64) CODEC(T64, ZSTD(6)),
    written    SimpleAggregateFunction(max, Date) DEFAULT today() CODEC(T64, ZSTD(6))
)
ENGINE = AggregatingMergeTree ORDER BY (rname, rrtype, answer, rrset, day, import)
TTL written + INTERVAL 30 DAY GROUP BY rname, rrtype, answer, rrset, day
    SET first_seen = min(first_seen), last_seen = max(last_seen), count = sum(count), ttl = max(ttl), sources = groupBitOr(sources),
        wmseq = max(wmseq), written = max(written)
SETTINGS index_granularity = 65536, min_compress_block_size = 65536, max_compress_block_size = 262144;

CREATE MATERIALIZED VIEW IF NOT EXISTS obs_contributions TO contributions AS
SELECT
    multiIf(rrtype IN ('PTR4', 'PTR6'), lower(hex(toIPv6(rrname))), reverse(rrname)) AS rname,
    rrtype, rdata AS answer, max(if(rrtype = 'WATERMARK', toUInt32OrZero(substring(rrname, 8)), 0)) OVER () AS import, if(rrset = [rdata], [], rrset) AS rrset,
    if(rrtype IN ('NS', 'MX'), toDate(first_seen), toDate(0)) AS day, first_seen, last_seen, count, ttl, sources, wmseq
FROM obs;

-- ingest/ns-transfers.ts fills `ns_transfers_next` and moves its rows into this table in one step, so that readers see one complete state.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS ns_transfers
(
    at     DateTime('UTC'),
    domain String,
    old    Array(LowCardinality(String)),
    new    Array(LowCardinality(String))
)
ENGINE = ReplacingMergeTree ORDER BY (at, domain) SETTINGS index_granularity = 1024;

-- placement: everywhere
CREATE TABLE IF NOT EXISTS ns_transfers_next
(
    at     DateTime('UTC'),
    domain String,
    old    Array(LowCardinality(String)),
    new    Array(LowCardinality(String))
)
ENGINE = ReplacingMergeTree ORDER BY (at, domain) SETTINGS index_granularity = 1024;
