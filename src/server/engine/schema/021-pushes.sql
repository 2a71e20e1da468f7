-- Which pushes of logs have arrived: a shipper that had no answer sends the same again.
-- placement: everywhere
CREATE TABLE IF NOT EXISTS pushes
(
    mark     String,                              -- what makes it the same push: a digest of its body, or of its Idempotency-Key
    import   UInt32,
    sequence UInt64,                              -- of its batch
    at       DateTime DEFAULT now()
)
ENGINE = ReplacingMergeTree ORDER BY mark TTL at + INTERVAL 30 DAY
