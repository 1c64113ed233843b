-- By which the mail service names a mail that it took over, and reports later that it came back.
ALTER TABLE outbox ADD COLUMN message_id TEXT;

CREATE UNIQUE INDEX outbox_of_message ON outbox (message_id) WHERE message_id IS NOT NULL;
