-- A search for a piece of names, or by a regular expression, shows what was seen last. Names are therefore also kept by age: a page
-- of a pattern that many names match is full before the others are read (queries/padns-forward.ts). See 080-newest-order.sql.
ALTER TABLE names MODIFY SETTING deduplicate_merge_projection_mode = 'rebuild', lightweight_mutation_projection_mode = 'rebuild',
    default_compression_codec = 'ZSTD(1)';

ALTER TABLE names ADD PROJECTION IF NOT EXISTS newest
(
    SELECT rrtype, last_seen, qname
    ORDER BY rrtype, 4294967295 - toUnixTimestamp(last_seen), reverse(qname)
)
WITH SETTINGS (index_granularity = 8192);

-- for records that are there: in the background, and pages are right without it
ALTER TABLE names MATERIALIZE PROJECTION newest;
