-- The main database. Times are ISO 8601 in UTC; a day is a calendar day in Shanghai (UTC+8). Triggers enforce the
-- rules that must hold whichever code writes; refusalOf turns an error code that they raise into the error of the response.
-- The order in which SQLite fires the triggers of a table depends on the order of their creation: do not reorder them.

-- People --------------------------------------------------------------------------------------------------------------

-- Accounts. A row is never deleted: an erased account keeps its uid and loses all personal data.
CREATE TABLE users (
  uid INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT UNIQUE,
  password_hash TEXT,
  username TEXT,
  -- The username folded for comparison (case and Unicode form).
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
  -- Set while a deleted account waits to be erased. Its user can restore it until then.
  purge_at TEXT,
  -- Shown to the banned user.
  ban_reason TEXT,
  -- Since when mail to this address bounces.
  email_unreachable_at TEXT,
  -- Null until the user opened a link mailed to this address.
  email_verified_at TEXT,
  -- JSON copy of user_blocks. It is read with the session, so requests need no extra query for blocks.
  blocked_ids TEXT NOT NULL DEFAULT '[]',
  CHECK ((username IS NULL) = (username_key IS NULL)),
  CHECK ((email IS NULL) = (status = 'deleted'))
);

-- The first uid is 10001.
INSERT INTO sqlite_sequence (name, seq) VALUES ('users', 10000);

CREATE INDEX users_purge ON users (purge_at) WHERE purge_at IS NOT NULL;
CREATE INDEX users_owners ON users (role) WHERE role = 'owner';
-- For the image clean-up: is this image an avatar?
CREATE INDEX users_avatar ON users (avatar_key) WHERE avatar_key IS NOT NULL;
-- One index for each filter of the admin user list.
CREATE INDEX users_by_status ON users (status, uid);
CREATE INDEX users_by_role ON users (role, uid);
CREATE INDEX users_by_role_and_status ON users (role, status, uid);

-- The site always keeps an active owner.
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

-- A username in a pending review is reserved.
CREATE TRIGGER users_name_is_not_reserved
BEFORE UPDATE OF username_key ON users
WHEN EXISTS (
  SELECT 1 FROM profile_reviews
  WHERE status = 'pending' AND username_key = NEW.username_key AND user_id <> NEW.uid
)
BEGIN
  SELECT RAISE(ABORT, 'username_taken');
END;

CREATE TRIGGER users_new_name_is_not_reserved
BEFORE INSERT ON users
WHEN EXISTS (SELECT 1 FROM profile_reviews WHERE status = 'pending' AND username_key = NEW.username_key)
BEGIN
  SELECT RAISE(ABORT, 'username_taken');
END;

-- An owner cannot be banned, and a banned user cannot become an owner.
CREATE TRIGGER users_owner_is_not_banned
BEFORE UPDATE OF role, status ON users
WHEN NEW.role = 'owner' AND NEW.status = 'banned' AND (OLD.role <> 'owner' OR OLD.status <> 'banned')
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;

CREATE TRIGGER users_total_new
AFTER INSERT ON users
BEGIN
  UPDATE site_totals SET value = value + 1 WHERE name = 'users';
END;

CREATE TRIGGER users_total_gone
AFTER UPDATE OF status ON users
WHEN OLD.status <> 'deleted' AND NEW.status = 'deleted'
BEGIN
  UPDATE site_totals SET value = value - 1 WHERE name = 'users';
END;

CREATE TRIGGER users_daily
AFTER INSERT ON users
BEGIN
  INSERT INTO site_daily (day, users) VALUES (COALESCE(date(NEW.created_at, '+8 hours'), date('now', '+8 hours')), 1)
  ON CONFLICT (day) DO UPDATE SET users = users + 1;
END;

-- The balance changes only with the ledger. The newest entry covers normal writes; the sum covers repairs.
CREATE TRIGGER users_energy_follows_ledger
BEFORE UPDATE OF energy ON users
WHEN NEW.energy <> OLD.energy
  AND (NEW.uid, NEW.energy) IS NOT (SELECT user_id, balance_after FROM energy_log ORDER BY id DESC LIMIT 1)
  AND NEW.energy IS NOT (SELECT SUM(amount) FROM energy_log WHERE user_id = NEW.uid)
BEGIN
  SELECT RAISE(ABORT, 'energy moves only with a ledger entry');
END;

-- A new password, a ban or a deletion revokes every access token.
CREATE TRIGGER users_end_access_tokens
AFTER UPDATE OF password_hash, status, purge_at ON users
WHEN NEW.password_hash IS NOT OLD.password_hash OR NEW.status <> OLD.status OR NEW.purge_at IS NOT NULL
BEGIN
  DELETE FROM access_tokens WHERE user_id = NEW.uid;
END;

-- A sign-in that passed the old password must start again.
CREATE TRIGGER users_end_login_challenges
AFTER UPDATE OF password_hash, purge_at ON users
WHEN NEW.password_hash IS NOT OLD.password_hash OR NEW.purge_at IS NOT OLD.purge_at
BEGIN
  DELETE FROM login_challenges WHERE user_id = NEW.uid;
END;

CREATE TRIGGER users_erased_have_no_second_factor
AFTER UPDATE OF status ON users
WHEN NEW.status = 'deleted'
BEGIN
  DELETE FROM user_totp WHERE user_id = NEW.uid;
END;

CREATE TRIGGER users_erased_have_no_passkeys
AFTER UPDATE OF status ON users
WHEN NEW.status = 'deleted'
BEGIN
  DELETE FROM passkeys WHERE user_id = NEW.uid;
END;

-- One notice for each level that a change of exp reaches, also if an operator changes exp by hand. A user who loses
-- exp and gains it again gets the notice again.
CREATE TRIGGER users_level_up
AFTER UPDATE OF exp ON users
WHEN NEW.exp > OLD.exp AND EXISTS (SELECT 1 FROM levels WHERE floor > OLD.exp AND floor <= NEW.exp)
BEGIN
  INSERT INTO notifications (id, user_id, kind, category, related_id, created_at)
  SELECT level + MAX(
      COALESCE((SELECT MAX(id) FROM notifications), 0),
      (SELECT CAST(value AS INTEGER) FROM site_state WHERE key = 'newest.notifications')),
    NEW.uid, 'NotifyLevelUp', 'system', level, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  FROM levels
  WHERE floor > OLD.exp AND floor <= NEW.exp
  ORDER BY level;
END;

-- Changes of username and signature that wait for an admin, and the decided ones.
CREATE TABLE profile_reviews (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  -- Null for a part that does not change.
  username TEXT,
  username_key TEXT,
  signature TEXT,
  cost INTEGER NOT NULL CHECK (cost >= 0),
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  reason TEXT,
  created_at TEXT NOT NULL,
  decided_at TEXT,
  decided_by INTEGER REFERENCES users (uid),
  CHECK ((username IS NULL) = (username_key IS NULL)),
  CHECK (username IS NOT NULL OR signature IS NOT NULL),
  CHECK ((status = 'pending') = (decided_at IS NULL))
);

CREATE UNIQUE INDEX profile_reviews_one_pending ON profile_reviews (user_id) WHERE status = 'pending';
CREATE UNIQUE INDEX profile_reviews_reserve ON profile_reviews (username_key)
  WHERE status = 'pending' AND username_key IS NOT NULL;
CREATE INDEX profile_reviews_pending ON profile_reviews (id) WHERE status = 'pending';
CREATE INDEX profile_reviews_of_user ON profile_reviews (user_id, id);

CREATE TRIGGER profile_reviews_one_at_a_time
BEFORE INSERT ON profile_reviews
WHEN EXISTS (SELECT 1 FROM profile_reviews WHERE user_id = NEW.user_id AND status = 'pending')
BEGIN
  SELECT RAISE(ABORT, 'review_pending');
END;

-- If two admins decide at the same time, the second gets an error.
CREATE TRIGGER profile_reviews_are_decided_once
BEFORE UPDATE OF status ON profile_reviews
WHEN OLD.status <> 'pending'
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;

CREATE TRIGGER profile_reviews_name_is_free
BEFORE INSERT ON profile_reviews
WHEN EXISTS (SELECT 1 FROM users WHERE username_key = NEW.username_key AND uid <> NEW.user_id)
BEGIN
  SELECT RAISE(ABORT, 'username_taken');
END;

CREATE TRIGGER profile_reviews_total_new
AFTER INSERT ON profile_reviews
WHEN NEW.status = 'pending'
BEGIN
  UPDATE site_totals SET value = value + 1 WHERE name = 'pending_profiles';
END;

CREATE TRIGGER profile_reviews_total_decided
AFTER UPDATE OF status ON profile_reviews
WHEN OLD.status = 'pending' AND NEW.status <> 'pending'
BEGIN
  UPDATE site_totals SET value = value - 1 WHERE name = 'pending_profiles';
END;

CREATE TABLE user_follows (
  follower_id INTEGER NOT NULL REFERENCES users (uid),
  followed_id INTEGER NOT NULL REFERENCES users (uid),
  created_at TEXT NOT NULL,
  PRIMARY KEY (follower_id, followed_id)
) WITHOUT ROWID;

CREATE INDEX user_follows_following ON user_follows (follower_id, created_at, followed_id);
CREATE INDEX user_follows_followers ON user_follows (followed_id, created_at, follower_id);

CREATE TRIGGER user_follows_not_oneself
BEFORE INSERT ON user_follows
WHEN NEW.follower_id = NEW.followed_id
BEGIN
  SELECT RAISE(ABORT, 'self_follow');
END;

CREATE TRIGGER user_follows_count_new
AFTER INSERT ON user_follows
BEGIN
  UPDATE users SET following_count = following_count + 1 WHERE uid = NEW.follower_id;
  UPDATE users SET followers_count = followers_count + 1 WHERE uid = NEW.followed_id;
END;

CREATE TRIGGER user_follows_count_gone
AFTER DELETE ON user_follows
BEGIN
  UPDATE users SET following_count = following_count - 1 WHERE uid = OLD.follower_id;
  UPDATE users SET followers_count = followers_count - 1 WHERE uid = OLD.followed_id;
END;

-- The rules of blocking are also in src/features/core/blocks/touch.ts.
CREATE TRIGGER user_follows_not_between_the_blocked
BEFORE INSERT ON user_follows
WHEN EXISTS (SELECT 1 FROM user_blocks WHERE user_id = NEW.followed_id AND blocked_id = NEW.follower_id)
  OR EXISTS (SELECT 1 FROM user_blocks WHERE user_id = NEW.follower_id AND blocked_id = NEW.followed_id)
BEGIN
  SELECT RAISE(ABORT, 'forbidden');
END;

CREATE TABLE user_blocks (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  blocked_id INTEGER NOT NULL REFERENCES users (uid),
  created_at TEXT NOT NULL,
  PRIMARY KEY (user_id, blocked_id)
) WITHOUT ROWID;

CREATE INDEX user_blocks_in_order ON user_blocks (user_id, created_at, blocked_id);
CREATE INDEX user_blocks_of_blocked ON user_blocks (blocked_id, user_id);

CREATE TRIGGER user_blocks_not_oneself
BEFORE INSERT ON user_blocks
WHEN NEW.user_id = NEW.blocked_id
BEGIN
  SELECT RAISE(ABORT, 'own_post');
END;

CREATE TRIGGER user_blocks_so_many
BEFORE INSERT ON user_blocks
WHEN (SELECT COUNT(*) FROM user_blocks WHERE user_id = NEW.user_id) >= 500
BEGIN
  SELECT RAISE(ABORT, 'validation_failed');
END;

CREATE TRIGGER user_blocks_end_follows
AFTER INSERT ON user_blocks
BEGIN
  DELETE FROM user_follows WHERE follower_id = NEW.user_id AND followed_id = NEW.blocked_id;
  DELETE FROM user_follows WHERE follower_id = NEW.blocked_id AND followed_id = NEW.user_id;
END;

-- Keep users.blocked_ids up to date.
CREATE TRIGGER user_blocks_listed_new
AFTER INSERT ON user_blocks
BEGIN
  UPDATE users SET blocked_ids = (SELECT json_group_array(blocked_id) FROM (
    SELECT blocked_id FROM user_blocks WHERE user_id = NEW.user_id ORDER BY blocked_id))
  WHERE uid = NEW.user_id;
