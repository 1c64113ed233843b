-- What all migrations amount to: every table with its rows, indexes and triggers. Written by "npm run schema" and
-- never by hand; nothing runs it. Changes are new files in migrations/db and migrations/search.

-- DB ==================================================================================================================

-- users ---------------------------------------------------------------------------------------------------------------

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
  -- Why a person may not write at present.
  ban_reason TEXT,
  -- Since when mail to the address of a user does not arrive.
  email_unreachable_at TEXT,
  email_verified_at TEXT,
  -- The same beside the user, as JSON: read with the session, so that whoever blocks nobody reads nothing for it.
  blocked_ids TEXT NOT NULL DEFAULT '[]',
  CHECK ((username IS NULL) = (username_key IS NULL)),
  CHECK ((email IS NULL) = (status = 'deleted'))
);

-- The first uid is 10001.
INSERT INTO sqlite_sequence (name, seq) VALUES
  ('users', 10000);

CREATE INDEX users_purge ON users (purge_at) WHERE purge_at IS NOT NULL;
CREATE INDEX users_owners ON users (role) WHERE role = 'owner';
-- Whether an image is anybody's avatar.
CREATE INDEX users_avatar ON users (avatar_key) WHERE avatar_key IS NOT NULL;
-- Every list that admins choose from has an index that serves it.
CREATE INDEX users_by_status ON users (status, uid);
CREATE INDEX users_by_role ON users (role, uid);
CREATE INDEX users_by_role_and_status ON users (role, status, uid);

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

-- Nobody bans an owner, and nobody who is banned becomes one.
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

CREATE TRIGGER users_energy_follows_ledger
BEFORE UPDATE OF energy ON users
WHEN NEW.energy <> OLD.energy
  AND (NEW.uid, NEW.energy) IS NOT (SELECT user_id, balance_after FROM energy_log ORDER BY id DESC LIMIT 1)
  AND NEW.energy IS NOT (SELECT SUM(amount) FROM energy_log WHERE user_id = NEW.uid)
BEGIN
  SELECT RAISE(ABORT, 'energy moves only with a ledger entry');
END;

-- A new password, a ban and a deletion end whatever acts for the person, whoever writes them.
CREATE TRIGGER users_end_access_tokens
AFTER UPDATE OF password_hash, status, purge_at ON users
WHEN NEW.password_hash IS NOT OLD.password_hash OR NEW.status <> OLD.status OR NEW.purge_at IS NOT NULL
BEGIN
  DELETE FROM access_tokens WHERE user_id = NEW.uid;
END;

-- Whoever was let in by the old password begins anew.
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

-- One level-up notice for every level that a change of the exp reaches, whoever moved it. Only an operator can take exp away; who climbs
-- again is told again.
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

-- sessions ------------------------------------------------------------------------------------------------------------

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

-- site_state ----------------------------------------------------------------------------------------------------------

CREATE TABLE site_state (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

INSERT INTO site_state (key, value) VALUES
  ('counted.comments', '0'), ('newest.notifications', '0'), ('counted.posts', '0');

-- images --------------------------------------------------------------------------------------------------------------

-- What is stored in the bucket, and for whom.

CREATE TABLE images (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- The name in the bucket and in `/images/<key>`.
  key TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  purpose TEXT NOT NULL CHECK (purpose IN ('avatar', 'post', 'comment')),
  type TEXT NOT NULL CHECK (type IN ('image/jpeg', 'image/png', 'image/gif', 'image/webp')),
  width INTEGER NOT NULL CHECK (width > 0),
  height INTEGER NOT NULL CHECK (height > 0),
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  created_at TEXT NOT NULL,
  -- Since when the clean-up has found nothing that shows it; set until it is first seen to be shown.
  unused_since TEXT
);

CREATE INDEX images_of_user ON images (user_id, id);
CREATE INDEX images_unused ON images (unused_since) WHERE unused_since IS NOT NULL;

-- levels --------------------------------------------------------------------------------------------------------------

-- Levels, check-in, first-time tasks, the energy ledger, notifications and profile reviews.

CREATE TABLE levels (
  level INTEGER PRIMARY KEY,
  floor INTEGER NOT NULL UNIQUE
);

INSERT INTO levels (level, floor) VALUES
  (0, 0), (1, 1), (2, 50), (3, 200), (4, 1500), (5, 4500), (6, 10800);

-- user_check_ins ------------------------------------------------------------------------------------------------------

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

-- user_tasks ----------------------------------------------------------------------------------------------------------

CREATE TABLE user_tasks (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  task TEXT NOT NULL CHECK (task IN ('avatar', 'username', 'signature')),
  completed_at TEXT NOT NULL,
  PRIMARY KEY (user_id, task)
) WITHOUT ROWID;

-- daily_exp_summary ---------------------------------------------------------------------------------------------------

-- What a person gained by energizing on one day; the daily cap is this CHECK.
CREATE TABLE daily_exp_summary (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  day TEXT NOT NULL,
  exp INTEGER NOT NULL CHECK (exp BETWEEN 0 AND 50),
  PRIMARY KEY (user_id, day)
) WITHOUT ROWID;

-- energy_log ----------------------------------------------------------------------------------------------------------

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
  created_at TEXT NOT NULL
,
  -- Energizing wrote nineteen rows; now it writes eleven.
  -- An entry of the ledger that came with exp moves balance and exp of its user together.
  exp_gained INTEGER NOT NULL DEFAULT 0);

CREATE INDEX energy_log_of_user_by_time ON energy_log (user_id, created_at, id);
CREATE INDEX energy_log_by_reason ON energy_log (reason, created_at, id) WHERE reason NOT IN ('energize', 'energized');

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

