-- Sites whose accounts can sign in here (OpenID Connect, GitHub). At most 5.
CREATE TABLE identity_providers (
  key TEXT PRIMARY KEY CHECK (length(key) BETWEEN 1 AND 30 AND key NOT GLOB '*[^a-z0-9-]*'),
  type TEXT NOT NULL CHECK (type IN ('oidc', 'github')),
  name TEXT NOT NULL,
  -- The identity of a person is issuer and subject, so a new key for the same issuer keeps all identities.
  issuer TEXT NOT NULL UNIQUE,
  client_id TEXT NOT NULL,
  -- Encrypted with the site secret that key_id names.
  client_secret TEXT NOT NULL,
  key_id TEXT NOT NULL,
  -- Whether the provider may create accounts.
  sign_up INTEGER NOT NULL CHECK (sign_up IN (0, 1)),
  created_at TEXT NOT NULL
) WITHOUT ROWID;

-- An upsert of a known key fires this trigger too.
CREATE TRIGGER identity_providers_five_at_most
BEFORE INSERT ON identity_providers
WHEN (SELECT COUNT(*) FROM identity_providers WHERE key <> NEW.key) >= 5
BEGIN
  SELECT RAISE(ABORT, 'validation_failed');
END;

-- The accounts at providers that can sign in as a user. Never found by e-mail.
CREATE TABLE user_identities (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  -- The name or address at the provider when it was connected, so that the user recognises it.
  label TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_used_at TEXT,
  UNIQUE (issuer, subject)
);

CREATE UNIQUE INDEX user_identities_of_user ON user_identities (user_id, issuer);

-- A sign-in that waits for a code must start again.
CREATE TRIGGER user_identities_end_login_challenges
AFTER DELETE ON user_identities
BEGIN
  DELETE FROM login_challenges WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER users_erased_have_no_identities
AFTER UPDATE OF status ON users
WHEN NEW.status = 'deleted'
BEGIN
  DELETE FROM user_identities WHERE user_id = NEW.uid;
END;

-- As users_first_proof_ends_factors. A person who signed up with a provider keeps the session that opens the link, and can
-- connect the provider again.
CREATE TRIGGER users_first_proof_ends_identities
AFTER UPDATE OF email_verified_at ON users
WHEN OLD.email_verified_at IS NULL AND NEW.email_verified_at IS NOT NULL
BEGIN
  DELETE FROM user_identities WHERE user_id = NEW.uid;
END;

-- How the session was opened: 'password', 'passkey' or the issuer of a provider. Null in sessions of an older version.
ALTER TABLE sessions ADD COLUMN signed_in_by TEXT;
ALTER TABLE login_challenges ADD COLUMN signed_in_by TEXT;
