-- Personal access tokens: for programs that act for a person. Only their hashes are kept.
CREATE TABLE access_tokens (
  id INTEGER PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  name TEXT NOT NULL,
  scope TEXT NOT NULL CHECK (scope IN ('read', 'write')),
  created_at TEXT NOT NULL,
  expires_at TEXT,
  -- To the hour: a program that asks every second must not write every second.
  last_used_at TEXT
);

CREATE INDEX access_tokens_of_user ON access_tokens (user_id, id);
CREATE INDEX access_tokens_expiry ON access_tokens (expires_at) WHERE expires_at IS NOT NULL;

CREATE TRIGGER access_tokens_twenty_at_most
BEFORE INSERT ON access_tokens
WHEN (SELECT COUNT(*) FROM access_tokens WHERE user_id = NEW.user_id) >= 20
BEGIN
  SELECT RAISE(ABORT, 'validation_failed');
END;

-- A new password, a ban and a deletion end whatever acts for the person, whoever writes them.
CREATE TRIGGER users_end_access_tokens
AFTER UPDATE OF password_hash, status, purge_at ON users
WHEN NEW.password_hash IS NOT OLD.password_hash OR NEW.status <> OLD.status OR NEW.purge_at IS NOT NULL
BEGIN
  DELETE FROM access_tokens WHERE user_id = NEW.uid;
END;
