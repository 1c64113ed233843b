-- A new avatar that waits for review. Such a row has no other change: a CHECK of the table requires a username or a signature, so
-- `signature` repeats the current one, which also makes a version without this column change nothing.
ALTER TABLE profile_reviews ADD COLUMN avatar_key TEXT;

CREATE INDEX profile_reviews_avatars ON profile_reviews (avatar_key) WHERE status = 'pending' AND avatar_key IS NOT NULL;
