-- The pair before the last rotation, encrypted like the other one. It signs for subscriptions that were made with it.
ALTER TABLE push_keys ADD COLUMN old_public_key TEXT;
ALTER TABLE push_keys ADD COLUMN old_private_key TEXT;
-- The public key that the browser subscribed with.
ALTER TABLE push_subscriptions ADD COLUMN vapid_key TEXT;
UPDATE push_subscriptions SET vapid_key = (SELECT public_key FROM push_keys);
