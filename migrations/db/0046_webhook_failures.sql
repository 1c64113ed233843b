-- The last failure. After a day without an attempt, failures count from the start.
ALTER TABLE webhooks ADD COLUMN failed_at TEXT;