-- Of an entry of the newest day nothing is written down.
CREATE TRIGGER energy_log_keeps_days
AFTER INSERT ON energy_log
WHEN date(NEW.created_at, '+8 hours') IS NOT (SELECT MAX(day) FROM ledger_days)
BEGIN
  INSERT INTO ledger_days (day, first_id, last_id) VALUES (date(NEW.created_at, '+8 hours'), NEW.id, NEW.id)
  ON CONFLICT (day) DO UPDATE SET last_id = NEW.id;
END;

-- unread_counts -------------------------------------------------------------------------------------------------------

-- How many unread notices of each kind a person has.
CREATE TABLE unread_counts (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  kind TEXT NOT NULL,
  category TEXT NOT NULL,
  unread INTEGER NOT NULL CHECK (unread >= 0),
  -- No unread notice of the kind is older: who reads all of them walks that far.
  since TEXT,
  PRIMARY KEY (user_id, kind)
) WITHOUT ROWID;

-- profile_reviews -----------------------------------------------------------------------------------------------------

CREATE TABLE profile_reviews (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  -- Null where that part is not to change.
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

-- Of two admins who decide at once, one decides.
CREATE TRIGGER profile_reviews_are_decided_once
BEFORE UPDATE OF status ON profile_reviews
WHEN OLD.status <> 'pending'
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;

-- A name that waits for review is taken, and a taken name cannot be asked for.
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

-- hot_scale -----------------------------------------------------------------------------------------------------------

-- Posts, their tags, their review history and the images they show.

-- What a score is worth in seconds: each tenfold score outlives about half a day. A table, since the logarithm
-- is not in every SQLite, and the rank must never need re-computation as time passes.
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

-- posts ---------------------------------------------------------------------------------------------------------------

CREATE TABLE posts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  author_id INTEGER NOT NULL REFERENCES users (uid),
  status TEXT NOT NULL CHECK (status IN ('draft', 'pending', 'approved', 'rejected', 'locked')),
  -- Moves by one with every edit and every change of status: whoever saw an older one is told, nothing is overwritten.
  version INTEGER NOT NULL DEFAULT 1,
  title TEXT NOT NULL,
  summary TEXT NOT NULL,
  -- Whether the author wrote the summary; one that was derived follows the body.
  summary_is_own INTEGER NOT NULL DEFAULT 0 CHECK (summary_is_own IN (0, 1)),
  cover_url TEXT,
  -- Pairs of key and name, in the author's order: [["sqlite","SQLite"],…]
  tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)),
  reading_minutes INTEGER NOT NULL DEFAULT 1,
  likes_count INTEGER NOT NULL DEFAULT 0 CHECK (likes_count >= 0),
  dislikes_count INTEGER NOT NULL DEFAULT 0 CHECK (dislikes_count >= 0),
  comments_count INTEGER NOT NULL DEFAULT 0 CHECK (comments_count >= 0),
  favorites_count INTEGER NOT NULL DEFAULT 0 CHECK (favorites_count >= 0),
  energy INTEGER NOT NULL DEFAULT 0 CHECK (energy >= 0),
  -- Publication time in seconds plus what the score is worth.
  hot INTEGER NOT NULL DEFAULT 0,
  reject_reason TEXT,
  locked_from TEXT CHECK (locked_from IN ('pending', 'approved', 'rejected')),
  lock_reason TEXT,
  -- Set by an edit of an approved post while review is on, until an admin has seen it.
  edit_unseen_since TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  edited_at TEXT,
  published_at TEXT,
  deleted_at TEXT,
  -- Last, so that lists do not read past it.
  body TEXT NOT NULL,
  -- Follows from title and summary and is stored nowhere: 'zh', 'en', or '' for neither, which every list has. A text is Chinese if
  -- more than one character in nine is; those of three bytes count as such. src/features/posts/language.ts says the same.
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

-- What a deleted post got stops counting, on every day and in the author's sums; its likes are told no more. What is taken
-- back of it later finds no day to leave.
CREATE TRIGGER posts_leave_days
AFTER UPDATE OF deleted_at ON posts
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL
BEGIN
  DELETE FROM post_days WHERE post_id = NEW.id;
  -- The keys are like:<post>:<day>, and a semicolon comes right after the colon.
  DELETE FROM notifications
  WHERE user_id = NEW.author_id AND once_key >= 'like:' || NEW.id || ':' AND once_key < 'like:' || NEW.id || ';';
END;

-- For a post that comes without its rank.
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

CREATE TRIGGER posts_come_back_from_the_bin
BEFORE UPDATE OF deleted_at ON posts
WHEN OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM post_bin WHERE deleted_at = OLD.deleted_at AND post_id = OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'not_found');
END;

CREATE TRIGGER posts_leave_revisions
AFTER UPDATE OF deleted_at ON posts
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL AND OLD.version > 1
  AND NOT EXISTS (SELECT 1 FROM post_bin WHERE deleted_at = NEW.deleted_at AND post_id = NEW.id)
BEGIN
  DELETE FROM post_revisions WHERE post_id = NEW.id;
END;

-- What is deleted is pinned no more, also if it comes back. What is locked may be unlocked, and is where it was.
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

-- The tags of a post are listed exactly while it is visible, and a tag counts its posts.
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

-- With its views, which the days in the bin hold behind the energy.
-- The figures are as if it had never been away: those of likes and comments by what is there now, for some of them may have
-- gone meanwhile. Of the likes, nobody is told twice.
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

-- tags ----------------------------------------------------------------------------------------------------------------