END;

CREATE TRIGGER user_blocks_listed_gone
AFTER DELETE ON user_blocks
BEGIN
  UPDATE users SET blocked_ids = (SELECT json_group_array(blocked_id) FROM (
    SELECT blocked_id FROM user_blocks WHERE user_id = OLD.user_id ORDER BY blocked_id))
  WHERE uid = OLD.user_id;
END;

-- Sign-in -------------------------------------------------------------------------------------------------------------

CREATE TABLE sessions (
  sid TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  status TEXT NOT NULL CHECK (status IN ('active', 'banned', 'deleted')),
  ip TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  remark TEXT NOT NULL DEFAULT '',
  -- Number of the newest refresh token.
  generation INTEGER NOT NULL DEFAULT 1,
  rotated_at TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_used_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
);

CREATE INDEX sessions_of_user ON sessions (user_id, created_at, sid);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- At most 20 sessions per user; the least recently used one goes first.
CREATE TRIGGER sessions_oldest_goes
AFTER INSERT ON sessions
BEGIN
  DELETE FROM sessions
  WHERE sid IN (
    SELECT sid FROM sessions
    WHERE user_id = NEW.user_id
    ORDER BY sid = NEW.sid DESC, last_used_at DESC, created_at DESC, sid DESC
    LIMIT -1 OFFSET 20
  );
END;

-- The newest 50 sign-ins of each user. A sign-in from an unknown device causes a notice.
CREATE TABLE sign_ins (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  sid TEXT NOT NULL,
  -- Hash of a cookie in the browser; null if the browser sent none.
  device_hash TEXT,
  ip TEXT NOT NULL,
  country TEXT,
  user_agent TEXT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('zh-CN', 'en')),
  created_at TEXT NOT NULL
);

CREATE INDEX sign_ins_of_user ON sign_ins (user_id, id);

CREATE TRIGGER sign_ins_oldest_goes
AFTER INSERT ON sign_ins
BEGIN
  DELETE FROM sign_ins
  WHERE user_id = NEW.user_id AND id <= (
    SELECT id FROM sign_ins WHERE user_id = NEW.user_id ORDER BY id DESC LIMIT 1 OFFSET 50
  );
END;

-- Tokens of links that are mailed to a user or handed over by an owner. Only hashes are stored.
CREATE TABLE user_tokens (
  token_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  kind TEXT NOT NULL,
  -- The address the link was sent to. Using the link proves it.
  email TEXT,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  -- For "this was not me" links: the session to end.
  sid TEXT
) WITHOUT ROWID;

-- A newer token replaces the older one.
CREATE UNIQUE INDEX user_tokens_one_of_a_kind ON user_tokens (user_id, kind);
CREATE INDEX user_tokens_expiry ON user_tokens (expires_at);

-- A mail with a dead link is not sent, and its text is erased.
CREATE TRIGGER user_tokens_take_their_letter_along
AFTER DELETE ON user_tokens
BEGIN
  UPDATE outbox SET status = 'dropped', letter = NULL, settled_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE token_hash = OLD.token_hash AND status = 'waiting';
  UPDATE outbox SET letter = NULL WHERE token_hash = OLD.token_hash AND letter IS NOT NULL;
END;

-- Requests for a new password, until the link is mailed. The mail is made after the response, so that the response
-- takes the same time whether the account exists or not.
CREATE TABLE reset_requests (
  id INTEGER PRIMARY KEY,
  email TEXT NOT NULL,
  site TEXT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('zh-CN', 'en')),
  created_at TEXT NOT NULL
);

