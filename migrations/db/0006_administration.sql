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

-- Why a person may not write at present.
ALTER TABLE users ADD COLUMN ban_reason TEXT;

-- Nobody bans an owner, and nobody who is banned becomes one.
CREATE TRIGGER users_owner_is_not_banned
BEFORE UPDATE OF role, status ON users
WHEN NEW.role = 'owner' AND NEW.status = 'banned' AND (OLD.role <> 'owner' OR OLD.status <> 'banned')
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;

-- Every list that admins choose from has an index that serves it.
CREATE INDEX users_by_status ON users (status, uid);
CREATE INDEX users_by_role ON users (role, uid);
CREATE INDEX users_by_role_and_status ON users (role, status, uid);
CREATE INDEX users_by_exp ON users (exp, uid);
CREATE INDEX posts_touched ON posts (updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX comments_live ON comments (id) WHERE deleted_at IS NULL;
CREATE INDEX comments_live_of_post ON comments (post_id, id) WHERE deleted_at IS NULL;
CREATE INDEX comments_live_of_author ON comments (author_id, id) WHERE deleted_at IS NULL;
CREATE INDEX energy_log_by_time ON energy_log (created_at, id);
DROP INDEX energy_log_by_reason;
CREATE INDEX energy_log_by_reason ON energy_log (reason, created_at, id);

-- Totals of the site, kept with each event: nothing counts a growing table.
CREATE TABLE site_totals (
  name TEXT PRIMARY KEY CHECK (name IN ('users', 'posts', 'comments', 'pending_posts', 'unseen_edits', 'pending_profiles')),
  value INTEGER NOT NULL CHECK (value >= 0)
) WITHOUT ROWID;

INSERT INTO site_totals (name, value) VALUES
  ('users', (SELECT COUNT(*) FROM users WHERE status <> 'deleted')),
  ('posts', (SELECT COUNT(*) FROM posts WHERE deleted_at IS NULL)),
  ('comments', (SELECT COUNT(*) FROM comments WHERE deleted_at IS NULL)),
  ('pending_posts', (SELECT COUNT(*) FROM posts WHERE status = 'pending' AND deleted_at IS NULL)),
  ('unseen_edits', (SELECT COUNT(*) FROM posts WHERE edit_unseen_since IS NOT NULL AND deleted_at IS NULL)),
  ('pending_profiles', (SELECT COUNT(*) FROM profile_reviews WHERE status = 'pending'));

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

CREATE TRIGGER posts_totals_new
AFTER INSERT ON posts
BEGIN
  UPDATE site_totals SET value = value + 1 WHERE name = 'posts';
  UPDATE site_totals SET value = value + (NEW.status = 'pending') WHERE name = 'pending_posts';
END;

CREATE TRIGGER posts_totals
AFTER UPDATE OF status, deleted_at, edit_unseen_since ON posts
BEGIN
  UPDATE site_totals SET value = value + (NEW.deleted_at IS NULL) - (OLD.deleted_at IS NULL) WHERE name = 'posts';
  UPDATE site_totals
  SET value = value + (NEW.status = 'pending' AND NEW.deleted_at IS NULL)
    - (OLD.status = 'pending' AND OLD.deleted_at IS NULL)
  WHERE name = 'pending_posts';
  UPDATE site_totals
  SET value = value + (NEW.edit_unseen_since IS NOT NULL AND NEW.deleted_at IS NULL)
    - (OLD.edit_unseen_since IS NOT NULL AND OLD.deleted_at IS NULL)
  WHERE name = 'unseen_edits';
END;

CREATE TRIGGER comments_total_new
AFTER INSERT ON comments
BEGIN
  UPDATE site_totals SET value = value + 1 WHERE name = 'comments';
END;

CREATE TRIGGER comments_total_gone
AFTER UPDATE OF deleted_at ON comments
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL
BEGIN
  UPDATE site_totals SET value = value - 1 WHERE name = 'comments';
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

-- What happened on the site on one Shanghai day.
CREATE TABLE site_daily (
  day TEXT PRIMARY KEY,
  users INTEGER NOT NULL DEFAULT 0,
  posts INTEGER NOT NULL DEFAULT 0,
  comments INTEGER NOT NULL DEFAULT 0,
  check_ins INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE TRIGGER users_daily
AFTER INSERT ON users
BEGIN
  INSERT INTO site_daily (day, users) VALUES (COALESCE(date(NEW.created_at, '+8 hours'), date('now', '+8 hours')), 1)
  ON CONFLICT (day) DO UPDATE SET users = users + 1;
END;

CREATE TRIGGER posts_daily
AFTER INSERT ON posts
BEGIN
  INSERT INTO site_daily (day, posts) VALUES (COALESCE(date(NEW.created_at, '+8 hours'), date('now', '+8 hours')), 1)
  ON CONFLICT (day) DO UPDATE SET posts = posts + 1;
END;

CREATE TRIGGER comments_daily
AFTER INSERT ON comments
BEGIN
  INSERT INTO site_daily (day, comments) VALUES (COALESCE(date(NEW.created_at, '+8 hours'), date('now', '+8 hours')), 1)
  ON CONFLICT (day) DO UPDATE SET comments = comments + 1;
END;

CREATE TRIGGER check_ins_daily
AFTER INSERT ON user_check_ins
BEGIN
  INSERT INTO site_daily (day, check_ins) VALUES (NEW.day, 1)
  ON CONFLICT (day) DO UPDATE SET check_ins = check_ins + 1;
END;
