-- Tokens that a person gets by mail or from the owner. Only their hashes are kept.
CREATE TABLE user_tokens (
  token_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  kind TEXT NOT NULL,
  -- The address that it was sent to, and that its use proves.
  email TEXT,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) WITHOUT ROWID;

-- A newer one ends the older.
CREATE UNIQUE INDEX user_tokens_one_of_a_kind ON user_tokens (user_id, kind);
CREATE INDEX user_tokens_expiry ON user_tokens (expires_at);

-- A letter with a dead token in it is of no use to anybody who should read it.
CREATE TRIGGER user_tokens_take_their_letter_along
AFTER DELETE ON user_tokens
BEGIN
  UPDATE outbox SET status = 'dropped', letter = NULL, settled_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE token_hash = OLD.token_hash AND status = 'waiting';
  UPDATE outbox SET letter = NULL WHERE token_hash = OLD.token_hash AND letter IS NOT NULL;
END;

ALTER TABLE users ADD COLUMN email_verified_at TEXT;

-- The code knows which settings there are; the table knows their form, so that a new one needs no new table.
CREATE TABLE site_settings_open (
  key TEXT PRIMARY KEY CHECK (key GLOB '[a-z]*.[a-z]*'),
  value INTEGER NOT NULL CHECK (value IN (0, 1))
);
INSERT INTO site_settings_open (key, value) SELECT key, value FROM site_settings;
DROP TABLE site_settings;
ALTER TABLE site_settings_open RENAME TO site_settings;
INSERT INTO site_settings (key, value) VALUES ('email.verification_required', 0);