CREATE TABLE tags (
  tag_key TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  posts_count INTEGER NOT NULL DEFAULT 0 CHECK (posts_count >= 0)
) WITHOUT ROWID;

CREATE INDEX tags_popular ON tags (posts_count, tag_key);

-- post_moves ----------------------------------------------------------------------------------------------------------

-- Every change of status and every edit that admins look at, append-only.
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

-- post_edits ----------------------------------------------------------------------------------------------------------

-- What an approved post was before and after an edit made while review is on.
CREATE TABLE post_edits (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  post_id INTEGER NOT NULL REFERENCES posts (id),
  version INTEGER NOT NULL,
  before TEXT NOT NULL CHECK (json_valid(before)),
  after TEXT NOT NULL CHECK (json_valid(after)),
  created_at TEXT NOT NULL
);

CREATE INDEX post_edits_of_post ON post_edits (post_id, id);

-- post_images ---------------------------------------------------------------------------------------------------------

-- Which stored images a post shows; what nothing shows is cleaned up.
CREATE TABLE post_images (
  post_id INTEGER NOT NULL REFERENCES posts (id),
  image_key TEXT NOT NULL,
  PRIMARY KEY (post_id, image_key)
) WITHOUT ROWID;

CREATE INDEX post_images_by_key ON post_images (image_key);

-- idempotency_keys ----------------------------------------------------------------------------------------------------

-- A retry with the same key gets the first answer and charges nothing.
CREATE TABLE idempotency_keys (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  key TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  -- Enough to give the first answer again, as JSON.
  answer TEXT NOT NULL CHECK (json_valid(answer)),
  created_at TEXT NOT NULL,
  PRIMARY KEY (user_id, key)
) WITHOUT ROWID;

CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- author_stats --------------------------------------------------------------------------------------------------------

-- Comments, reactions, follows, favourites, energize, and the figures that authors look at.

-- What an author's posts amount to. A post that was deleted counts no more.
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
  energy INTEGER NOT NULL DEFAULT 0 CHECK (energy >= 0)
,
  views INTEGER NOT NULL DEFAULT 0 CHECK (views >= 0));

-- author_daily --------------------------------------------------------------------------------------------------------

-- What all posts of an author got on that day: the sum, so that a chart reads one row a day.
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

-- post_likes ----------------------------------------------------------------------------------------------------------

CREATE TABLE post_likes (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  post_id INTEGER NOT NULL REFERENCES posts (id),
  created_at TEXT NOT NULL,
  -- A like across a block, made while it stood: the author is not told of it, also when it is taken back or the post comes back.
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
  -- Nobody is told of their own like, nor of one by somebody on the other side of a block.
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

-- post_dislikes -------------------------------------------------------------------------------------------------------

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

-- A dislike is no figure of a day, but it moves the hot rank: the day is marked as one on which something happened.
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

-- user_follows --------------------------------------------------------------------------------------------------------

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

-- Who may touch whom: src/features/blocks/touch.ts says the same.
CREATE TRIGGER user_follows_not_between_the_blocked
BEFORE INSERT ON user_follows
WHEN EXISTS (SELECT 1 FROM user_blocks WHERE user_id = NEW.followed_id AND blocked_id = NEW.follower_id)
  OR EXISTS (SELECT 1 FROM user_blocks WHERE user_id = NEW.follower_id AND blocked_id = NEW.followed_id)
BEGIN
  SELECT RAISE(ABORT, 'forbidden');
END;

-- folders -------------------------------------------------------------------------------------------------------------

CREATE TABLE folders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  name TEXT NOT NULL,
  public INTEGER NOT NULL DEFAULT 0 CHECK (public IN (0, 1)),
  is_default INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1)),
  items_count INTEGER NOT NULL DEFAULT 0 CHECK (items_count >= 0),
  created_at TEXT NOT NULL
,
  -- Of the items, those whose post is not public at the moment: their number is for the owner alone.
  hidden_items_count INTEGER NOT NULL DEFAULT 0 CHECK (hidden_items_count >= 0));

CREATE INDEX folders_of_user ON folders (user_id, is_default, id);
CREATE UNIQUE INDEX folders_one_default ON folders (user_id) WHERE is_default = 1;

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

-- folder_items --------------------------------------------------------------------------------------------------------

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

-- favorites -----------------------------------------------------------------------------------------------------------

-- A person who saved a post, in however many folders: favorites_count counts people.
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

-- comments ------------------------------------------------------------------------------------------------------------

CREATE TABLE comments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  post_id INTEGER NOT NULL REFERENCES posts (id),
  -- Null for a root; a reply names its root, and the comment it answers.
  root_id INTEGER REFERENCES comments (id),
  reply_to_id INTEGER REFERENCES comments (id),
  author_id INTEGER NOT NULL REFERENCES users (uid),
  body TEXT NOT NULL,
  image_id INTEGER REFERENCES images (id),
  replies_count INTEGER NOT NULL DEFAULT 0 CHECK (replies_count >= 0),
  created_at TEXT NOT NULL,
  deleted_at TEXT,
  deleted_by INTEGER REFERENCES users (uid),
  -- Comments are edited for a while, and liked.
  -- Set by an edit. What a reader of the thread has answered must not change for ever, so an edit comes within fifteen minutes.
  edited_at TEXT,
  likes_count INTEGER NOT NULL DEFAULT 0 CHECK (likes_count >= 0),
  CHECK ((root_id IS NULL) = (reply_to_id IS NULL))
);