-- Personal access tokens for the API. Only hashes are stored.
CREATE TABLE access_tokens (
  id INTEGER PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  name TEXT NOT NULL,
  scope TEXT NOT NULL CHECK (scope IN ('read', 'write')),
  created_at TEXT NOT NULL,
  expires_at TEXT,
  -- Rounded to the hour, so that a busy program does not write with every request.
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

-- Two-step sign-in with an authenticator app (TOTP).
CREATE TABLE user_totp (
  user_id INTEGER PRIMARY KEY REFERENCES users (uid),
  -- Encrypted with the site secret that key_id names.
  secret TEXT NOT NULL,
  key_id TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- Set by the first correct code. Sign-in asks for codes only from then on.
  confirmed_at TEXT,
  -- Time step of the last accepted code: a code works once.
  last_step INTEGER NOT NULL DEFAULT 0
);

CREATE INDEX user_totp_key ON user_totp (key_id);

CREATE TRIGGER user_totp_takes_its_codes_along
AFTER DELETE ON user_totp
BEGIN
  DELETE FROM recovery_codes WHERE user_id = OLD.user_id;
  DELETE FROM login_challenges WHERE user_id = OLD.user_id;
END;

-- For users who lost their authenticator app. Only hashes are stored; a used code is deleted.
CREATE TABLE recovery_codes (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  code_hash TEXT NOT NULL,
  PRIMARY KEY (user_id, code_hash)
) WITHOUT ROWID;

-- Sign-ins with a correct password that still need the second factor.
CREATE TABLE login_challenges (
  challenge_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  tries INTEGER NOT NULL DEFAULT 0,
  expires_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX login_challenges_of_user ON login_challenges (user_id);
CREATE INDEX login_challenges_expiry ON login_challenges (expires_at);

-- WebAuthn credentials.
CREATE TABLE passkeys (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  -- Credential id and public key (COSE), both in Base64url.
  credential_id TEXT NOT NULL UNIQUE,
  public_key TEXT NOT NULL,
  -- Signature counter of the authenticator; 0 if it does not count.
  counter INTEGER NOT NULL CHECK (counter >= 0),
  -- JSON list, as the browser reported it.
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

-- A counter that does not grow means that the passkey was cloned.
CREATE TRIGGER passkeys_count_upwards
BEFORE UPDATE OF counter ON passkeys
WHEN NEW.counter <= OLD.counter AND OLD.counter > 0
BEGIN
  SELECT RAISE(ABORT, 'invalid_credentials');
END;

-- WebAuthn challenges are signed and carry their own expiry. Used ones are listed here so that none works twice.
CREATE TABLE spent_challenges (
  challenge_hash TEXT PRIMARY KEY,
  expires_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX spent_challenges_expiry ON spent_challenges (expires_at);

-- Links printed by a deployment that make the first owner. Only hashes of their tokens are stored.
CREATE TABLE owner_claims (
  token_hash TEXT PRIMARY KEY,
  expires_at TEXT NOT NULL
) WITHOUT ROWID;

-- Once there is an owner, only owners appoint owners.
CREATE TRIGGER owner_claims_only_without_owner
BEFORE INSERT ON owner_claims
WHEN EXISTS (SELECT 1 FROM users WHERE role = 'owner')
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;

-- Site ----------------------------------------------------------------------------------------------------------------

-- The switches of the site.
CREATE TABLE site_settings (
  key TEXT PRIMARY KEY CHECK (key GLOB '[a-z]*.[a-z]*'),
  value INTEGER NOT NULL CHECK (value IN (0, 1))
);

INSERT INTO site_settings (key, value) VALUES
  ('audit.enabled', 0), ('registration.enabled', 1), ('comments.enabled', 1), ('email.verification_required', 0),
  ('backups.enabled', 1), ('views.public', 0);

-- State of the cron and of commands between runs.
CREATE TABLE site_state (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

-- counted.*: the cron counts posts and comments into site_daily and site_totals up to this id. newest.notifications:
-- the highest deleted notification id, which is never used again.
INSERT INTO site_state (key, value) VALUES
  ('counted.comments', '0'), ('newest.notifications', '0'), ('counted.posts', '0');

-- How the owner customised the site: one row. NULL means the default.
CREATE TABLE site_identity (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT CHECK (length(name) BETWEEN 1 AND 40),
  tagline_zh TEXT CHECK (length(tagline_zh) BETWEEN 1 AND 80),
  tagline_en TEXT CHECK (length(tagline_en) BETWEEN 1 AND 80),
  accent TEXT CHECK (accent GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  -- The same image in two sizes.
  logo_key TEXT,
  logo_large_key TEXT,
  CHECK ((logo_key IS NULL) = (logo_large_key IS NULL))
);

INSERT INTO site_identity (id) VALUES (1);

CREATE TRIGGER site_identity_stays
BEFORE DELETE ON site_identity
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;

-- Links in the footer of every page, oldest first.
CREATE TABLE footer_links (
  id INTEGER PRIMARY KEY,
  label TEXT NOT NULL CHECK (length(label) BETWEEN 1 AND 30),
  -- No javascript: or data: URLs.
  url TEXT NOT NULL CHECK (length(url) <= 500 AND (
    url GLOB 'https://?*' OR url GLOB 'http://?*' OR url GLOB 'mailto:?*'
    OR url = '/' OR url GLOB '/[^/\]*'))
);

CREATE TRIGGER footer_links_six_at_most
BEFORE INSERT ON footer_links
WHEN (SELECT COUNT(*) FROM footer_links) >= 6
BEGIN
  SELECT RAISE(ABORT, 'validation_failed');
END;

-- The about, rules and privacy pages, one text per language.
CREATE TABLE site_pages (
  name TEXT NOT NULL CHECK (name IN ('about', 'rules', 'privacy')),
  language TEXT NOT NULL CHECK (language IN ('zh-CN', 'en')),
  -- Sanitised HTML, like the body of a post. An empty page has no row.
  body TEXT NOT NULL CHECK (length(body) BETWEEN 1 AND 200000),
  version INTEGER NOT NULL DEFAULT 1,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (name, language)
) WITHOUT ROWID;

-- An edit that is based on an older version is refused.
CREATE TRIGGER site_pages_version_conflict
BEFORE UPDATE ON site_pages
WHEN NEW.version <> OLD.version + 1
BEGIN
  SELECT RAISE(ABORT, 'version_conflict');
END;

-- Totals of the site, updated with each event, so that no page counts a growing table.
CREATE TABLE site_totals (
  name TEXT PRIMARY KEY CHECK (name GLOB '[a-z]*'),
  value INTEGER NOT NULL CHECK (value >= 0)
) WITHOUT ROWID;

INSERT INTO site_totals (name, value) VALUES
  ('open_reports', 0), ('pending_posts', 0), ('pending_profiles', 0), ('posts', 0), ('unseen_edits', 0), ('users', 0);

-- New users, posts, comments and check-ins per day.
CREATE TABLE site_daily (
  day TEXT PRIMARY KEY,
  users INTEGER NOT NULL DEFAULT 0,
  posts INTEGER NOT NULL DEFAULT 0,
  comments INTEGER NOT NULL DEFAULT 0,
  check_ins INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- Request and job statistics for the operator. Each isolate collects them in memory and writes at most once a minute.
CREATE TABLE operation_hours (
  -- UTC, YYYY-MM-DDTHH.
  hour TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('requests', 'route', 'cron', 'job', 'object')),
  name TEXT NOT NULL,
  count INTEGER NOT NULL CHECK (count >= 0),
  slow INTEGER NOT NULL CHECK (slow >= 0),
  failed INTEGER NOT NULL CHECK (failed >= 0),
  worst_ms INTEGER NOT NULL,
  PRIMARY KEY (hour, kind, name)
) WITHOUT ROWID;

-- Live rooms (Durable Objects) that have open sockets. A change of a user or post without a row here wakes no object.
CREATE TABLE live_topics (
  kind TEXT NOT NULL CHECK (kind IN ('user', 'post')),
  id INTEGER NOT NULL,
  PRIMARY KEY (kind, id)
) WITHOUT ROWID;

-- A retry with the same key gets the stored answer and has no further effect.
CREATE TABLE idempotency_keys (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  key TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  -- JSON, enough to build the first answer again.
  answer TEXT NOT NULL CHECK (json_valid(answer)),
  created_at TEXT NOT NULL,
  PRIMARY KEY (user_id, key)
) WITHOUT ROWID;

CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- Levels and energy ---------------------------------------------------------------------------------------------------

-- The exp at which each level begins.
CREATE TABLE levels (
  level INTEGER PRIMARY KEY,
  floor INTEGER NOT NULL UNIQUE
);

INSERT INTO levels (level, floor) VALUES
  (0, 0), (1, 1), (2, 50), (3, 200), (4, 1500), (5, 4500), (6, 10800);

CREATE TABLE user_check_ins (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  day TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (user_id, day)
) WITHOUT ROWID;

CREATE TRIGGER check_ins_daily
AFTER INSERT ON user_check_ins
BEGIN
  INSERT INTO site_daily (day, check_ins) VALUES (NEW.day, 1)
  ON CONFLICT (day) DO UPDATE SET check_ins = check_ins + 1;
END;

-- First-time tasks: each is rewarded once.
CREATE TABLE user_tasks (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  task TEXT NOT NULL CHECK (task IN ('avatar', 'username', 'signature')),
  completed_at TEXT NOT NULL,
  PRIMARY KEY (user_id, task)
) WITHOUT ROWID;

-- Exp that a user gained by energizing on one day. The CHECK is the daily cap.
CREATE TABLE daily_exp_summary (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  day TEXT NOT NULL,
  exp INTEGER NOT NULL CHECK (exp BETWEEN 0 AND 50),
  PRIMARY KEY (user_id, day)
) WITHOUT ROWID;

-- The energy ledger, append-only. users.energy is always the sum of its entries.
CREATE TABLE energy_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  amount INTEGER NOT NULL CHECK (amount <> 0),
  reason TEXT NOT NULL CHECK (reason IN (
    'checkin', 'energize', 'energized', 'rename', 'rename_refund', 'delete_post', 'admin_adjust'
  )),
  balance_after INTEGER NOT NULL,
  post_id INTEGER,
  note TEXT,
  created_at TEXT NOT NULL,
  -- Exp that comes with this entry, so that one UPDATE changes balance and exp.
  exp_gained INTEGER NOT NULL DEFAULT 0
);

CREATE INDEX energy_log_of_user_by_time ON energy_log (user_id, created_at, id);
-- Energize entries are most of the ledger and are found through post_energize_log.
CREATE INDEX energy_log_by_reason ON energy_log (reason, created_at, id) WHERE reason NOT IN ('energize', 'energized');

-- A user with a negative balance can neither energize nor rename.
CREATE TRIGGER energy_log_refuses_debtors
BEFORE INSERT ON energy_log
WHEN NEW.reason IN ('energize', 'rename') AND (SELECT energy FROM users WHERE uid = NEW.user_id) < 0
BEGIN
  SELECT RAISE(ABORT, 'energy_negative');
END;

CREATE TRIGGER energy_log_balance_fits
BEFORE INSERT ON energy_log
WHEN NEW.balance_after IS NOT (SELECT energy + NEW.amount FROM users WHERE uid = NEW.user_id)
BEGIN
  SELECT RAISE(ABORT, 'the balance does not fit the ledger');
END;

CREATE TRIGGER energy_log_is_never_changed
BEFORE UPDATE ON energy_log
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER energy_log_is_never_deleted
BEFORE DELETE ON energy_log
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER energy_log_moves_balance
AFTER INSERT ON energy_log
BEGIN
  UPDATE users SET energy = NEW.balance_after, exp = exp + NEW.exp_gained WHERE uid = NEW.user_id;
END;

-- Writes nothing while entries belong to the newest day.
CREATE TRIGGER energy_log_keeps_days
AFTER INSERT ON energy_log
WHEN date(NEW.created_at, '+8 hours') IS NOT (SELECT MAX(day) FROM ledger_days)
BEGIN
  INSERT INTO ledger_days (day, first_id, last_id) VALUES (date(NEW.created_at, '+8 hours'), NEW.id, NEW.id)
  ON CONFLICT (day) DO UPDATE SET last_id = NEW.id;
END;

-- Finds the entries of a day by id, so that energy_log needs no index by time alone. The entries of a day have ids
-- from first_id up to the first_id of the next day; entries written late have ids up to last_id.
CREATE TABLE ledger_days (
  day TEXT PRIMARY KEY,
  first_id INTEGER NOT NULL,
  last_id INTEGER NOT NULL
) WITHOUT ROWID;

-- Images --------------------------------------------------------------------------------------------------------------

-- Uploaded images. The bytes are in the bucket IMAGES.
CREATE TABLE images (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Name in the bucket and in `/images/<key>`.
  key TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  purpose TEXT NOT NULL CHECK (purpose IN ('avatar', 'post', 'comment')),
  type TEXT NOT NULL CHECK (type IN ('image/jpeg', 'image/png', 'image/gif', 'image/webp')),
  width INTEGER NOT NULL CHECK (width > 0),
  height INTEGER NOT NULL CHECK (height > 0),
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  created_at TEXT NOT NULL,
  -- Set at upload and when the clean-up finds no use of the image. Null while it is in use.
  unused_since TEXT
);

CREATE INDEX images_of_user ON images (user_id, id);
CREATE INDEX images_unused ON images (unused_since) WHERE unused_since IS NOT NULL;

-- Posts ---------------------------------------------------------------------------------------------------------------

-- Seconds that a score adds to the hot rank: a tenfold score adds half a day. A table, because not every SQLite has
-- log(). The rank is relative to the publication time, so it does not change as time passes.
CREATE TABLE hot_scale (
  score INTEGER PRIMARY KEY,
  seconds INTEGER NOT NULL
);

INSERT INTO hot_scale (score, seconds) VALUES
  (0, 0), (1, 0), (2, 13546), (3, 21470), (4, 27093), (5, 31454), (6, 35017), (7, 38029), (8, 40639), (9, 42941),
  (10, 45000), (12, 48563), (14, 51576), (16, 54185), (18, 56487), (20, 58546), (25, 62907), (30, 66470), (35, 69483),
  (40, 72093), (50, 76454), (60, 80017), (80, 85639), (100, 90000), (125, 94361), (160, 99185), (200, 103546),
  (250, 107907), (320, 112732), (400, 117093), (500, 121454), (640, 126278), (800, 130639), (1000, 135000),
  (1600, 144185), (2500, 152907), (4000, 162093), (6400, 171278), (10000, 180000), (25000, 197907), (64000, 216278),
  (160000, 234185), (400000, 252093), (1000000, 270000);

-- A row is never deleted, only hidden by deleted_at.
CREATE TABLE posts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  author_id INTEGER NOT NULL REFERENCES users (uid),
  status TEXT NOT NULL CHECK (status IN ('draft', 'pending', 'approved', 'rejected', 'locked')),
  -- Grows by one with every edit and every change of status. Writes based on an older version are refused.
  version INTEGER NOT NULL DEFAULT 1,
  title TEXT NOT NULL,
  summary TEXT NOT NULL,
  -- 1 if the author wrote the summary. A derived summary follows the body.
  summary_is_own INTEGER NOT NULL DEFAULT 0 CHECK (summary_is_own IN (0, 1)),
  cover_url TEXT,
  -- Pairs of key and name in the order of the author: [["sqlite","SQLite"],...]
  tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)),
  reading_minutes INTEGER NOT NULL DEFAULT 1,
  likes_count INTEGER NOT NULL DEFAULT 0 CHECK (likes_count >= 0),
  dislikes_count INTEGER NOT NULL DEFAULT 0 CHECK (dislikes_count >= 0),
  comments_count INTEGER NOT NULL DEFAULT 0 CHECK (comments_count >= 0),
  favorites_count INTEGER NOT NULL DEFAULT 0 CHECK (favorites_count >= 0),
  energy INTEGER NOT NULL DEFAULT 0 CHECK (energy >= 0),
  -- Publication time in seconds plus the value of hot_scale for the score.
  hot INTEGER NOT NULL DEFAULT 0,
  reject_reason TEXT,
  locked_from TEXT CHECK (locked_from IN ('pending', 'approved', 'rejected')),
  lock_reason TEXT,
  -- Set by an edit of an approved post while review is on, until an admin has seen the edit.
  edit_unseen_since TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  edited_at TEXT,
  published_at TEXT,
  deleted_at TEXT,
  -- The last stored column: SQLite reads a row from left to right, and lists stop before the body. Do not add stored
  -- columns after it; use a separate table.
  body TEXT NOT NULL,
  -- zh, en, or empty for neither (listed in every language). Text is Chinese if more than one character in nine is.
  -- The SQL counts Chinese characters by their bytes. The same rule is in src/features/publishing/posts/language.ts.
  language TEXT GENERATED ALWAYS AS (
    iif(title || ' ' || summary GLOB '*[ぁ-ヺ가-힣]*', '',
      iif(title || ' ' || summary GLOB '*[㐀-鿿]*'
        AND 9 * (length(CAST(title || ' ' || summary AS BLOB)) - length(title || ' ' || summary))
          > 2 * length(title || ' ' || summary), 'zh',
        iif(title || ' ' || summary GLOB '*[A-Za-z]*', 'en', '')))
  ) VIRTUAL,
  CHECK ((status = 'locked') = (locked_from IS NOT NULL)),
  CHECK (status <> 'approved' OR published_at IS NOT NULL)
);

CREATE INDEX posts_of_author_new ON posts (author_id, published_at, id)
  WHERE status = 'approved' AND deleted_at IS NULL;
CREATE INDEX posts_of_author_hot ON posts (author_id, hot, id) WHERE status = 'approved' AND deleted_at IS NULL;
CREATE INDEX posts_in_studio_by_status ON posts (author_id, status, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX posts_by_status ON posts (status, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX posts_edits_unseen ON posts (edit_unseen_since, id)
  WHERE edit_unseen_since IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX posts_deleted_of_author ON posts (author_id, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX posts_new ON posts (language, published_at, id) WHERE status = 'approved' AND deleted_at IS NULL;
CREATE INDEX posts_hot ON posts (language, hot, id) WHERE status = 'approved' AND deleted_at IS NULL;

CREATE TRIGGER posts_version_conflict
BEFORE UPDATE OF version ON posts
WHEN NEW.version <> OLD.version + 1
BEGIN
  SELECT RAISE(ABORT, 'version_conflict');
END;

CREATE TRIGGER posts_published_once
BEFORE UPDATE OF published_at ON posts
WHEN OLD.published_at IS NOT NULL AND NEW.published_at IS NOT OLD.published_at
BEGIN
  SELECT RAISE(ABORT, 'a post is published once');
END;

CREATE TRIGGER posts_are_never_deleted
BEFORE DELETE ON posts
BEGIN
  SELECT RAISE(ABORT, 'a post is hidden, never deleted');
END;

CREATE TRIGGER posts_stats_new
AFTER INSERT ON posts
BEGIN
  INSERT INTO author_stats (user_id) VALUES (NEW.author_id) ON CONFLICT DO NOTHING;
  UPDATE author_stats
  SET draft = draft + (NEW.status = 'draft'), pending = pending + (NEW.status = 'pending'),
    approved = approved + (NEW.status = 'approved'), rejected = rejected + (NEW.status = 'rejected'),
    locked = locked + (NEW.status = 'locked')
  WHERE user_id = NEW.author_id;
END;

CREATE TRIGGER posts_stats_status
AFTER UPDATE OF status ON posts
WHEN NEW.status <> OLD.status AND NEW.deleted_at IS NULL
BEGIN
  UPDATE author_stats
  SET draft = draft + (NEW.status = 'draft') - (OLD.status = 'draft'),
    pending = pending + (NEW.status = 'pending') - (OLD.status = 'pending'),
    approved = approved + (NEW.status = 'approved') - (OLD.status = 'approved'),
    rejected = rejected + (NEW.status = 'rejected') - (OLD.status = 'rejected'),
    locked = locked + (NEW.status = 'locked') - (OLD.status = 'locked')
  WHERE user_id = NEW.author_id;
END;

-- A deleted post leaves all folders.
CREATE TRIGGER posts_leave_folders
AFTER UPDATE OF deleted_at ON posts
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL
BEGIN
  DELETE FROM folder_items WHERE post_id = NEW.id;
END;

CREATE TRIGGER posts_hide_in_folders
AFTER UPDATE OF status ON posts
WHEN (OLD.status = 'approved') <> (NEW.status = 'approved')
BEGIN
  UPDATE folders SET hidden_items_count = hidden_items_count + iif(NEW.status = 'approved', -1, 1)
  WHERE id IN (SELECT folder_id FROM folder_items WHERE post_id = NEW.id);
END;

CREATE TRIGGER posts_stats_gone
AFTER UPDATE OF deleted_at ON posts
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL
BEGIN
  UPDATE author_stats
  SET draft = draft - (OLD.status = 'draft'), pending = pending - (OLD.status = 'pending'),
    approved = approved - (OLD.status = 'approved'), rejected = rejected - (OLD.status = 'rejected'),
    locked = locked - (OLD.status = 'locked')
  WHERE user_id = NEW.author_id;
END;

-- A deleted post no longer counts on any day or in the sums of its author, and its like notices go.
CREATE TRIGGER posts_leave_days
AFTER UPDATE OF deleted_at ON posts
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL
BEGIN
  DELETE FROM post_days WHERE post_id = NEW.id;
  -- Keys are like:<post>:<day>. The semicolon is the character after the colon.
  DELETE FROM notifications
  WHERE user_id = NEW.author_id AND once_key >= 'like:' || NEW.id || ':' AND once_key < 'like:' || NEW.id || ';';
END;

-- For inserts that do not set the rank.
CREATE TRIGGER posts_rank_new
AFTER INSERT ON posts
WHEN NEW.published_at IS NOT NULL AND NEW.hot = 0
BEGIN
  UPDATE posts SET hot = CAST(strftime('%s', NEW.published_at) AS INTEGER) WHERE id = NEW.id;
END;

CREATE TRIGGER posts_rank
AFTER UPDATE OF published_at ON posts
WHEN OLD.published_at IS NULL AND NEW.published_at IS NOT NULL AND NEW.hot = 0
BEGIN
  UPDATE posts SET hot = CAST(strftime('%s', NEW.published_at) AS INTEGER) WHERE id = NEW.id;
END;

CREATE TRIGGER posts_totals_new
AFTER INSERT ON posts
WHEN NEW.status = 'pending'
BEGIN
  UPDATE site_totals SET value = value + 1 WHERE name = 'pending_posts';
END;

CREATE TRIGGER posts_totals
AFTER UPDATE OF status, deleted_at, edit_unseen_since ON posts
BEGIN
  UPDATE site_totals SET value = value + (NEW.deleted_at IS NULL) - (OLD.deleted_at IS NULL)
  WHERE name = 'posts' AND (NEW.deleted_at IS NULL) <> (OLD.deleted_at IS NULL)
    AND NEW.id <= (SELECT CAST(site_state.value AS INTEGER) FROM site_state WHERE key = 'counted.posts');
  UPDATE site_totals
  SET value = value + (NEW.status = 'pending' AND NEW.deleted_at IS NULL)
    - (OLD.status = 'pending' AND OLD.deleted_at IS NULL)
  WHERE name = 'pending_posts' AND (NEW.status = 'pending' AND NEW.deleted_at IS NULL)
    <> (OLD.status = 'pending' AND OLD.deleted_at IS NULL);
  UPDATE site_totals
  SET value = value + (NEW.edit_unseen_since IS NOT NULL AND NEW.deleted_at IS NULL)
    - (OLD.edit_unseen_since IS NOT NULL AND OLD.deleted_at IS NULL)
  WHERE name = 'unseen_edits' AND (NEW.edit_unseen_since IS NOT NULL AND NEW.deleted_at IS NULL)
    <> (OLD.edit_unseen_since IS NOT NULL AND OLD.deleted_at IS NULL);
END;

CREATE TRIGGER posts_leave_schedule
AFTER UPDATE OF status, deleted_at ON posts
WHEN OLD.status = 'draft' AND (NEW.status <> 'draft' OR NEW.deleted_at IS NOT NULL)
BEGIN
  DELETE FROM post_schedules WHERE post_id = NEW.id;
END;

-- Only posts in the bin can be restored.
CREATE TRIGGER posts_come_back_from_the_bin
BEFORE UPDATE OF deleted_at ON posts
WHEN OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM post_bin WHERE deleted_at = OLD.deleted_at AND post_id = OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'not_found');
END;

-- A post in the bin keeps its revisions.
CREATE TRIGGER posts_leave_revisions
AFTER UPDATE OF deleted_at ON posts
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL AND OLD.version > 1
  AND NOT EXISTS (SELECT 1 FROM post_bin WHERE deleted_at = NEW.deleted_at AND post_id = NEW.id)
BEGIN
  DELETE FROM post_revisions WHERE post_id = NEW.id;
END;

-- A deleted post loses its pin for good. A locked post keeps it.
CREATE TRIGGER posts_leave_pins
AFTER UPDATE OF deleted_at ON posts
WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL
BEGIN
  DELETE FROM pinned_posts WHERE post_id = NEW.id;
END;

CREATE TRIGGER posts_rank_in_tags
AFTER UPDATE OF hot ON posts
WHEN NEW.hot <> OLD.hot
BEGIN
  UPDATE post_tags SET hot = NEW.hot
  WHERE tag_key IN (SELECT json_extract(value, '$[0]') FROM json_each(NEW.tags))
    AND language = NEW.language AND published_at = NEW.published_at AND post_id = NEW.id AND hot <> NEW.hot;
END;

-- post_tags has rows only for visible posts.
CREATE TRIGGER posts_list_tags_new
AFTER INSERT ON posts
WHEN NEW.status = 'approved' AND NEW.deleted_at IS NULL
BEGIN
  INSERT INTO tags (tag_key, name, posts_count)
  SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), 1 FROM json_each(NEW.tags) WHERE TRUE
  ON CONFLICT (tag_key) DO UPDATE SET posts_count = posts_count + 1;
  INSERT INTO post_tags (tag_key, language, published_at, post_id, author_id, hot)
  SELECT json_extract(value, '$[0]'), NEW.language, NEW.published_at, NEW.id, NEW.author_id,
    (SELECT hot FROM posts WHERE id = NEW.id)
  FROM json_each(NEW.tags);
END;

CREATE TRIGGER posts_list_tags
AFTER UPDATE OF status, deleted_at, tags, title, summary ON posts
WHEN NEW.status <> OLD.status OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.tags <> OLD.tags
  OR NEW.language <> OLD.language
BEGIN
  DELETE FROM post_tags
  WHERE tag_key IN (SELECT json_extract(value, '$[0]') FROM json_each(OLD.tags))
    AND language = OLD.language AND published_at = OLD.published_at AND post_id = NEW.id;
  INSERT INTO tags (tag_key, name, posts_count)
  SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), 1 FROM json_each(NEW.tags)
  WHERE NEW.status = 'approved' AND NEW.deleted_at IS NULL
  ON CONFLICT (tag_key) DO UPDATE SET posts_count = posts_count + 1;
  INSERT INTO post_tags (tag_key, language, published_at, post_id, author_id, hot)
  SELECT json_extract(value, '$[0]'), NEW.language, NEW.published_at, NEW.id, NEW.author_id,
    (SELECT hot FROM posts WHERE id = NEW.id)
  FROM json_each(NEW.tags)
  WHERE NEW.status = 'approved' AND NEW.deleted_at IS NULL;
END;

CREATE TRIGGER posts_leave_read_next
AFTER UPDATE OF deleted_at ON posts
WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL
BEGIN
  DELETE FROM read_next WHERE post_id = NEW.id;
END;

-- A restored post gets its figures back. Likes and comments are counted again, because some may be gone; energy and
-- views come from the bin. The author gets no second notice of old likes.
CREATE TRIGGER posts_come_back
AFTER UPDATE OF deleted_at ON posts
WHEN OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL
BEGIN
  UPDATE author_stats
  SET draft = draft + (NEW.status = 'draft'), pending = pending + (NEW.status = 'pending'),
    approved = approved + (NEW.status = 'approved'), rejected = rejected + (NEW.status = 'rejected'),
    locked = locked + (NEW.status = 'locked')
  WHERE user_id = NEW.author_id;
  INSERT INTO post_days (post_id, day, author_id, likes, likes_of_others, told, comments, energy, views, ends)
  SELECT NEW.id, day, NEW.author_id, SUM(likes), SUM(of_others), SUM(of_others), SUM(comments), SUM(energy), SUM(views),
    SUM(ends)
  FROM (
    SELECT date(created_at, '+8 hours') AS day, 1 AS likes, user_id <> NEW.author_id AND NOT quiet AS of_others,
      0 AS comments, 0 AS energy, 0 AS views, 0 AS ends
    FROM post_likes WHERE post_id = NEW.id
    UNION ALL
    SELECT date(created_at, '+8 hours'), 0, 0, 1, 0, 0, 0 FROM comments WHERE post_id = NEW.id AND deleted_at IS NULL
    UNION ALL
    SELECT json_extract(value, '$[0]'), 0, 0, 0, json_extract(value, '$[1]'),
      COALESCE(json_extract(value, '$[2]'), 0), COALESCE(json_extract(value, '$[3]'), 0)
    FROM json_each((
      SELECT energy_days FROM post_bin WHERE deleted_at = OLD.deleted_at AND post_id = OLD.id))
  )
  GROUP BY day;
  DELETE FROM post_bin WHERE deleted_at = OLD.deleted_at AND post_id = OLD.id;
END;

-- The stored images a post shows. The clean-up deletes images that nothing shows.
CREATE TABLE post_images (
  post_id INTEGER NOT NULL REFERENCES posts (id),
  image_key TEXT NOT NULL,
  PRIMARY KEY (post_id, image_key)
) WITHOUT ROWID;

CREATE INDEX post_images_by_key ON post_images (image_key);

-- Review history: every change of status, and edits that admins review. Append-only.
CREATE TABLE post_moves (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  post_id INTEGER NOT NULL REFERENCES posts (id),
  actor_id INTEGER NOT NULL REFERENCES users (uid),
  move TEXT NOT NULL,
  from_status TEXT,
  to_status TEXT NOT NULL,
  reason TEXT,
  created_at TEXT NOT NULL
);

CREATE INDEX post_moves_of_post ON post_moves (post_id, id);

CREATE TRIGGER post_moves_are_never_changed
BEFORE UPDATE ON post_moves
BEGIN
  SELECT RAISE(ABORT, 'the review history is append-only');
END;

CREATE TRIGGER post_moves_are_never_deleted
BEFORE DELETE ON post_moves
BEGIN
  SELECT RAISE(ABORT, 'the review history is append-only');
END;

-- Content of an approved post before and after an edit, while review is on.
CREATE TABLE post_edits (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  post_id INTEGER NOT NULL REFERENCES posts (id),
  version INTEGER NOT NULL,
  before TEXT NOT NULL CHECK (json_valid(before)),
  after TEXT NOT NULL CHECK (json_valid(after)),
  created_at TEXT NOT NULL
);

CREATE INDEX post_edits_of_post ON post_edits (post_id, id);

-- Earlier states of a post that its author can restore: src/features/publishing/revisions/revision-rows.ts.
CREATE TABLE post_revisions (
  post_id INTEGER NOT NULL REFERENCES posts (id),
  version INTEGER NOT NULL,
  saved_at TEXT NOT NULL,
  status TEXT NOT NULL,
  title TEXT NOT NULL,
  -- Images of this revision. The clean-up keeps them.
  image_keys TEXT NOT NULL CHECK (json_valid(image_keys)),
  -- The content as compressed JSON. Last, so that lists do not read it.
  content TEXT NOT NULL,
  PRIMARY KEY (post_id, version)
) WITHOUT ROWID;

-- 49 revisions plus the current state: 50 states per post.
CREATE TRIGGER post_revisions_oldest_goes
AFTER INSERT ON post_revisions
BEGIN
  DELETE FROM post_revisions
  WHERE post_id = NEW.post_id AND version <= (
    SELECT version FROM post_revisions WHERE post_id = NEW.post_id ORDER BY version DESC LIMIT 1 OFFSET 49);
END;

-- Drafts that the cron publishes at a given time. Not in posts: no column may follow the body there.
CREATE TABLE post_schedules (
  post_id INTEGER PRIMARY KEY REFERENCES posts (id),
  author_id INTEGER NOT NULL REFERENCES users (uid),
  publish_at TEXT NOT NULL
);

CREATE INDEX post_schedules_due ON post_schedules (publish_at, post_id);
CREATE INDEX post_schedules_of_author ON post_schedules (author_id, publish_at, post_id);

CREATE TRIGGER post_schedules_drafts_only
BEFORE INSERT ON post_schedules
WHEN NOT EXISTS (
  SELECT 1 FROM posts
  WHERE id = NEW.post_id AND author_id = NEW.author_id AND status = 'draft' AND deleted_at IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;

-- Posts that their authors deleted recently and can restore.
CREATE TABLE post_bin (
  -- Same value as in posts. First in the key, so that the oldest entries are found first.
  deleted_at TEXT NOT NULL,
  post_id INTEGER NOT NULL REFERENCES posts (id),
  author_id INTEGER NOT NULL REFERENCES users (uid),
  -- [["2026-11-15",4,20,7],...]: day, energy, views and completed reads, which posts_leave_days deletes from
  -- post_days.
  energy_days TEXT NOT NULL CHECK (json_valid(energy_days)),
  PRIMARY KEY (deleted_at, post_id)
) WITHOUT ROWID;

CREATE INDEX post_bin_of_author ON post_bin (author_id, deleted_at, post_id);

-- Posts at the top of the home page, newest pin first.
CREATE TABLE pinned_posts (
  post_id INTEGER PRIMARY KEY REFERENCES posts (id),
  pinned_at TEXT NOT NULL
);

CREATE TRIGGER pinned_posts_three_at_most
BEFORE INSERT ON pinned_posts
WHEN (SELECT COUNT(*) FROM pinned_posts) >= 3
BEGIN
  SELECT RAISE(ABORT, 'validation_failed');
END;

CREATE TRIGGER pinned_posts_are_public
BEFORE INSERT ON pinned_posts
WHEN NOT EXISTS (SELECT 1 FROM posts WHERE id = NEW.post_id AND status = 'approved' AND deleted_at IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'not_found');
END;

CREATE TABLE tags (
  tag_key TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  posts_count INTEGER NOT NULL DEFAULT 0 CHECK (posts_count >= 0)
) WITHOUT ROWID;

CREATE INDEX tags_popular ON tags (posts_count, tag_key);

-- One row per tag of a visible post, with the columns that lists filter and sort by.
CREATE TABLE post_tags (
  tag_key TEXT NOT NULL REFERENCES tags (tag_key),
  -- Same value as in posts.
  language TEXT NOT NULL DEFAULT '',
  published_at TEXT NOT NULL,
  post_id INTEGER NOT NULL REFERENCES posts (id),
  author_id INTEGER NOT NULL,
  hot INTEGER NOT NULL,
  PRIMARY KEY (tag_key, language, published_at, post_id)
) WITHOUT ROWID;

CREATE INDEX post_tags_hot ON post_tags (tag_key, language, hot, post_id);
-- Posts of one author with one tag.
CREATE INDEX post_tags_of_author_new ON post_tags (author_id, tag_key, published_at, post_id);
CREATE INDEX post_tags_of_author_hot ON post_tags (author_id, tag_key, hot, post_id);

CREATE TRIGGER post_tags_count_gone
AFTER DELETE ON post_tags
BEGIN
  UPDATE tags SET posts_count = posts_count - 1 WHERE tag_key = OLD.tag_key;
END;

-- Written by admins. Not in tags: those rows change with every post.
CREATE TABLE tag_descriptions (
  tag_key TEXT PRIMARY KEY REFERENCES tags (tag_key),
  description TEXT NOT NULL CHECK (length(description) BETWEEN 1 AND 300)
) WITHOUT ROWID;

-- Posts that readers of a post also liked or saved, best first. The cron writes it (src/features/publishing/lists/read-next.ts).
-- A post is listed only if at least two readers share it, so that no reader can be identified.
CREATE TABLE read_next (
  post_id INTEGER PRIMARY KEY REFERENCES posts (id),
  -- JSON list of post ids.
  ids TEXT NOT NULL CHECK (json_array_length(ids) <= 6)
);

-- Community -----------------------------------------------------------------------------------------------------------

CREATE TABLE comments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  post_id INTEGER NOT NULL REFERENCES posts (id),
  -- Null for a root comment. A reply has its root and the comment it answers.
  root_id INTEGER REFERENCES comments (id),
  reply_to_id INTEGER REFERENCES comments (id),
  author_id INTEGER NOT NULL REFERENCES users (uid),
  body TEXT NOT NULL,
  image_id INTEGER REFERENCES images (id),
  replies_count INTEGER NOT NULL DEFAULT 0 CHECK (replies_count >= 0),
  created_at TEXT NOT NULL,
  deleted_at TEXT,
  deleted_by INTEGER REFERENCES users (uid),
  -- Edits are possible for 15 minutes, so that an answered comment does not change later.
  edited_at TEXT,
  likes_count INTEGER NOT NULL DEFAULT 0 CHECK (likes_count >= 0),
  CHECK ((root_id IS NULL) = (reply_to_id IS NULL))
);

CREATE INDEX comments_by_image ON comments (image_id) WHERE image_id IS NOT NULL;
CREATE INDEX comments_live ON comments (id) WHERE deleted_at IS NULL;
CREATE INDEX comments_live_of_author ON comments (author_id, id) WHERE deleted_at IS NULL;
CREATE INDEX comments_replies ON comments (root_id, created_at, id) WHERE root_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX comments_deleted_of_author ON comments (author_id, id) WHERE deleted_at IS NOT NULL;
-- A deleted root stays as a placeholder while it has replies.
CREATE INDEX comments_of_post ON comments (post_id, root_id IS NULL, created_at, id)
  WHERE deleted_at IS NULL OR replies_count > 0;
-- Only liked comments, so that a new comment writes no row here.
CREATE INDEX comments_liked ON comments (post_id, likes_count, id)
  WHERE root_id IS NULL AND likes_count > 0 AND deleted_at IS NULL;

CREATE TRIGGER comments_on_public_posts
BEFORE INSERT ON comments
WHEN NOT EXISTS (SELECT 1 FROM posts WHERE id = NEW.post_id AND status = 'approved' AND deleted_at IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'not_found');
END;

CREATE TRIGGER comments_answer_what_is_there
BEFORE INSERT ON comments
WHEN NEW.root_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM comments root, comments answered
  WHERE root.id = NEW.root_id AND root.root_id IS NULL AND root.post_id = NEW.post_id
    AND answered.id = NEW.reply_to_id AND answered.deleted_at IS NULL
    AND (answered.id = root.id OR answered.root_id = root.id)
)
BEGIN
  SELECT RAISE(ABORT, 'not_found');
END;

CREATE TRIGGER comments_count_new
AFTER INSERT ON comments
BEGIN
  UPDATE posts SET comments_count = comments_count + 1 WHERE id = NEW.post_id;
  UPDATE comments SET replies_count = replies_count + 1 WHERE id = NEW.root_id;
  INSERT INTO post_days (post_id, day, author_id, comments)
  SELECT id, date(NEW.created_at, '+8 hours'), author_id, 1 FROM posts WHERE id = NEW.post_id AND deleted_at IS NULL
  ON CONFLICT (post_id, day) DO UPDATE SET comments = comments + 1;
END;

CREATE TRIGGER comments_count_gone
AFTER UPDATE OF deleted_at ON comments
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL
BEGIN
  UPDATE posts SET comments_count = comments_count - 1 WHERE id = NEW.post_id;
  UPDATE comments SET replies_count = replies_count - 1 WHERE id = NEW.root_id;
  UPDATE post_days SET comments = comments - 1
  WHERE post_id = NEW.post_id AND day = date(NEW.created_at, '+8 hours');
END;

CREATE TRIGGER comments_are_edited_where_they_stand
BEFORE UPDATE OF body ON comments
WHEN OLD.deleted_at IS NOT NULL
  OR NOT EXISTS (SELECT 1 FROM posts WHERE id = OLD.post_id AND status = 'approved' AND deleted_at IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'not_found');
END;

CREATE TRIGGER comments_are_edited_in_time
BEFORE UPDATE OF body, edited_at ON comments
WHEN NEW.edited_at IS NULL OR NEW.edited_at < OLD.created_at
  OR NEW.edited_at > strftime('%Y-%m-%dT%H:%M:%fZ', OLD.created_at, '+15 minutes')
BEGIN
  SELECT RAISE(ABORT, 'comment_not_editable');
END;

-- Notices quote the comment. Remove the quote when the comment is deleted. The edited case is separate: its notices
-- may be newer than the comment.
CREATE TRIGGER comments_take_their_words_along
AFTER UPDATE OF deleted_at ON comments
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL AND NEW.edited_at IS NULL
BEGIN
  UPDATE notifications SET data = json_remove(data, '$.excerpt')
  WHERE iif(kind = 'NotifyCommentReply', 'reply', category) IN ('comment', 'reply', 'mention')
    AND comment_id = NEW.id AND created_at = NEW.created_at AND user_id IN (
      SELECT author_id FROM posts WHERE id = NEW.post_id
      UNION ALL SELECT author_id FROM comments WHERE id = NEW.reply_to_id
      UNION ALL SELECT user_id FROM comment_mentions WHERE comment_id = NEW.id
    );
END;

CREATE TRIGGER comments_take_their_edited_words_along
AFTER UPDATE OF deleted_at ON comments
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL AND NEW.edited_at IS NOT NULL
BEGIN
  UPDATE notifications SET data = json_remove(data, '$.excerpt')
  WHERE iif(kind = 'NotifyCommentReply', 'reply', category) IN ('comment', 'reply', 'mention')
    AND comment_id = NEW.id AND created_at BETWEEN NEW.created_at AND NEW.edited_at AND user_id IN (
      SELECT author_id FROM posts WHERE id = NEW.post_id
      UNION ALL SELECT author_id FROM comments WHERE id = NEW.reply_to_id
      UNION ALL SELECT user_id FROM comment_mentions WHERE comment_id = NEW.id
    );
END;

CREATE TRIGGER comments_not_to_who_blocks
BEFORE INSERT ON comments
WHEN EXISTS (SELECT 1 FROM user_blocks
    WHERE user_id = (SELECT author_id FROM posts WHERE id = NEW.post_id) AND blocked_id = NEW.author_id)
  OR EXISTS (SELECT 1 FROM user_blocks
    WHERE user_id = (SELECT author_id FROM comments WHERE id = NEW.reply_to_id) AND blocked_id = NEW.author_id)
BEGIN
  SELECT RAISE(ABORT, 'forbidden');
END;

CREATE TABLE comment_mentions (
  comment_id INTEGER NOT NULL REFERENCES comments (id),
  user_id INTEGER NOT NULL REFERENCES users (uid),
  -- The name as written in the text, so that a rename does not break the link.
  name TEXT NOT NULL,
  PRIMARY KEY (comment_id, user_id)
) WITHOUT ROWID;

CREATE TRIGGER comment_mentions_not_of_who_blocks
BEFORE INSERT ON comment_mentions
WHEN EXISTS (SELECT 1 FROM user_blocks
  WHERE user_id = NEW.user_id AND blocked_id = (SELECT author_id FROM comments WHERE id = NEW.comment_id))
BEGIN
  SELECT RAISE(ABORT, 'forbidden');
END;

CREATE TABLE comment_likes (
  comment_id INTEGER NOT NULL REFERENCES comments (id),
  user_id INTEGER NOT NULL REFERENCES users (uid),
  created_at TEXT NOT NULL,
  PRIMARY KEY (comment_id, user_id)
) WITHOUT ROWID;

CREATE INDEX comment_likes_of_user ON comment_likes (user_id, comment_id);

CREATE TRIGGER comment_likes_of_what_is_there
BEFORE INSERT ON comment_likes
WHEN NOT EXISTS (
  SELECT 1 FROM comments c JOIN posts p ON p.id = c.post_id
  WHERE c.id = NEW.comment_id AND c.deleted_at IS NULL AND p.status = 'approved' AND p.deleted_at IS NULL
)
BEGIN
  SELECT RAISE(ABORT, 'not_found');
END;

CREATE TRIGGER comment_likes_count_new
AFTER INSERT ON comment_likes
BEGIN
  UPDATE comments SET likes_count = likes_count + 1 WHERE id = NEW.comment_id;
END;

CREATE TRIGGER comment_likes_count_gone
AFTER DELETE ON comment_likes
BEGIN
  UPDATE comments SET likes_count = likes_count - 1 WHERE id = OLD.comment_id;
END;

CREATE TABLE post_likes (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  post_id INTEGER NOT NULL REFERENCES posts (id),
  created_at TEXT NOT NULL,
  -- 1 if one of the two blocked the other when the like was made: the author gets no notice of it.
  quiet INTEGER NOT NULL DEFAULT 0 CHECK (quiet IN (0, 1)),
  PRIMARY KEY (user_id, post_id)
) WITHOUT ROWID;

CREATE INDEX post_likes_of_post ON post_likes (post_id, created_at);

CREATE TRIGGER post_likes_exclude_dislikes
BEFORE INSERT ON post_likes
WHEN EXISTS (SELECT 1 FROM post_dislikes WHERE user_id = NEW.user_id AND post_id = NEW.post_id)
BEGIN
  SELECT RAISE(ABORT, 'a like and a dislike exclude each other');
END;

CREATE TRIGGER post_likes_count_new
AFTER INSERT ON post_likes
BEGIN
  UPDATE posts SET likes_count = likes_count + 1 WHERE id = NEW.post_id;
  -- Authors get no notice of their own likes or of likes across a block.
  UPDATE post_likes SET quiet = 1
  WHERE user_id = NEW.user_id AND post_id = NEW.post_id AND EXISTS (
    SELECT 1 FROM posts WHERE id = NEW.post_id AND (
      EXISTS (SELECT 1 FROM user_blocks WHERE user_id = author_id AND blocked_id = NEW.user_id)
      OR EXISTS (SELECT 1 FROM user_blocks WHERE user_id = NEW.user_id AND blocked_id = author_id)));
  INSERT INTO post_days (post_id, day, author_id, likes, likes_of_others)
  SELECT id, date(NEW.created_at, '+8 hours'), author_id, 1, author_id <> NEW.user_id AND NOT quiet
  FROM posts JOIN post_likes ON post_id = id AND user_id = NEW.user_id
  WHERE id = NEW.post_id AND deleted_at IS NULL
  ON CONFLICT (post_id, day) DO UPDATE
  SET likes = likes + 1, likes_of_others = likes_of_others + excluded.likes_of_others;
END;

CREATE TRIGGER post_likes_count_gone
AFTER DELETE ON post_likes
BEGIN
  UPDATE posts SET likes_count = likes_count - 1 WHERE id = OLD.post_id;
  UPDATE post_days SET likes = likes - 1, likes_of_others = likes_of_others - (author_id <> OLD.user_id AND NOT OLD.quiet)
  WHERE post_id = OLD.post_id AND day = date(OLD.created_at, '+8 hours');
END;

CREATE TABLE post_dislikes (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  post_id INTEGER NOT NULL REFERENCES posts (id),
  created_at TEXT NOT NULL,
  PRIMARY KEY (user_id, post_id)
) WITHOUT ROWID;

CREATE INDEX post_dislikes_of_post ON post_dislikes (post_id);

CREATE TRIGGER post_dislikes_exclude_likes
BEFORE INSERT ON post_dislikes
WHEN EXISTS (SELECT 1 FROM post_likes WHERE user_id = NEW.user_id AND post_id = NEW.post_id)
BEGIN
  SELECT RAISE(ABORT, 'a like and a dislike exclude each other');
END;

-- Dislikes are not counted per day, but they change the hot rank, so mark the day for the next summing.
CREATE TRIGGER post_dislikes_count_new
AFTER INSERT ON post_dislikes
BEGIN
  UPDATE posts SET dislikes_count = dislikes_count + 1 WHERE id = NEW.post_id;
  INSERT INTO post_days (post_id, day, author_id)
  SELECT id, date(NEW.created_at, '+8 hours'), author_id FROM posts WHERE id = NEW.post_id AND deleted_at IS NULL
  ON CONFLICT (post_id, day) DO UPDATE SET fresh = 1 WHERE fresh = 0;
END;

CREATE TRIGGER post_dislikes_count_gone
AFTER DELETE ON post_dislikes
BEGIN
  UPDATE posts SET dislikes_count = dislikes_count - 1 WHERE id = OLD.post_id;
  INSERT INTO post_days (post_id, day, author_id)
  SELECT id, date(OLD.created_at, '+8 hours'), author_id FROM posts WHERE id = OLD.post_id AND deleted_at IS NULL
  ON CONFLICT (post_id, day) DO UPDATE SET fresh = 1 WHERE fresh = 0;
END;

CREATE TABLE post_energize_log (
  -- Id of the entry of the giver in energy_log. The entry of the author has the next id.
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  post_id INTEGER NOT NULL REFERENCES posts (id),
  amount INTEGER NOT NULL CHECK (amount IN (1, 2)),
  exp_gained INTEGER NOT NULL CHECK (exp_gained >= 0),
  created_at TEXT NOT NULL
);

CREATE INDEX post_energize_log_of_post ON post_energize_log (post_id, user_id, amount);

CREATE TRIGGER post_energize_log_post_is_public
BEFORE INSERT ON post_energize_log
WHEN NOT EXISTS (SELECT 1 FROM posts WHERE id = NEW.post_id AND status = 'approved' AND deleted_at IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'not_found');
END;

CREATE TRIGGER post_energize_log_not_own
BEFORE INSERT ON post_energize_log
WHEN NEW.user_id = (SELECT author_id FROM posts WHERE id = NEW.post_id)
BEGIN
  SELECT RAISE(ABORT, 'own_post');
END;

CREATE TRIGGER post_energize_log_is_never_changed
BEFORE UPDATE ON post_energize_log
BEGIN
  SELECT RAISE(ABORT, 'the energize log is append-only');
END;

CREATE TRIGGER post_energize_log_is_never_deleted
BEFORE DELETE ON post_energize_log
BEGIN
  SELECT RAISE(ABORT, 'the energize log is append-only');
END;

-- At most 20 energy from one user to one post.
CREATE TRIGGER post_energize_log_cap
BEFORE INSERT ON post_energize_log
WHEN NEW.amount + COALESCE(
  (SELECT SUM(amount) FROM post_energize_log WHERE post_id = NEW.post_id AND user_id = NEW.user_id), 0) > 20
BEGIN
  SELECT RAISE(ABORT, 'energize_cap');
END;

CREATE TRIGGER post_energize_log_count
AFTER INSERT ON post_energize_log
BEGIN
  UPDATE posts SET energy = energy + NEW.amount WHERE id = NEW.post_id;
  INSERT INTO post_days (post_id, day, author_id, energy)
  SELECT id, date(NEW.created_at, '+8 hours'), author_id, NEW.amount FROM posts WHERE id = NEW.post_id AND deleted_at IS NULL
  ON CONFLICT (post_id, day) DO UPDATE SET energy = energy + NEW.amount;
END;

CREATE TRIGGER post_energize_log_not_to_who_blocks
BEFORE INSERT ON post_energize_log
WHEN EXISTS (SELECT 1 FROM user_blocks
  WHERE user_id = (SELECT author_id FROM posts WHERE id = NEW.post_id) AND blocked_id = NEW.user_id)
BEGIN
  SELECT RAISE(ABORT, 'forbidden');
END;

CREATE TABLE folders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  name TEXT NOT NULL,
  public INTEGER NOT NULL DEFAULT 0 CHECK (public IN (0, 1)),
  is_default INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1)),
  items_count INTEGER NOT NULL DEFAULT 0 CHECK (items_count >= 0),
  created_at TEXT NOT NULL,
  -- Items whose post is not public now. Only the owner of the folder sees this number.
  hidden_items_count INTEGER NOT NULL DEFAULT 0 CHECK (hidden_items_count >= 0)
);

