-- Other applications of the community whose people log in with an account of this site (OpenID Connect). At most 50.
CREATE TABLE oauth_apps (
  id INTEGER PRIMARY KEY,
  client_id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  -- A JSON array. Compared as texts.
  redirect_uris TEXT NOT NULL CHECK (json_valid(redirect_uris)),
  -- SHA-256 of the client secret. Null for public clients, which cannot keep one.
  secret_hash TEXT,
  created_at TEXT NOT NULL
);

CREATE TRIGGER oauth_apps_fifty_at_most
BEFORE INSERT ON oauth_apps
WHEN (SELECT COUNT(*) FROM oauth_apps) >= 50
BEGIN
  SELECT RAISE(ABORT, 'validation_failed');
END;

-- What users allowed an application to read.
CREATE TABLE oauth_consents (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  app_id INTEGER NOT NULL REFERENCES oauth_apps (id),
  -- Separated by spaces.
  scopes TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- The last time that the application got a token.
  last_used_at TEXT,
  PRIMARY KEY (user_id, app_id)
) WITHOUT ROWID;

CREATE INDEX oauth_consents_of_app ON oauth_consents (app_id);

-- One row per login to an application: the code, and after its exchange the base of all its tokens. Deleted with its tokens.
CREATE TABLE oauth_grants (
  id INTEGER PRIMARY KEY,
  app_id INTEGER NOT NULL REFERENCES oauth_apps (id),
  user_id INTEGER NOT NULL REFERENCES users (uid),
  code_hash TEXT NOT NULL UNIQUE,
  redirect_uri TEXT NOT NULL,
  -- PKCE, S256.
  code_challenge TEXT NOT NULL,
  scopes TEXT NOT NULL,
  nonce TEXT,
  -- When the user last proved their identity.
  auth_time TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- A code that is used a second time ends the tokens of the first.
  exchanged_at TEXT,
  -- First the end of the code, then of the last possible token.
  expires_at TEXT NOT NULL
);

CREATE INDEX oauth_grants_of_user ON oauth_grants (user_id, app_id, id);
CREATE INDEX oauth_grants_of_app ON oauth_grants (app_id);
CREATE INDEX oauth_grants_expiry ON oauth_grants (expires_at);

-- Only hashes are stored.
CREATE TABLE oauth_tokens (
  token_hash TEXT PRIMARY KEY,
  grant_id INTEGER NOT NULL REFERENCES oauth_grants (id),
  kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh')),
  expires_at TEXT NOT NULL,
  -- A refresh token works once. A second use ends the whole grant.
  used_at TEXT
) WITHOUT ROWID;

CREATE INDEX oauth_tokens_of_grant ON oauth_tokens (grant_id);
CREATE INDEX oauth_tokens_expiry ON oauth_tokens (expires_at);

-- Keys that sign ID tokens (RS256). The cron adds a new one every 90 days.
CREATE TABLE oauth_keys (
  kid TEXT PRIMARY KEY,
  -- The public key as JWK.
  public_key TEXT NOT NULL,
  -- PKCS #8, encrypted with the site secret that key_id names.
  private_key TEXT NOT NULL,
  key_id TEXT NOT NULL,
  created_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE TRIGGER oauth_apps_take_their_consents_along
BEFORE DELETE ON oauth_apps
BEGIN
  DELETE FROM oauth_consents WHERE app_id = OLD.id;
END;

CREATE TRIGGER oauth_consents_take_their_grants_along
AFTER DELETE ON oauth_consents
BEGIN
  DELETE FROM oauth_grants WHERE user_id = OLD.user_id AND app_id = OLD.app_id;
END;

CREATE TRIGGER oauth_grants_take_their_tokens_along
BEFORE DELETE ON oauth_grants
BEGIN
  DELETE FROM oauth_tokens WHERE grant_id = OLD.id;
END;

-- As users_end_access_tokens.
CREATE TRIGGER users_end_oauth_grants
AFTER UPDATE OF password_hash, status, purge_at ON users
WHEN NEW.password_hash IS NOT OLD.password_hash OR NEW.status <> OLD.status OR NEW.purge_at IS NOT NULL
BEGIN
  DELETE FROM oauth_grants WHERE user_id = NEW.uid;
END;

CREATE TRIGGER users_erased_have_no_consents
AFTER UPDATE OF status ON users
WHEN NEW.status = 'deleted'
BEGIN
  DELETE FROM oauth_consents WHERE user_id = NEW.uid;
END;

-- As users_first_proof_ends_factors.
CREATE TRIGGER users_first_proof_ends_consents
AFTER UPDATE OF email_verified_at ON users
WHEN OLD.email_verified_at IS NULL AND NEW.email_verified_at IS NOT NULL
BEGIN
  DELETE FROM oauth_consents WHERE user_id = NEW.uid;
END;