CREATE INDEX comments_by_image ON comments (image_id) WHERE image_id IS NOT NULL;
CREATE INDEX comments_live ON comments (id) WHERE deleted_at IS NULL;
CREATE INDEX comments_live_of_author ON comments (author_id, id) WHERE deleted_at IS NULL;
CREATE INDEX comments_replies ON comments (root_id, created_at, id) WHERE root_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX comments_deleted_of_author ON comments (author_id, id) WHERE deleted_at IS NOT NULL;
-- A root stays as a placeholder while it has replies.
CREATE INDEX comments_of_post ON comments (post_id, root_id IS NULL, created_at, id)
  WHERE deleted_at IS NULL OR replies_count > 0;
-- The best of a post: what nobody likes is not in it, so that a new comment writes nothing here.
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

-- comment_mentions ----------------------------------------------------------------------------------------------------

CREATE TABLE comment_mentions (
  comment_id INTEGER NOT NULL REFERENCES comments (id),
  user_id INTEGER NOT NULL REFERENCES users (uid),
  -- The name as it stands in the text: a rename does not break the link.
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

-- audit_log -----------------------------------------------------------------------------------------------------------

-- What administrators did, and the figures they look at.

CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  actor_id INTEGER NOT NULL REFERENCES users (uid),
  action TEXT NOT NULL,
  target_type TEXT NOT NULL CHECK (target_type IN ('post', 'comment', 'user', 'profile_review', 'site_setting')),
  target_id TEXT NOT NULL,
  -- The person concerned, if any: whose post, comment, profile or account it is.
  subject_id INTEGER REFERENCES users (uid),
  reason TEXT,
  before TEXT CHECK (json_valid(before)),
  after TEXT CHECK (json_valid(after)),
  ip TEXT NOT NULL,
  -- Whether readers may see it, without names, in the public moderation log.
  public INTEGER NOT NULL DEFAULT 0 CHECK (public IN (0, 1)),
  created_at TEXT NOT NULL
);

CREATE INDEX audit_log_of_actor ON audit_log (actor_id, id);
CREATE INDEX audit_log_of_target ON audit_log (target_type, target_id, id);
CREATE INDEX audit_log_of_type ON audit_log (target_type, id);
CREATE INDEX audit_log_of_action ON audit_log (action, id);
CREATE INDEX audit_log_of_subject ON audit_log (subject_id, id) WHERE subject_id IS NOT NULL;
CREATE INDEX audit_log_public ON audit_log (id) WHERE public = 1;

-- With one exception: names that a person had or asked for go when the person has been erased.
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

-- An entry is written before its deed, in the same batch. Of two admins who act at once the second finds that what was
-- before is no longer so, and is told.
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

-- site_daily ----------------------------------------------------------------------------------------------------------

-- What happened on the site on one Shanghai day.
CREATE TABLE site_daily (
  day TEXT PRIMARY KEY,
  users INTEGER NOT NULL DEFAULT 0,
  posts INTEGER NOT NULL DEFAULT 0,
  comments INTEGER NOT NULL DEFAULT 0,
  check_ins INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- owner_claims --------------------------------------------------------------------------------------------------------

-- A link that a deployment prints makes the first owner. Only the hash of its token is kept.
CREATE TABLE owner_claims (
  token_hash TEXT PRIMARY KEY,
  expires_at TEXT NOT NULL
) WITHOUT ROWID;

-- Where there is an owner, owners make owners.
CREATE TRIGGER owner_claims_only_without_owner
BEFORE INSERT ON owner_claims
WHEN EXISTS (SELECT 1 FROM users WHERE role = 'owner')
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;

-- outbox --------------------------------------------------------------------------------------------------------------

-- Mail that the site has to send. A row commits with the command that causes it, and is sent after that.
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  kind TEXT NOT NULL,
  -- A line break would begin a header of its own.
  address TEXT NOT NULL CHECK (address NOT GLOB '*[^!-~]*'),
  language TEXT NOT NULL CHECK (language IN ('zh-CN', 'en')),
  -- The address of the site, which every link in the letter begins with.
  site TEXT NOT NULL,
  subject TEXT NOT NULL CHECK (instr(subject, x'0a') = 0 AND instr(subject, x'0d') = 0),
  -- Null once it is sent, or once the token in it is dead.
  letter TEXT,
  token_hash TEXT,
  status TEXT NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'sent', 'kept', 'failed', 'dropped')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at TEXT NOT NULL,
  -- Of the delivery that is sending it right now.
  claim TEXT,
  problem TEXT,
  created_at TEXT NOT NULL,
  settled_at TEXT,
  -- By which the mail service names a mail that it took over, and reports later that it came back.
  message_id TEXT,
  CHECK ((status = 'waiting') = (settled_at IS NULL)),
  CHECK (status <> 'waiting' OR letter IS NOT NULL)
);