CREATE INDEX folders_of_user ON folders (user_id, is_default, id);
CREATE UNIQUE INDEX folders_one_default ON folders (user_id) WHERE is_default = 1;

-- The default folder can be deleted only when its user is erased.
CREATE TRIGGER folders_default_stays
BEFORE DELETE ON folders
WHEN OLD.is_default = 1 AND (SELECT status FROM users WHERE uid = OLD.user_id) <> 'deleted'
BEGIN
  SELECT RAISE(ABORT, 'default_folder');
END;

CREATE TRIGGER folders_empty_first
BEFORE DELETE ON folders
BEGIN
  DELETE FROM folder_items WHERE folder_id = OLD.id;
END;

CREATE TRIGGER folders_hundred_at_most
BEFORE INSERT ON folders
WHEN NEW.is_default = 0 AND (SELECT COUNT(*) FROM folders WHERE user_id = NEW.user_id) >= 100
BEGIN
  SELECT RAISE(ABORT, 'validation_failed');
END;

CREATE TABLE folder_items (
  folder_id INTEGER NOT NULL REFERENCES folders (id),
  post_id INTEGER NOT NULL REFERENCES posts (id),
  user_id INTEGER NOT NULL REFERENCES users (uid),
  created_at TEXT NOT NULL,
  PRIMARY KEY (folder_id, post_id)
) WITHOUT ROWID;

