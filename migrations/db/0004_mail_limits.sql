-- At most one mail a day to an address has one of these keys, which are separated by spaces. Null for most mails.
ALTER TABLE outbox ADD COLUMN once_keys TEXT;

-- Counts the mails of the last day to an address.
CREATE INDEX outbox_to_address ON outbox (address, created_at, kind);