CREATE INDEX outbox_due ON outbox (next_attempt_at, id) WHERE status = 'waiting';
CREATE INDEX outbox_of_user ON outbox (user_id, id);
CREATE INDEX outbox_settled ON outbox (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX outbox_of_token ON outbox (token_hash) WHERE token_hash IS NOT NULL;
CREATE UNIQUE INDEX outbox_of_message ON outbox (message_id) WHERE message_id IS NOT NULL;

-- post_days -----------------------------------------------------------------------------------------------------------

-- What a post got on one Shanghai day. What was taken back leaves the day it came on.
CREATE TABLE post_days (
  post_id INTEGER NOT NULL,
  day TEXT NOT NULL,
  author_id INTEGER NOT NULL REFERENCES users (uid),
  energy INTEGER NOT NULL DEFAULT 0 CHECK (energy >= 0),
  comments INTEGER NOT NULL DEFAULT 0 CHECK (comments >= 0),
  likes INTEGER NOT NULL DEFAULT 0 CHECK (likes >= 0),
  favorites INTEGER NOT NULL DEFAULT 0 CHECK (favorites >= 0),
  -- The daily like summary: the likes that the author is told of, which are those of others, and how many have been told.
  likes_of_others INTEGER NOT NULL DEFAULT 0 CHECK (likes_of_others >= 0),
  told INTEGER NOT NULL DEFAULT 0 CHECK (told >= 0),
  -- What the author's sums hold of it.
  summed_energy INTEGER NOT NULL DEFAULT 0,
  summed_comments INTEGER NOT NULL DEFAULT 0,
  summed_likes INTEGER NOT NULL DEFAULT 0,
  summed_favorites INTEGER NOT NULL DEFAULT 0,
  -- Whether something happened since it was summed up, or likes wait to be told.
  fresh INTEGER NOT NULL DEFAULT 1 CHECK (fresh IN (0, 1)),
  -- How often each post is opened: gathered by a Durable Object a post, and added here at most once a minute
  -- (src/features/views/counter.ts). Who reads is not written down.
  views INTEGER NOT NULL DEFAULT 0 CHECK (views >= 0),
  -- Of these, the readers who stayed to the end.
  ends INTEGER NOT NULL DEFAULT 0 CHECK (ends >= 0),
  summed_views INTEGER NOT NULL DEFAULT 0,
  summed_ends INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (post_id, day)
) WITHOUT ROWID;

CREATE INDEX post_days_fresh ON post_days (author_id, day, post_id) WHERE fresh = 1;
-- By what a day was worth, weighed like the hot rank.
CREATE INDEX post_days_top
  ON post_days (author_id, day, 2 * summed_likes + 3 * summed_comments + 4 * summed_favorites + 2 * summed_energy)
  WHERE 2 * summed_likes + 3 * summed_comments + 4 * summed_favorites + 2 * summed_energy > 0;

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

-- The first event after a summing-up enters the index; those that follow find it there and write one row.
CREATE TRIGGER post_days_become_fresh
AFTER UPDATE OF energy, comments, likes, favorites, views, ends ON post_days
WHEN NEW.fresh = 0
BEGIN
  UPDATE post_days SET fresh = 1 WHERE post_id = NEW.post_id AND day = NEW.day;
END;

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

-- user_tokens ---------------------------------------------------------------------------------------------------------

-- Tokens that a person gets by mail or from the owner. Only their hashes are kept.
CREATE TABLE user_tokens (
  token_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  kind TEXT NOT NULL,
  -- The address that it was sent to, and that its use proves.
  email TEXT,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
,
  -- The session that a token is about.
  sid TEXT) WITHOUT ROWID;

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

-- site_settings -------------------------------------------------------------------------------------------------------

CREATE TABLE "site_settings" (
  key TEXT PRIMARY KEY CHECK (key GLOB '[a-z]*.[a-z]*'),
  value INTEGER NOT NULL CHECK (value IN (0, 1))
);

INSERT INTO site_settings (key, value) VALUES
  ('audit.enabled', 0), ('registration.enabled', 1), ('comments.enabled', 1), ('email.verification_required', 0),
  ('backups.enabled', 1), ('views.public', 0);

-- sign_ins ------------------------------------------------------------------------------------------------------------

-- From where a user has signed in: an unknown device is told to them.
CREATE TABLE sign_ins (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  sid TEXT NOT NULL,
  -- Of the cookie that a browser keeps; null where it brought none.
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

-- notice_mail ---------------------------------------------------------------------------------------------------------

-- Which notices a user wants by mail. No row, no mail.
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
  -- What came before is in no digest to come.
  digest_from TEXT NOT NULL,
  digest_at TEXT NOT NULL
);

CREATE INDEX notice_mail_digests ON notice_mail (digest_at);

-- notices_to_mail -----------------------------------------------------------------------------------------------------

-- Notices that are to be mailed at once, until they are.
CREATE TABLE notices_to_mail (
  notification_id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (uid)
);

CREATE INDEX notices_to_mail_of_user ON notices_to_mail (user_id, notification_id);

-- access_tokens -------------------------------------------------------------------------------------------------------

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

-- notifications -------------------------------------------------------------------------------------------------------

CREATE TABLE notifications (
  -- The newest plus one (src/db/ids.ts), also of those that were deleted.
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  kind TEXT NOT NULL CHECK (kind IN (
    'NotifyComment', 'NotifyCommentReply', 'NotifyMention', 'NotifyLikeAggregated', 'NotifyFollow', 'NotifyLevelUp',
    'NotifySystem'
  )),
  category TEXT NOT NULL CHECK (category IN ('comment', 'mention', 'like', 'follow', 'system')),
  related_id INTEGER,
  actor_id INTEGER REFERENCES users (uid),
  -- What the sentence needs besides, as JSON.
  data TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(data)),
  -- Of notices with the same key a person has one: liking again or following again does not spam.
  once_key TEXT,
  read INTEGER NOT NULL DEFAULT 0 CHECK (read IN (0, 1)),
  created_at TEXT NOT NULL,
  -- The comment that a notice tells of. Its words are copied into the notice; when it is deleted, they go there too.
  comment_id INTEGER REFERENCES comments (id)
);

CREATE UNIQUE INDEX notifications_once ON notifications (user_id, once_key) WHERE once_key IS NOT NULL;
CREATE INDEX notifications_of_user_by_lane
  ON notifications (user_id, iif(kind = 'NotifyCommentReply', 'reply', category), created_at, id);

-- Nobody reads what is told to an account that was erased: it is not written, whoever tells it.
CREATE TRIGGER notifications_not_to_the_erased
BEFORE INSERT ON notifications
WHEN (SELECT status FROM users WHERE uid = NEW.user_id) = 'deleted'
BEGIN
  SELECT RAISE(IGNORE);