CREATE INDEX folder_items_by_time ON folder_items (folder_id, created_at, post_id);
CREATE INDEX folder_items_of_user ON folder_items (user_id, post_id);
CREATE INDEX folder_items_of_post ON folder_items (post_id);

CREATE TRIGGER folder_items_count_new
AFTER INSERT ON folder_items
BEGIN
  UPDATE folders SET items_count = items_count + 1 WHERE id = NEW.folder_id;
  INSERT INTO favorites (user_id, post_id, folders, created_at) VALUES (NEW.user_id, NEW.post_id, 1, NEW.created_at)
  ON CONFLICT (user_id, post_id) DO UPDATE SET folders = folders + 1;
END;

CREATE TRIGGER folder_items_count_gone
AFTER DELETE ON folder_items
BEGIN
  UPDATE folders SET items_count = items_count - 1 WHERE id = OLD.folder_id;
  UPDATE favorites SET folders = folders - 1 WHERE user_id = OLD.user_id AND post_id = OLD.post_id;
  DELETE FROM favorites WHERE user_id = OLD.user_id AND post_id = OLD.post_id AND folders = 0;
END;

CREATE TRIGGER folder_items_hidden_new
AFTER INSERT ON folder_items
WHEN (SELECT status FROM posts WHERE id = NEW.post_id) <> 'approved'
BEGIN
  UPDATE folders SET hidden_items_count = hidden_items_count + 1 WHERE id = NEW.folder_id;
