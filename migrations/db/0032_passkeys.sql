-- Passkeys: key pairs of which a device of the user keeps the private half, and signs in with it.
CREATE TABLE passkeys (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  -- The name that the device gave the pair, and its public half (COSE), both in Base64url.
  credential_id TEXT NOT NULL UNIQUE,
  public_key TEXT NOT NULL,
  -- How often it signed, as the device counts; 0 for devices that do not count.
  counter INTEGER NOT NULL CHECK (counter >= 0),
  -- How a browser reaches the device: a list, as JSON.
  transports TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_used_at TEXT
);

CREATE INDEX passkeys_of_user ON passkeys (user_id, id);

CREATE TRIGGER passkeys_twenty_at_most
BEFORE INSERT ON passkeys
WHEN (SELECT COUNT(*) FROM passkeys WHERE user_id = NEW.user_id) >= 20
BEGIN
  SELECT RAISE(ABORT, 'validation_failed');
END;

-- A device that counts never counts the same twice: somebody has a copy of it.
CREATE TRIGGER passkeys_count_upwards
BEFORE UPDATE OF counter ON passkeys
WHEN NEW.counter <= OLD.counter AND OLD.counter > 0
BEGIN
  SELECT RAISE(ABORT, 'invalid_credentials');
END;

CREATE TRIGGER users_erased_have_no_passkeys
AFTER UPDATE OF status ON users
WHEN NEW.status = 'deleted'
BEGIN
  DELETE FROM passkeys WHERE user_id = NEW.uid;
END;

-- Challenges say by themselves for whom they are and until when; here is which of them were answered.
CREATE TABLE spent_challenges (
  challenge_hash TEXT PRIMARY KEY,
  expires_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX spent_challenges_expiry ON spent_challenges (expires_at);