END;

-- The id of a notice that was deleted is never given again.
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

-- A notice that was read is not mailed.
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

-- What the site itself tells, a decision of an admin too, reaches whom it concerns.
CREATE TRIGGER notifications_not_between_the_blocked
BEFORE INSERT ON notifications
WHEN NEW.category <> 'system' AND NEW.actor_id IS NOT NULL AND (
  EXISTS (SELECT 1 FROM user_blocks WHERE user_id = NEW.user_id AND blocked_id = NEW.actor_id)
  OR EXISTS (SELECT 1 FROM user_blocks WHERE user_id = NEW.actor_id AND blocked_id = NEW.user_id))
BEGIN
  SELECT RAISE(IGNORE);
END;

-- operation_hours -----------------------------------------------------------------------------------------------------

-- What an operator sees of the last day. Gathered in memory, and added here at most once a minute by each isolate.
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

-- user_totp -----------------------------------------------------------------------------------------------------------

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

CREATE TRIGGER user_totp_takes_its_codes_along
AFTER DELETE ON user_totp
BEGIN
  DELETE FROM recovery_codes WHERE user_id = OLD.user_id;
  DELETE FROM login_challenges WHERE user_id = OLD.user_id;
END;

-- recovery_codes ------------------------------------------------------------------------------------------------------

-- For whoever has lost the app. Only hashes are kept; a used one is deleted.
CREATE TABLE recovery_codes (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  code_hash TEXT NOT NULL,
  PRIMARY KEY (user_id, code_hash)
) WITHOUT ROWID;

-- login_challenges ----------------------------------------------------------------------------------------------------