END;

CREATE TRIGGER folder_items_hidden_gone
AFTER DELETE ON folder_items
WHEN (SELECT status FROM posts WHERE id = OLD.post_id) <> 'approved'
BEGIN
  UPDATE folders SET hidden_items_count = hidden_items_count - 1 WHERE id = OLD.folder_id;
END;

-- A user who saved a post in at least one folder. posts.favorites_count counts users, not folders.
CREATE TABLE favorites (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  post_id INTEGER NOT NULL REFERENCES posts (id),
  folders INTEGER NOT NULL CHECK (folders >= 0),
  created_at TEXT NOT NULL,
  PRIMARY KEY (user_id, post_id)
) WITHOUT ROWID;

CREATE INDEX favorites_of_post ON favorites (post_id);

CREATE TRIGGER favorites_count_new
AFTER INSERT ON favorites
BEGIN
  UPDATE posts SET favorites_count = favorites_count + 1 WHERE id = NEW.post_id;
  INSERT INTO post_days (post_id, day, author_id, favorites)
  SELECT id, date(NEW.created_at, '+8 hours'), author_id, 1 FROM posts WHERE id = NEW.post_id AND deleted_at IS NULL
  ON CONFLICT (post_id, day) DO UPDATE SET favorites = favorites + 1;
END;

CREATE TRIGGER favorites_count_gone
AFTER DELETE ON favorites
BEGIN
  UPDATE posts SET favorites_count = favorites_count - 1 WHERE id = OLD.post_id;
  UPDATE post_days SET favorites = favorites - 1
  WHERE post_id = OLD.post_id AND day = date(OLD.created_at, '+8 hours');
END;

-- Figures of authors --------------------------------------------------------------------------------------------------

