-- Bans and silences that end, "ban and hide", and the report of anomalies.

-- Null: the ban lasts until an admin lifts it.
ALTER TABLE users ADD COLUMN ban_ends_at TEXT CHECK (ban_ends_at IS NULL OR status = 'banned');

-- A silenced user can read and react, but cannot publish. Null: not silenced.
ALTER TABLE users ADD COLUMN silenced_at TEXT;

-- Shown to the silenced user.
ALTER TABLE users ADD COLUMN silence_reason TEXT CHECK (silence_reason IS NULL OR silenced_at IS NOT NULL);

-- Null: the silence lasts until an admin lifts it.
ALTER TABLE users ADD COLUMN silence_ends_at TEXT CHECK (silence_ends_at IS NULL OR silenced_at IS NOT NULL);

-- For the cron: which bans and silences are over?
CREATE INDEX users_ban_ends ON users (ban_ends_at) WHERE ban_ends_at IS NOT NULL;
CREATE INDEX users_silence_ends ON users (silence_ends_at) WHERE silence_ends_at IS NOT NULL;

-- The cron and an admin may lift at the same time. The second entry aborts its batch.
CREATE TRIGGER audit_log_ban_is_over
BEFORE INSERT ON audit_log
WHEN NEW.action = 'user.ban_ended' AND NOT EXISTS (
  SELECT 1 FROM users WHERE uid = NEW.subject_id AND status = 'banned' AND ban_ends_at <= NEW.created_at)
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;

-- If two admins silence a user at the same time, the second gets an error.
CREATE TRIGGER audit_log_silence_was_so
BEFORE INSERT ON audit_log
WHEN NEW.action = 'user.silence' AND (NEW.before ->> 'silenced') IS NOT (
  SELECT silenced_at IS NOT NULL AND (silence_ends_at IS NULL OR silence_ends_at > NEW.created_at)
  FROM users WHERE uid = NEW.subject_id)
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;

CREATE TRIGGER audit_log_silence_is_over
BEFORE INSERT ON audit_log
WHEN NEW.action = 'user.silence_ended' AND NOT EXISTS (
  SELECT 1 FROM users WHERE uid = NEW.subject_id AND silence_ends_at <= NEW.created_at)
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;

-- "Hide all posts and comments" of a user. The request hides the first items, the cron the others in slices.
CREATE TABLE user_hidings (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  -- The admin who hides or restores the content. The audit log has both.
  admin_id INTEGER NOT NULL REFERENCES users (uid),
  -- The lock reason of the posts.
  reason TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'hiding' CHECK (state IN ('hiding', 'hidden', 'restoring', 'restored')),
  -- 1 if the ban of the user came with this action and has not changed since: undoing the action lifts it.
  banned INTEGER NOT NULL CHECK (banned IN (0, 1)),
  -- Items that this action hides now.
  posts_count INTEGER NOT NULL DEFAULT 0 CHECK (posts_count >= 0),
  comments_count INTEGER NOT NULL DEFAULT 0 CHECK (comments_count >= 0),
  -- Later posts and comments stay visible.
  created_at TEXT NOT NULL,
  restored_at TEXT,
  CHECK ((state IN ('restoring', 'restored')) = (restored_at IS NOT NULL))
);

CREATE UNIQUE INDEX user_hidings_one_at_a_time ON user_hidings (user_id) WHERE state <> 'restored';
CREATE INDEX user_hidings_of_user ON user_hidings (user_id, id);
CREATE INDEX user_hidings_unfinished ON user_hidings (id) WHERE state IN ('hiding', 'restoring');

CREATE TRIGGER user_hidings_one_only
BEFORE INSERT ON user_hidings
WHEN EXISTS (SELECT 1 FROM user_hidings WHERE user_id = NEW.user_id AND state <> 'restored')
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;

CREATE TRIGGER audit_log_hiding_is_open
BEFORE INSERT ON audit_log
WHEN NEW.action = 'user.restore' AND NOT EXISTS (
  SELECT 1 FROM user_hidings WHERE user_id = NEW.subject_id AND state IN ('hiding', 'hidden'))
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;

-- The items that an action hid, so that undoing it restores no others.
CREATE TABLE hidden_items (
  hiding_id INTEGER NOT NULL REFERENCES user_hidings (id),
  kind TEXT NOT NULL CHECK (kind IN ('post', 'comment')),
  item_id INTEGER NOT NULL,
  -- The version of the post after the lock: a later change of the post has another version. Null for comments.
  version INTEGER,
  PRIMARY KEY (hiding_id, kind, item_id)
) WITHOUT ROWID;

CREATE TRIGGER hidden_items_count_new
AFTER INSERT ON hidden_items
BEGIN
  UPDATE user_hidings
  SET posts_count = posts_count + (NEW.kind = 'post'), comments_count = comments_count + (NEW.kind = 'comment')
  WHERE id = NEW.hiding_id;
END;

CREATE TRIGGER hidden_items_count_gone
AFTER DELETE ON hidden_items
BEGIN
  UPDATE user_hidings
  SET posts_count = posts_count - (OLD.kind = 'post'), comments_count = comments_count - (OLD.kind = 'comment')
  WHERE id = OLD.hiding_id;
END;

-- Only undoing "hide all" brings a comment back. AFTER, because a BEFORE trigger makes every deletion read the row again.
CREATE TRIGGER comments_come_back_from_hiding
AFTER UPDATE OF deleted_at ON comments
WHEN OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL
BEGIN
  SELECT RAISE(ABORT, 'not_found') WHERE NOT EXISTS (
    SELECT 1 FROM user_hidings h CROSS JOIN hidden_items i ON i.hiding_id = h.id
    WHERE h.user_id = OLD.author_id AND h.state = 'restoring' AND i.kind = 'comment' AND i.item_id = OLD.id);
END;

CREATE TRIGGER comments_count_again
AFTER UPDATE OF deleted_at ON comments
WHEN OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL
BEGIN
  UPDATE posts SET comments_count = comments_count + 1 WHERE id = NEW.post_id;
  UPDATE comments SET replies_count = replies_count + 1 WHERE id = NEW.root_id;
  INSERT INTO post_days (post_id, day, author_id, comments)
  SELECT id, date(NEW.created_at, '+8 hours'), author_id, 1 FROM posts WHERE id = NEW.post_id AND deleted_at IS NULL
  ON CONFLICT (post_id, day) DO UPDATE SET comments = comments + 1;
END;

-- Groups of young accounts from one address that like or energize the same author. The cron replaces all rows.
CREATE TABLE anomalies (
  id INTEGER PRIMARY KEY,
  -- An IPv4 address, or an IPv6 network with 64 bits.
  address TEXT NOT NULL,
  author_id INTEGER NOT NULL REFERENCES users (uid),
  likes INTEGER NOT NULL CHECK (likes >= 0),
  energy INTEGER NOT NULL CHECK (energy >= 0),
  -- The first like or energize.
  since TEXT NOT NULL,
  -- [{"uid":10001,"likes":3,"energy":20},...]
  accounts TEXT NOT NULL CHECK (json_array_length(accounts) >= 3),
  -- The posts with the most, in the same form with "id".
  posts TEXT NOT NULL CHECK (json_valid(posts)),
  found_at TEXT NOT NULL
);

CREATE INDEX anomalies_of_author ON anomalies (author_id);