-- Between the right password and the right code.
CREATE TABLE login_challenges (
  challenge_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  tries INTEGER NOT NULL DEFAULT 0,
  expires_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX login_challenges_of_user ON login_challenges (user_id);
CREATE INDEX login_challenges_expiry ON login_challenges (expires_at);

-- post_schedules ------------------------------------------------------------------------------------------------------

-- When a draft is to be published by the cron. Beside the posts and not in them: `body` is the last column there, and what
-- came after it would be read past every body.
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

-- report_cases --------------------------------------------------------------------------------------------------------

-- Everything that was reported about one thing until an admin decides: one decision for all of it.
CREATE TABLE report_cases (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('post', 'comment', 'user')),
  target_id INTEGER NOT NULL,
  -- Whose post or comment it is, or the person themselves.
  subject_id INTEGER NOT NULL REFERENCES users (uid),
  reports_count INTEGER NOT NULL DEFAULT 0 CHECK (reports_count >= 0),
  -- The turn of a case: the most reported first, of two the older one, in one direction of one index.
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

-- Of two admins who decide at once, one decides.
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

-- reports -------------------------------------------------------------------------------------------------------------

CREATE TABLE reports (
  id INTEGER PRIMARY KEY,
  case_id INTEGER NOT NULL REFERENCES report_cases (id),
  user_id INTEGER NOT NULL REFERENCES users (uid),
  reason TEXT NOT NULL CHECK (reason IN ('spam', 'abuse', 'illegal', 'other')),
  text TEXT NOT NULL DEFAULT '',
  -- The Shanghai day, for the limit of the day.
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

-- Fewer for whoever is wrong again and again.
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

-- reporters -----------------------------------------------------------------------------------------------------------

-- How often the reports of a person were right.
CREATE TABLE reporters (
  user_id INTEGER PRIMARY KEY REFERENCES users (uid),
  upheld INTEGER NOT NULL DEFAULT 0 CHECK (upheld >= 0),
  turned_down INTEGER NOT NULL DEFAULT 0 CHECK (turned_down >= 0)
);

-- site_totals ---------------------------------------------------------------------------------------------------------

-- Totals of the site, kept with each event: nothing counts a growing table.
CREATE TABLE site_totals (
  name TEXT PRIMARY KEY CHECK (name GLOB '[a-z]*'),
  value INTEGER NOT NULL CHECK (value >= 0)
) WITHOUT ROWID;

INSERT INTO site_totals (name, value) VALUES
  ('open_reports', 0), ('pending_posts', 0), ('pending_profiles', 0), ('posts', 0), ('unseen_edits', 0), ('users', 0);

-- comment_likes -------------------------------------------------------------------------------------------------------

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

-- post_revisions ------------------------------------------------------------------------------------------------------

-- Earlier states of a post, for its author to look at and to bring back: src/features/posts/revision-rows.ts.
CREATE TABLE post_revisions (
  post_id INTEGER NOT NULL REFERENCES posts (id),
  version INTEGER NOT NULL,
  saved_at TEXT NOT NULL,
  status TEXT NOT NULL,
  title TEXT NOT NULL,
  -- The keys of the stored images it shows: they are not cleaned up while it is there.
  image_keys TEXT NOT NULL CHECK (json_valid(image_keys)),
  -- The whole content as JSON, packed. Last, so that lists do not read past it.
  content TEXT NOT NULL,
  PRIMARY KEY (post_id, version)
) WITHOUT ROWID;

-- Fifty states a post: these, and the one that it is in.
CREATE TRIGGER post_revisions_oldest_goes
AFTER INSERT ON post_revisions
BEGIN
  DELETE FROM post_revisions
  WHERE post_id = NEW.post_id AND version <= (
    SELECT version FROM post_revisions WHERE post_id = NEW.post_id ORDER BY version DESC LIMIT 1 OFFSET 49);
END;

-- passkeys ------------------------------------------------------------------------------------------------------------

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

-- spent_challenges ----------------------------------------------------------------------------------------------------

-- Challenges say by themselves for whom they are and until when; here is which of them were answered.
CREATE TABLE spent_challenges (
  challenge_hash TEXT PRIMARY KEY,
  expires_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX spent_challenges_expiry ON spent_challenges (expires_at);

-- post_bin ------------------------------------------------------------------------------------------------------------

-- Posts that their authors deleted lately and may have back. Beside the posts, because `body` is the last column there.
CREATE TABLE post_bin (
  -- As in the post: by the two a post finds its row, and the oldest come first.
  deleted_at TEXT NOT NULL,
  post_id INTEGER NOT NULL REFERENCES posts (id),
  author_id INTEGER NOT NULL REFERENCES users (uid),
  -- [["2026-11-15",4],…]: the energy that came on each day, which posts_leave_days takes away and nothing else remembers by post.
  energy_days TEXT NOT NULL CHECK (json_valid(energy_days)),
  PRIMARY KEY (deleted_at, post_id)
) WITHOUT ROWID;

CREATE INDEX post_bin_of_author ON post_bin (author_id, deleted_at, post_id);

-- ledger_days ---------------------------------------------------------------------------------------------------------

-- Everybody's ledger is read in the order of its ids. This says between which ids the entries of a Shanghai day are: from
-- `first_id` on, before the first of the next day, and those that came late up to `last_id`.
CREATE TABLE ledger_days (
  day TEXT PRIMARY KEY,
  first_id INTEGER NOT NULL,
  last_id INTEGER NOT NULL
) WITHOUT ROWID;

-- post_energize_log ---------------------------------------------------------------------------------------------------

CREATE TABLE post_energize_log (
  -- That of the giver's entry in energy_log; the author's has the next one.
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

-- reset_requests ------------------------------------------------------------------------------------------------------

-- Who asked for a new password, until the link is mailed. That happens behind the answer, which so takes the same time and work
-- whether or not there is such an account.
CREATE TABLE reset_requests (
  id INTEGER PRIMARY KEY,
  email TEXT NOT NULL,
  site TEXT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('zh-CN', 'en')),
  created_at TEXT NOT NULL
);

-- user_blocks ---------------------------------------------------------------------------------------------------------

-- Who wants nothing to do with whom.
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

-- post_views ----------------------------------------------------------------------------------------------------------

-- The views of a post in all. Not in the posts: a row there is rewritten whole, with its body.
CREATE TABLE post_views (
  post_id INTEGER PRIMARY KEY,
  views INTEGER NOT NULL CHECK (views >= 0)
);

-- author_sources ------------------------------------------------------------------------------------------------------

-- Where the readers of an author came from on a day, as JSON: {"example.org": 12}.
CREATE TABLE author_sources (
  author_id INTEGER NOT NULL REFERENCES users (uid),
  day TEXT NOT NULL,
  hosts TEXT NOT NULL CHECK (json_valid(hosts)),
  PRIMARY KEY (author_id, day)
) WITHOUT ROWID;

-- live_topics ---------------------------------------------------------------------------------------------------------

-- Who listens: an object with open sockets, or one that had some when it was last told something. A change of anything else
-- finds no row here, and wakes no object.
CREATE TABLE live_topics (
  kind TEXT NOT NULL CHECK (kind IN ('user', 'post')),
  id INTEGER NOT NULL,
  PRIMARY KEY (kind, id)
) WITHOUT ROWID;

-- site_identity -------------------------------------------------------------------------------------------------------

-- What the owner makes the site their own with. One row; what is NULL is as the product comes.
CREATE TABLE site_identity (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT CHECK (length(name) BETWEEN 1 AND 40),
  tagline_zh TEXT CHECK (length(tagline_zh) BETWEEN 1 AND 80),
  tagline_en TEXT CHECK (length(tagline_en) BETWEEN 1 AND 80),
  accent TEXT CHECK (accent GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  -- The same picture twice: small for pages, large for whatever shows it large.
  logo_key TEXT,
  logo_large_key TEXT,
  CHECK ((logo_key IS NULL) = (logo_large_key IS NULL))
);

INSERT INTO site_identity (id, name, tagline_zh, tagline_en, accent, logo_key, logo_large_key) VALUES
  (1, null, null, null, null, null, null);

CREATE TRIGGER site_identity_stays
BEFORE DELETE ON site_identity
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;

-- footer_links --------------------------------------------------------------------------------------------------------

-- In the footer of every page, in the order they were added.
CREATE TABLE footer_links (
  id INTEGER PRIMARY KEY,
  label TEXT NOT NULL CHECK (length(label) BETWEEN 1 AND 30),
  -- The web, a mailbox or a path of this site: nothing that runs.
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

-- site_pages ----------------------------------------------------------------------------------------------------------

-- What the owner writes about the site, in the same editor as posts: one text for each language.
CREATE TABLE site_pages (
  name TEXT NOT NULL CHECK (name IN ('about', 'rules', 'privacy')),
  language TEXT NOT NULL CHECK (language IN ('zh-CN', 'en')),
  -- Sanitised, like the body of a post. A page without words is not there.
  body TEXT NOT NULL CHECK (length(body) BETWEEN 1 AND 200000),
  version INTEGER NOT NULL DEFAULT 1,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (name, language)
) WITHOUT ROWID;

-- Nothing is overwritten by somebody who saw an older version.
CREATE TRIGGER site_pages_version_conflict
BEFORE UPDATE ON site_pages
WHEN NEW.version <> OLD.version + 1
BEGIN
  SELECT RAISE(ABORT, 'version_conflict');
END;

-- pinned_posts --------------------------------------------------------------------------------------------------------

-- Posts that the owner keeps at the top of the home page, the one pinned last first.
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

-- post_tags -----------------------------------------------------------------------------------------------------------

-- One row a tag of a visible post, with what lists choose and sort by.
CREATE TABLE post_tags (
  tag_key TEXT NOT NULL REFERENCES tags (tag_key),
  -- That of the post.
  language TEXT NOT NULL DEFAULT '',
  published_at TEXT NOT NULL,
  post_id INTEGER NOT NULL REFERENCES posts (id),
  author_id INTEGER NOT NULL,
  hot INTEGER NOT NULL,
  PRIMARY KEY (tag_key, language, published_at, post_id)
) WITHOUT ROWID;

CREATE INDEX post_tags_hot ON post_tags (tag_key, language, hot, post_id);
-- One author under one tag: without these a list would walk past everybody else's posts.
CREATE INDEX post_tags_of_author_new ON post_tags (author_id, tag_key, published_at, post_id);
CREATE INDEX post_tags_of_author_hot ON post_tags (author_id, tag_key, hot, post_id);

CREATE TRIGGER post_tags_count_gone
AFTER DELETE ON post_tags
BEGIN
  UPDATE tags SET posts_count = posts_count - 1 WHERE tag_key = OLD.tag_key;
END;

-- read_next -----------------------------------------------------------------------------------------------------------

-- What those who liked or saved a post liked and saved too, the most telling first: written by the cron for all likes since its last
-- run (src/features/posts/read-next.ts). Only what at least two readers have in common is in it, and nothing of who they are.
CREATE TABLE read_next (
  post_id INTEGER PRIMARY KEY REFERENCES posts (id),
  -- JSON: the ids of posts.
  ids TEXT NOT NULL CHECK (json_array_length(ids) <= 6)
);

-- tag_descriptions ----------------------------------------------------------------------------------------------------

-- What an admin says about a tag. Beside the tags, whose rows move with every post.
CREATE TABLE tag_descriptions (
  tag_key TEXT PRIMARY KEY REFERENCES tags (tag_key),
  description TEXT NOT NULL CHECK (length(description) BETWEEN 1 AND 300)
) WITHOUT ROWID;

-- SEARCH ==============================================================================================================

-- search_state --------------------------------------------------------------------------------------------------------

-- What the repair remembers between runs.
CREATE TABLE search_state (
  key TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) WITHOUT ROWID;

-- public_texts --------------------------------------------------------------------------------------------------------

-- The indexes keep words and no text, so that a text is stored once, and no index of beginnings: those are looked up among the
-- words themselves. What is newest comes along here, within what one statement on D1 may take; the repair finds the rest missing.

-- What is searched, as it is shown (like everything here made from the main database, and made anew from it by
-- `npm run joule -- reindex`): plain text, for titles and snippets with the matches marked.
CREATE TABLE public_texts (
  post_id INTEGER PRIMARY KEY,
  -- Of the post when it was indexed. A change that arrives late never overwrites a newer one.
  version INTEGER NOT NULL,
  title TEXT NOT NULL,
  body TEXT NOT NULL
);

-- post_words ----------------------------------------------------------------------------------------------------------

-- The same as tokens of our own (src/features/search/tokens.ts), separated by spaces; the rowid is the post's id. `marks` holds
-- tokens that no text has, by their first character: · what a search is narrowed to (the author, each tag as a whole),
-- § a word of the title, ¶ a word of a tag. The body comes first: a word in the first column takes two bytes less.
CREATE VIRTUAL TABLE post_words USING fts5(
  body, title, tags, marks,
  content = '', contentless_delete = 1,
  tokenize = "ascii tokenchars '+#'"
);

-- post_vocabulary -----------------------------------------------------------------------------------------------------

-- Each word where it stands, in their order: what a beginning may stand for is found by going from word to word.
CREATE VIRTUAL TABLE post_vocabulary USING fts5vocab(post_words, instance);

-- hidden_entries ------------------------------------------------------------------------------------------------------

-- Posts that are not public, which only admins search. Of a draft only the title is in the index.
CREATE TABLE hidden_entries (
  post_id INTEGER PRIMARY KEY,
  -- Of the post when it was indexed. A change that arrives late never overwrites a newer one.
  version INTEGER NOT NULL,
  -- Together with the words of the title all that there is of a draft: as long as they stay, its entry does.
  status TEXT NOT NULL,
  title TEXT NOT NULL
);

-- hidden_words --------------------------------------------------------------------------------------------------------

-- Apart from the public ones, which they must never crowd out. `marks` holds the author and the status.
CREATE VIRTUAL TABLE hidden_words USING fts5(
  body, title, tags, marks,
  content = '', contentless_delete = 1,
  tokenize = "ascii tokenchars '+#'"
);

-- hidden_vocabulary ---------------------------------------------------------------------------------------------------

-- As `post_vocabulary`.
CREATE VIRTUAL TABLE hidden_vocabulary USING fts5vocab(hidden_words, instance);

-- comment_words -------------------------------------------------------------------------------------------------------

-- Comments, which only admins search; the rowid is the comment's id. `marks` holds its author and its post. A comment never
-- changes, so it has no version.
CREATE VIRTUAL TABLE comment_words USING fts5(
  body, marks,
  content = '', contentless_delete = 1,
  tokenize = "ascii tokenchars '+#'"
);

-- comment_vocabulary --------------------------------------------------------------------------------------------------

-- As `post_vocabulary`.
CREATE VIRTUAL TABLE comment_vocabulary USING fts5vocab(comment_words, instance);