-- What a post got on one day. A removed like, comment or favourite is subtracted from the day it was made.
CREATE TABLE post_days (
  post_id INTEGER NOT NULL,
  day TEXT NOT NULL,
  author_id INTEGER NOT NULL REFERENCES users (uid),
  energy INTEGER NOT NULL DEFAULT 0 CHECK (energy >= 0),
  comments INTEGER NOT NULL DEFAULT 0 CHECK (comments >= 0),
  likes INTEGER NOT NULL DEFAULT 0 CHECK (likes >= 0),
  favorites INTEGER NOT NULL DEFAULT 0 CHECK (favorites >= 0),
  -- For the daily like notice: likes by others, and how many of them the author was notified of.
  likes_of_others INTEGER NOT NULL DEFAULT 0 CHECK (likes_of_others >= 0),
  told INTEGER NOT NULL DEFAULT 0 CHECK (told >= 0),
  -- The part that is already in author_daily and author_stats.
  summed_energy INTEGER NOT NULL DEFAULT 0,
  summed_comments INTEGER NOT NULL DEFAULT 0,
  summed_likes INTEGER NOT NULL DEFAULT 0,
  summed_favorites INTEGER NOT NULL DEFAULT 0,
  -- 1 if something happened since the last summing, or if likes wait for their notice.
  fresh INTEGER NOT NULL DEFAULT 1 CHECK (fresh IN (0, 1)),
  -- Collected by a Durable Object per post and written at most once a minute (src/features/community/views/counter.ts). Readers
  -- are not stored.
  views INTEGER NOT NULL DEFAULT 0 CHECK (views >= 0),
  -- Views by readers who reached the end.
  ends INTEGER NOT NULL DEFAULT 0 CHECK (ends >= 0),
  summed_views INTEGER NOT NULL DEFAULT 0,
  summed_ends INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (post_id, day)
) WITHOUT ROWID;

CREATE INDEX post_days_fresh ON post_days (author_id, day, post_id) WHERE fresh = 1;
-- The best posts of a day, with the weights of the hot rank.
CREATE INDEX post_days_top
  ON post_days (author_id, day, 2 * summed_likes + 3 * summed_comments + 4 * summed_favorites + 2 * summed_energy)
  WHERE 2 * summed_likes + 3 * summed_comments + 4 * summed_favorites + 2 * summed_energy > 0;

-- Keep post_views up to date.
CREATE TRIGGER post_days_count_views_new
AFTER INSERT ON post_days
WHEN NEW.views > 0
BEGIN
  INSERT INTO post_views (post_id, views) VALUES (NEW.post_id, NEW.views)
  ON CONFLICT (post_id) DO UPDATE SET views = views + excluded.views;
END;

CREATE TRIGGER post_days_count_views
AFTER UPDATE OF views ON post_days
WHEN NEW.views <> OLD.views
BEGIN
  INSERT INTO post_views (post_id, views) VALUES (NEW.post_id, 0) ON CONFLICT DO NOTHING;
  UPDATE post_views SET views = views + NEW.views - OLD.views WHERE post_id = NEW.post_id;
END;

CREATE TRIGGER post_days_count_views_gone
AFTER DELETE ON post_days
WHEN OLD.views > 0
BEGIN
  UPDATE post_views SET views = views - OLD.views WHERE post_id = OLD.post_id;
END;

-- Only the first event after a summing writes to the index post_days_fresh.
CREATE TRIGGER post_days_become_fresh
AFTER UPDATE OF energy, comments, likes, favorites, views, ends ON post_days
WHEN NEW.fresh = 0
BEGIN
  UPDATE post_days SET fresh = 1 WHERE post_id = NEW.post_id AND day = NEW.day;
END;

-- Summing moves the difference to the sums of the author.
CREATE TRIGGER post_days_sum
AFTER UPDATE OF summed_energy, summed_comments, summed_likes, summed_favorites, summed_views, summed_ends ON post_days
WHEN (NEW.summed_energy, NEW.summed_comments, NEW.summed_likes, NEW.summed_favorites, NEW.summed_views, NEW.summed_ends)
  <> (OLD.summed_energy, OLD.summed_comments, OLD.summed_likes, OLD.summed_favorites, OLD.summed_views, OLD.summed_ends)
BEGIN
  INSERT INTO author_daily (author_id, day) VALUES (NEW.author_id, NEW.day) ON CONFLICT DO NOTHING;
  UPDATE author_daily
  SET energy = energy + NEW.summed_energy - OLD.summed_energy,
    comments = comments + NEW.summed_comments - OLD.summed_comments,
    likes = likes + NEW.summed_likes - OLD.summed_likes,
    favorites = favorites + NEW.summed_favorites - OLD.summed_favorites,
    views = views + NEW.summed_views - OLD.summed_views,
    ends = ends + NEW.summed_ends - OLD.summed_ends
  WHERE author_id = NEW.author_id AND day = NEW.day;
  UPDATE author_stats
  SET energy = energy + NEW.summed_energy - OLD.summed_energy,
    comments = comments + NEW.summed_comments - OLD.summed_comments,
    likes = likes + NEW.summed_likes - OLD.summed_likes,
    favorites = favorites + NEW.summed_favorites - OLD.summed_favorites,
    views = views + NEW.summed_views - OLD.summed_views
  WHERE user_id = NEW.author_id;
END;

CREATE TRIGGER post_days_sum_gone
AFTER DELETE ON post_days
WHEN (OLD.summed_energy, OLD.summed_comments, OLD.summed_likes, OLD.summed_favorites, OLD.summed_views, OLD.summed_ends)
  <> (0, 0, 0, 0, 0, 0)
BEGIN
  UPDATE author_daily
  SET energy = energy - OLD.summed_energy, comments = comments - OLD.summed_comments, likes = likes - OLD.summed_likes,
    favorites = favorites - OLD.summed_favorites, views = views - OLD.summed_views, ends = ends - OLD.summed_ends
  WHERE author_id = OLD.author_id AND day = OLD.day;
  UPDATE author_stats
  SET energy = energy - OLD.summed_energy, comments = comments - OLD.summed_comments, likes = likes - OLD.summed_likes,
    favorites = favorites - OLD.summed_favorites, views = views - OLD.summed_views
  WHERE user_id = OLD.author_id;
END;

-- All views of a post. Not in posts: an update there rewrites the row with its body.
CREATE TABLE post_views (
  post_id INTEGER PRIMARY KEY,
  views INTEGER NOT NULL CHECK (views >= 0)
);

-- Sums over all posts of an author, so that a chart reads one row per day.
CREATE TABLE author_daily (
  author_id INTEGER NOT NULL REFERENCES users (uid),
  day TEXT NOT NULL,
  energy INTEGER NOT NULL DEFAULT 0 CHECK (energy >= 0),
  comments INTEGER NOT NULL DEFAULT 0 CHECK (comments >= 0),
  likes INTEGER NOT NULL DEFAULT 0 CHECK (likes >= 0),
  favorites INTEGER NOT NULL DEFAULT 0 CHECK (favorites >= 0),
  views INTEGER NOT NULL DEFAULT 0 CHECK (views >= 0),
  ends INTEGER NOT NULL DEFAULT 0 CHECK (ends >= 0),
  PRIMARY KEY (author_id, day)
) WITHOUT ROWID;

-- Totals over the posts of an author that are not deleted.
CREATE TABLE author_stats (
  user_id INTEGER PRIMARY KEY REFERENCES users (uid),
  draft INTEGER NOT NULL DEFAULT 0 CHECK (draft >= 0),
  pending INTEGER NOT NULL DEFAULT 0 CHECK (pending >= 0),
  approved INTEGER NOT NULL DEFAULT 0 CHECK (approved >= 0),
  rejected INTEGER NOT NULL DEFAULT 0 CHECK (rejected >= 0),
  locked INTEGER NOT NULL DEFAULT 0 CHECK (locked >= 0),
  likes INTEGER NOT NULL DEFAULT 0 CHECK (likes >= 0),
  comments INTEGER NOT NULL DEFAULT 0 CHECK (comments >= 0),
  favorites INTEGER NOT NULL DEFAULT 0 CHECK (favorites >= 0),
  energy INTEGER NOT NULL DEFAULT 0 CHECK (energy >= 0),
  views INTEGER NOT NULL DEFAULT 0 CHECK (views >= 0)
);

-- Referring hosts per day, as JSON: {"example.org": 12}.
CREATE TABLE author_sources (
  author_id INTEGER NOT NULL REFERENCES users (uid),
  day TEXT NOT NULL,
  hosts TEXT NOT NULL CHECK (json_valid(hosts)),
  PRIMARY KEY (author_id, day)
) WITHOUT ROWID;

-- Notices and mail ----------------------------------------------------------------------------------------------------

CREATE TABLE notifications (
  -- Highest id so far plus one, deleted rows included (src/db/ids.ts).
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  kind TEXT NOT NULL CHECK (kind IN (
    'NotifyComment', 'NotifyCommentReply', 'NotifyMention', 'NotifyLikeAggregated', 'NotifyFollow', 'NotifyLevelUp',
    'NotifySystem'
  )),
  category TEXT NOT NULL CHECK (category IN ('comment', 'mention', 'like', 'follow', 'system')),
  related_id INTEGER,
  actor_id INTEGER REFERENCES users (uid),
  -- Further values for the text of the notice.
  data TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(data)),
  -- A user has one notice per key, so that a repeated like or follow causes no second one.
  once_key TEXT,
  read INTEGER NOT NULL DEFAULT 0 CHECK (read IN (0, 1)),
  created_at TEXT NOT NULL,
  -- The comment that the notice quotes. Deleting the comment removes the quote.
  comment_id INTEGER REFERENCES comments (id)
);

CREATE UNIQUE INDEX notifications_once ON notifications (user_id, once_key) WHERE once_key IS NOT NULL;
CREATE INDEX notifications_of_user_by_lane
  ON notifications (user_id, iif(kind = 'NotifyCommentReply', 'reply', category), created_at, id);

-- Erased accounts get no notices.
CREATE TRIGGER notifications_not_to_the_erased
BEFORE INSERT ON notifications
WHEN (SELECT status FROM users WHERE uid = NEW.user_id) = 'deleted'
BEGIN
  SELECT RAISE(IGNORE);
END;

-- Never use the id of a deleted notice again.
CREATE TRIGGER notifications_keep_their_ids
AFTER DELETE ON notifications
WHEN OLD.id > (SELECT COALESCE(MAX(id), 0) FROM notifications)
BEGIN
  UPDATE site_state SET value = OLD.id WHERE key = 'newest.notifications' AND CAST(value AS INTEGER) < OLD.id;
END;

CREATE TRIGGER notifications_count_new
AFTER INSERT ON notifications
WHEN NEW.read = 0
BEGIN
  INSERT INTO unread_counts (user_id, kind, category, unread, since)
  VALUES (NEW.user_id, NEW.kind, NEW.category, 1, NEW.created_at)
  ON CONFLICT (user_id, kind) DO UPDATE
  SET unread = unread + 1, since = iif(unread = 0, excluded.since, MIN(since, excluded.since));
END;

CREATE TRIGGER notifications_count_read
AFTER UPDATE OF read ON notifications
WHEN OLD.read = 0 AND NEW.read = 1
BEGIN
  UPDATE unread_counts SET unread = unread - 1 WHERE user_id = NEW.user_id AND kind = NEW.kind;
END;

CREATE TRIGGER notifications_count_unread_again
AFTER UPDATE OF read ON notifications
WHEN OLD.read = 1 AND NEW.read = 0
BEGIN
  UPDATE unread_counts
  SET unread = unread + 1, since = iif(unread = 0, NEW.created_at, MIN(since, NEW.created_at))
  WHERE user_id = NEW.user_id AND kind = NEW.kind;
END;

CREATE TRIGGER notifications_count_gone
AFTER DELETE ON notifications
WHEN OLD.read = 0
BEGIN
  UPDATE unread_counts SET unread = unread - 1 WHERE user_id = OLD.user_id AND kind = OLD.kind;
END;

CREATE TRIGGER notifications_to_mail
AFTER INSERT ON notifications
WHEN EXISTS (
  SELECT 1 FROM notice_mail m WHERE m.user_id = NEW.user_id AND 'at_once' = iif(NEW.kind = 'NotifyComment', m.comment,
    iif(NEW.kind = 'NotifyCommentReply', m.reply, iif(NEW.kind = 'NotifyMention', m.mention,
    iif(NEW.kind = 'NotifyLikeAggregated', m."like", iif(NEW.kind = 'NotifyFollow', m.follow, m.system)))))
)
BEGIN
  INSERT INTO notices_to_mail (notification_id, user_id) VALUES (NEW.id, NEW.user_id);
