-- Readers can mistake names with the same look for each other (src/features/accounts/profiles/username-look.ts). NULL until the cron
-- has computed it; empty for a name of separators only.
ALTER TABLE users ADD COLUMN username_look TEXT;
ALTER TABLE profile_reviews ADD COLUMN username_look TEXT;

-- Not unique: users who had such names before keep them.
CREATE INDEX users_by_look ON users (username_look) WHERE username_look IS NOT NULL;
CREATE INDEX users_without_look ON users (uid) WHERE username IS NOT NULL AND username_look IS NULL;
CREATE INDEX profile_reviews_by_look ON profile_reviews (username_look) WHERE status = 'pending';

CREATE TRIGGER users_same_look_new
AFTER INSERT ON users
WHEN NEW.username_look <> '' AND (
  EXISTS (SELECT 1 FROM users WHERE username_look = NEW.username_look AND uid <> NEW.uid)
  OR EXISTS (SELECT 1 FROM profile_reviews WHERE username_look = NEW.username_look AND status = 'pending'))
BEGIN
  SELECT RAISE(ABORT, 'username_taken');
END;

-- A user may write the own name in another way.
CREATE TRIGGER users_same_look_renamed
AFTER UPDATE OF username_look ON users
WHEN NEW.username_look <> '' AND NEW.username IS NOT OLD.username AND NEW.username_look IS NOT OLD.username_look AND (
  EXISTS (SELECT 1 FROM users WHERE username_look = NEW.username_look AND uid <> NEW.uid)
  OR EXISTS (SELECT 1 FROM profile_reviews
    WHERE username_look = NEW.username_look AND status = 'pending' AND user_id <> NEW.uid))
BEGIN
  SELECT RAISE(ABORT, 'username_taken');
END;

CREATE TRIGGER profile_reviews_same_look_new
AFTER INSERT ON profile_reviews
WHEN NEW.status = 'pending' AND NEW.username_look <> ''
  AND NEW.username_look IS NOT (SELECT username_look FROM users WHERE uid = NEW.user_id)
  AND (EXISTS (SELECT 1 FROM users WHERE username_look = NEW.username_look AND uid <> NEW.user_id)
    OR EXISTS (SELECT 1 FROM profile_reviews
      WHERE username_look = NEW.username_look AND status = 'pending' AND user_id <> NEW.user_id))
BEGIN
  SELECT RAISE(ABORT, 'username_taken');
END;

-- For erased names, and for the version before, which does not write the look.
CREATE TRIGGER users_look_ends_with_its_name
AFTER UPDATE OF username_key ON users
WHEN NEW.username_key IS NOT OLD.username_key AND NEW.username_look IS NOT NULL
  AND NEW.username_look IS OLD.username_look
BEGIN
  UPDATE users SET username_look = NULL WHERE uid = NEW.uid;
END;
