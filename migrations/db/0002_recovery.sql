-- The last time the user proved their identity in this session: at sign-in or by POST /api/auth/confirm. Null in sessions
-- of an older version, for which created_at counts.
ALTER TABLE sessions ADD COLUMN confirmed_at TEXT;

-- For "this was not me" links: the security event that the mail is about.
ALTER TABLE user_tokens ADD COLUMN about TEXT;

UPDATE user_tokens SET kind = 'not_me', about = 'new_sign_in' WHERE kind = 'sign_in';

DROP INDEX user_tokens_one_of_a_kind;

-- A newer token replaces the older one. Each security event keeps its own "this was not me" link.
CREATE UNIQUE INDEX user_tokens_one_of_a_kind ON user_tokens (user_id, kind) WHERE kind <> 'not_me';

CREATE INDEX user_tokens_of_user ON user_tokens (user_id, created_at);

CREATE INDEX user_tokens_reserved ON user_tokens (email) WHERE kind = 'not_me';

-- A "this was not me" link restores the address that it was mailed to, so no other account can take that address.
CREATE TRIGGER users_take_no_reserved_address
AFTER INSERT ON users
WHEN EXISTS (SELECT 1 FROM user_tokens WHERE kind = 'not_me' AND email = NEW.email AND user_id <> NEW.uid)
BEGIN
  SELECT RAISE(ABORT, 'email_taken');
END;

CREATE TRIGGER users_change_to_no_reserved_address
AFTER UPDATE OF email ON users
WHEN EXISTS (SELECT 1 FROM user_tokens WHERE kind = 'not_me' AND email = NEW.email AND user_id <> NEW.uid)
BEGIN
  SELECT RAISE(ABORT, 'email_taken');
END;

-- Before the first proof of the address, the account may be prepared by someone who does not own the address.
CREATE TRIGGER users_first_proof_ends_factors
AFTER UPDATE OF email_verified_at ON users
WHEN OLD.email_verified_at IS NULL AND NEW.email_verified_at IS NOT NULL
BEGIN
  DELETE FROM passkeys WHERE user_id = NEW.uid;
  DELETE FROM user_totp WHERE user_id = NEW.uid;
  DELETE FROM access_tokens WHERE user_id = NEW.uid;
  DELETE FROM login_challenges WHERE user_id = NEW.uid;
END;
