-- People, their sessions, and what the site remembers about itself.

CREATE TABLE users (
  uid INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT UNIQUE,
  password_hash TEXT,
  username TEXT,
  username_key TEXT UNIQUE,
  signature TEXT NOT NULL DEFAULT '',
  avatar_key TEXT,
  exp INTEGER NOT NULL DEFAULT 0 CHECK (exp >= 0),
  energy INTEGER NOT NULL DEFAULT 0,
  role TEXT NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'admin', 'owner')),
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'banned', 'deleted')),
  followers_count INTEGER NOT NULL DEFAULT 0 CHECK (followers_count >= 0),
  following_count INTEGER NOT NULL DEFAULT 0 CHECK (following_count >= 0),
  followers_public INTEGER NOT NULL DEFAULT 1 CHECK (followers_public IN (0, 1)),
  notify_comment INTEGER NOT NULL DEFAULT 1 CHECK (notify_comment IN (0, 1)),
  notify_reply INTEGER NOT NULL DEFAULT 1 CHECK (notify_reply IN (0, 1)),
  notify_like INTEGER NOT NULL DEFAULT 1 CHECK (notify_like IN (0, 1)),
  notify_follow INTEGER NOT NULL DEFAULT 1 CHECK (notify_follow IN (0, 1)),
  created_at TEXT NOT NULL,
  purge_at TEXT,
  CHECK ((username IS NULL) = (username_key IS NULL)),
  CHECK ((email IS NULL) = (status = 'deleted'))
);

-- The first uid is 10001.
INSERT INTO sqlite_sequence (name, seq) VALUES ('users', 10000);

CREATE INDEX users_purge ON users (purge_at) WHERE purge_at IS NOT NULL;
CREATE INDEX users_owners ON users (role) WHERE role = 'owner';

-- The site is never left without an owner who can act.
CREATE TRIGGER users_last_owner_stays
BEFORE UPDATE OF role, status, purge_at ON users
WHEN OLD.role = 'owner'
  AND (NEW.role <> 'owner' OR NEW.status <> 'active' OR NEW.purge_at IS NOT NULL)
  AND NOT EXISTS (
    SELECT 1 FROM users
    WHERE role = 'owner' AND status = 'active' AND purge_at IS NULL AND uid <> OLD.uid
  )
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;

CREATE TRIGGER users_are_never_deleted
BEFORE DELETE ON users
BEGIN
  SELECT RAISE(ABORT, 'a user row is erased, never deleted');
END;

CREATE TABLE sessions (
  sid TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  status TEXT NOT NULL CHECK (status IN ('active', 'banned', 'deleted')),
  ip TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  remark TEXT NOT NULL DEFAULT '',
  generation INTEGER NOT NULL DEFAULT 1,
  rotated_at TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_used_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
);

CREATE INDEX sessions_of_user ON sessions (user_id, created_at, sid);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- Twenty sessions a user: the oldest goes.
CREATE TRIGGER sessions_oldest_goes
AFTER INSERT ON sessions
BEGIN
  DELETE FROM sessions
  WHERE sid IN (
    SELECT sid FROM sessions
    WHERE user_id = NEW.user_id
    ORDER BY created_at DESC, sid DESC
    LIMIT -1 OFFSET 20
  );
END;

CREATE TABLE site_settings (
  key TEXT PRIMARY KEY CHECK (key IN ('audit.enabled', 'registration.enabled', 'comments.enabled')),
  value INTEGER NOT NULL CHECK (value IN (0, 1))
);

INSERT INTO site_settings (key, value) VALUES
  ('audit.enabled', 0),
  ('registration.enabled', 1),
  ('comments.enabled', 1);

CREATE TABLE site_state (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
);