END;

CREATE TRIGGER notifications_read_are_not_mailed
AFTER UPDATE OF read ON notifications
WHEN OLD.read = 0 AND NEW.read = 1
BEGIN
  DELETE FROM notices_to_mail WHERE notification_id = NEW.id;
END;

CREATE TRIGGER notifications_gone_are_not_mailed
AFTER DELETE ON notifications
BEGIN
  DELETE FROM notices_to_mail WHERE notification_id = OLD.id;
END;

-- Notices of the site itself, such as decisions of admins, are not blocked.
CREATE TRIGGER notifications_not_between_the_blocked
BEFORE INSERT ON notifications
WHEN NEW.category <> 'system' AND NEW.actor_id IS NOT NULL AND (
  EXISTS (SELECT 1 FROM user_blocks WHERE user_id = NEW.user_id AND blocked_id = NEW.actor_id)
  OR EXISTS (SELECT 1 FROM user_blocks WHERE user_id = NEW.actor_id AND blocked_id = NEW.user_id))
BEGIN
  SELECT RAISE(IGNORE);
END;

-- Unread notices of each kind.
CREATE TABLE unread_counts (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  kind TEXT NOT NULL,
  category TEXT NOT NULL,
  unread INTEGER NOT NULL CHECK (unread >= 0),
  -- No unread notice of this kind is older, so "mark all as read" scans only from here.
  since TEXT,
  PRIMARY KEY (user_id, kind)
) WITHOUT ROWID;

-- Which notices a user wants by mail. No row means none.
CREATE TABLE notice_mail (
  user_id INTEGER PRIMARY KEY REFERENCES users (uid),
  comment TEXT NOT NULL CHECK (comment IN ('off', 'at_once', 'digest')),
  reply TEXT NOT NULL CHECK (reply IN ('off', 'at_once', 'digest')),
  mention TEXT NOT NULL CHECK (mention IN ('off', 'at_once', 'digest')),
  "like" TEXT NOT NULL CHECK ("like" IN ('off', 'at_once', 'digest')),
  follow TEXT NOT NULL CHECK (follow IN ('off', 'at_once', 'digest')),
  system TEXT NOT NULL CHECK (system IN ('off', 'at_once', 'digest')),
  digest TEXT NOT NULL CHECK (digest IN ('daily', 'weekly')),
  language TEXT NOT NULL CHECK (language IN ('zh-CN', 'en')),
  site TEXT NOT NULL,
  -- The next digest contains notices from this time on.
  digest_from TEXT NOT NULL,
  digest_at TEXT NOT NULL
);

CREATE INDEX notice_mail_digests ON notice_mail (digest_at);

-- Notices that wait to be mailed at once.
CREATE TABLE notices_to_mail (
  notification_id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (uid)
);

CREATE INDEX notices_to_mail_of_user ON notices_to_mail (user_id, notification_id);

-- Outgoing mail. A row is committed together with its cause and sent afterwards.
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  kind TEXT NOT NULL,
  -- No line breaks here or in the subject: they would allow header injection.
  address TEXT NOT NULL CHECK (address NOT GLOB '*[^!-~]*'),
  language TEXT NOT NULL CHECK (language IN ('zh-CN', 'en')),
  -- Origin of the links in the mail.
  site TEXT NOT NULL,
  subject TEXT NOT NULL CHECK (instr(subject, x'0a') = 0 AND instr(subject, x'0d') = 0),
  -- Null once the mail is sent or its token is dead.
  letter TEXT,
  token_hash TEXT,
  status TEXT NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'sent', 'kept', 'failed', 'dropped')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at TEXT NOT NULL,
  -- The delivery that is sending this mail now.
  claim TEXT,
  problem TEXT,
  created_at TEXT NOT NULL,
  settled_at TEXT,
  -- Id that the mail service assigned. Bounces are reported by this id.
  message_id TEXT,
  CHECK ((status = 'waiting') = (settled_at IS NULL)),
  CHECK (status <> 'waiting' OR letter IS NOT NULL)
);

CREATE INDEX outbox_due ON outbox (next_attempt_at, id) WHERE status = 'waiting';
CREATE INDEX outbox_of_user ON outbox (user_id, id);
CREATE INDEX outbox_settled ON outbox (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX outbox_of_token ON outbox (token_hash) WHERE token_hash IS NOT NULL;
CREATE UNIQUE INDEX outbox_of_message ON outbox (message_id) WHERE message_id IS NOT NULL;

-- Moderation ----------------------------------------------------------------------------------------------------------

-- All reports of one post, comment or user until an admin decides: one decision closes all of them.
CREATE TABLE report_cases (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('post', 'comment', 'user')),
  target_id INTEGER NOT NULL,
  -- Author of the post or comment, or the reported user.
  subject_id INTEGER NOT NULL REFERENCES users (uid),
  reports_count INTEGER NOT NULL DEFAULT 0 CHECK (reports_count >= 0),
  -- Negative count, so that one ascending index gives most reports first, then oldest first.
  turn INTEGER NOT NULL DEFAULT 0 CHECK (turn = -reports_count),
  opened_at TEXT NOT NULL,
  -- Null while the case is open.
  decision TEXT CHECK (decision IN ('kept', 'removed')),
  note TEXT,
  decided_by INTEGER REFERENCES users (uid),
  decided_at TEXT,
  CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL))
);

CREATE UNIQUE INDEX report_cases_one_open ON report_cases (kind, target_id) WHERE decision IS NULL;
CREATE INDEX report_cases_open ON report_cases (turn, id) WHERE decision IS NULL;
CREATE INDEX report_cases_closed ON report_cases (decided_at, id) WHERE decision IS NOT NULL;

-- If two admins decide at the same time, the second gets an error.
CREATE TRIGGER report_cases_are_decided_once
BEFORE UPDATE OF decision ON report_cases
WHEN OLD.decision IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;

CREATE TRIGGER report_cases_count_for_reporters
AFTER UPDATE OF decision ON report_cases
WHEN OLD.decision IS NULL AND NEW.decision IS NOT NULL
BEGIN
  INSERT INTO reporters (user_id, upheld, turned_down)
  SELECT user_id, NEW.decision = 'removed', NEW.decision = 'kept' FROM reports WHERE case_id = NEW.id
  ON CONFLICT (user_id) DO UPDATE SET upheld = upheld + excluded.upheld, turned_down = turned_down + excluded.turned_down;
END;

CREATE TRIGGER report_cases_total_new
AFTER INSERT ON report_cases
WHEN NEW.decision IS NULL
BEGIN
  UPDATE site_totals SET value = value + 1 WHERE name = 'open_reports';
END;

CREATE TRIGGER report_cases_total_decided
AFTER UPDATE OF decision ON report_cases
WHEN OLD.decision IS NULL AND NEW.decision IS NOT NULL
BEGIN
  UPDATE site_totals SET value = value - 1 WHERE name = 'open_reports';
END;

CREATE TABLE reports (
  id INTEGER PRIMARY KEY,
  case_id INTEGER NOT NULL REFERENCES report_cases (id),
  user_id INTEGER NOT NULL REFERENCES users (uid),
  reason TEXT NOT NULL CHECK (reason IN ('spam', 'abuse', 'illegal', 'other')),
  text TEXT NOT NULL DEFAULT '',
  -- For the daily limit.
  day TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE UNIQUE INDEX reports_one_a_person ON reports (case_id, user_id);
CREATE INDEX reports_of_user ON reports (user_id, day, id);

CREATE TRIGGER reports_not_on_own_things
BEFORE INSERT ON reports
WHEN NEW.user_id = (SELECT subject_id FROM report_cases WHERE id = NEW.case_id)
BEGIN
  SELECT RAISE(ABORT, 'own_post');
END;

CREATE TRIGGER reports_on_open_cases
BEFORE INSERT ON reports
WHEN (SELECT decision FROM report_cases WHERE id = NEW.case_id) IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;

-- 20 reports a day, or 2 for users whose reports are mostly turned down.
CREATE TRIGGER reports_so_many_a_day
BEFORE INSERT ON reports
WHEN (SELECT COUNT(*) FROM reports WHERE user_id = NEW.user_id AND day = NEW.day) >= iif(EXISTS (
  SELECT 1 FROM reporters WHERE user_id = NEW.user_id AND turned_down >= 5 AND turned_down > 4 * upheld), 2, 20)
BEGIN
  SELECT RAISE(ABORT, 'rate_limited');
END;

CREATE TRIGGER reports_count_new
AFTER INSERT ON reports
BEGIN
  UPDATE report_cases SET reports_count = reports_count + 1, turn = turn - 1 WHERE id = NEW.case_id;
END;

-- How the reports of a user were decided.
CREATE TABLE reporters (
  user_id INTEGER PRIMARY KEY REFERENCES users (uid),
  upheld INTEGER NOT NULL DEFAULT 0 CHECK (upheld >= 0),
  turned_down INTEGER NOT NULL DEFAULT 0 CHECK (turned_down >= 0)
);

-- Actions of admins. Append-only.
CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  actor_id INTEGER NOT NULL REFERENCES users (uid),
  action TEXT NOT NULL,
  target_type TEXT NOT NULL CHECK (target_type IN ('post', 'comment', 'user', 'profile_review', 'site_setting')),
  target_id TEXT NOT NULL,
  -- The user concerned, if any: owner of the post, comment, profile or account.
  subject_id INTEGER REFERENCES users (uid),
  reason TEXT,
  before TEXT CHECK (json_valid(before)),
  after TEXT CHECK (json_valid(after)),
  ip TEXT NOT NULL,
  -- 1 if the entry is in the public moderation log (without names).
  public INTEGER NOT NULL DEFAULT 0 CHECK (public IN (0, 1)),
  created_at TEXT NOT NULL
);

CREATE INDEX audit_log_of_actor ON audit_log (actor_id, id);
CREATE INDEX audit_log_of_target ON audit_log (target_type, target_id, id);
CREATE INDEX audit_log_of_type ON audit_log (target_type, id);
CREATE INDEX audit_log_of_action ON audit_log (action, id);
CREATE INDEX audit_log_of_subject ON audit_log (subject_id, id) WHERE subject_id IS NOT NULL;
CREATE INDEX audit_log_public ON audit_log (id) WHERE public = 1;

-- One exception: the names in profile decisions are removed when the user is erased.
CREATE TRIGGER audit_log_is_never_changed
BEFORE UPDATE ON audit_log
WHEN OLD.action NOT IN ('profile.approve', 'profile.reject') OR NEW.before IS NOT NULL OR NEW.after IS NOT NULL
  OR (SELECT status FROM users WHERE uid = OLD.subject_id) IS NOT 'deleted'
  OR (NEW.id, NEW.actor_id, NEW.action, NEW.target_type, NEW.target_id, NEW.ip, NEW.public, NEW.created_at)
    <> (OLD.id, OLD.actor_id, OLD.action, OLD.target_type, OLD.target_id, OLD.ip, OLD.public, OLD.created_at)
  OR NEW.subject_id IS NOT OLD.subject_id OR NEW.reason IS NOT OLD.reason
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;

CREATE TRIGGER audit_log_is_never_deleted
BEFORE DELETE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;

-- An entry is written before its action, in the same batch. If another admin was faster, "before" is outdated and the
-- batch fails.
CREATE TRIGGER audit_log_status_was_so
BEFORE INSERT ON audit_log
WHEN NEW.action = 'user.status'
  AND (NEW.before ->> 'status') IS NOT (SELECT status FROM users WHERE uid = NEW.subject_id)
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;

CREATE TRIGGER audit_log_role_was_so
BEFORE INSERT ON audit_log
WHEN NEW.action = 'user.role' AND (NEW.before ->> 'role') IS NOT (SELECT role FROM users WHERE uid = NEW.subject_id)
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;

CREATE TRIGGER audit_log_comment_was_there
BEFORE INSERT ON audit_log
WHEN NEW.action = 'comment.delete'
  AND NOT EXISTS (SELECT 1 FROM comments WHERE id = CAST(NEW.target_id AS INTEGER) AND deleted_at IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'not_found');
END;
