-- Where a certificate stands in the source that logged it (C12: cert_index).
ALTER TABLE certificates ADD COLUMN IF NOT EXISTS cert_index UInt64 DEFAULT 0 AFTER logged;
