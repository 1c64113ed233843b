-- A second factor at sign-in: codes of an authenticator app.
CREATE TABLE user_totp (
  user_id INTEGER PRIMARY KEY REFERENCES users (uid),
  -- Encrypted; key_id names the secret of the site that it was encrypted with.
  secret TEXT NOT NULL,
  key_id TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- Asked for at sign-in from the first right code on.
  confirmed_at TEXT,
  -- The step of the last code that was used: a code works once.
  last_step INTEGER NOT NULL DEFAULT 0
);

CREATE INDEX user_totp_key ON user_totp (key_id);

-- For whoever has lost the app. Only hashes are kept; a used one is deleted.
CREATE TABLE recovery_codes (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  code_hash TEXT NOT NULL,
  PRIMARY KEY (user_id, code_hash)
) WITHOUT ROWID;

-- Between the right password and the right code.
CREATE TABLE login_challenges (
  challenge_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  tries INTEGER NOT NULL DEFAULT 0,
  expires_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX login_challenges_of_user ON login_challenges (user_id);
CREATE INDEX login_challenges_expiry ON login_challenges (expires_at);

-- Whoever was let in by the old password begins anew.
CREATE TRIGGER users_end_login_challenges
AFTER UPDATE OF password_hash, purge_at ON users
WHEN NEW.password_hash IS NOT OLD.password_hash OR NEW.purge_at IS NOT OLD.purge_at
BEGIN
  DELETE FROM login_challenges WHERE user_id = NEW.uid;
END;

CREATE TRIGGER user_totp_takes_its_codes_along
AFTER DELETE ON user_totp
BEGIN
  DELETE FROM recovery_codes WHERE user_id = OLD.user_id;
  DELETE FROM login_challenges WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER users_erased_have_no_second_factor
AFTER UPDATE OF status ON users
WHEN NEW.status = 'deleted'
BEGIN
  DELETE FROM user_totp WHERE user_id = NEW.uid;
END;
