-- Audit log -----------------------------------------------------------------------------------------------------------

-- json_valid(NULL) is 0 in SQLite 3.40, so "integrity_check" reported every entry without a "before" or an "after". The
-- table has no children, and only its own triggers name it. The whole file is one transaction: a Worker of the version
-- before never sees the log without its rows, indexes and triggers, and their names stay the same.
DROP TRIGGER audit_log_is_never_changed;
DROP TRIGGER audit_log_is_never_deleted;
DROP TRIGGER audit_log_status_was_so;
DROP TRIGGER audit_log_role_was_so;
DROP TRIGGER audit_log_comment_was_there;

ALTER TABLE audit_log RENAME TO audit_log_before;

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
  before TEXT CHECK (before IS NULL OR json_valid(before)),
  after TEXT CHECK (after IS NULL OR json_valid(after)),
  ip TEXT NOT NULL,
  -- 1 if the entry is in the public moderation log (without names).
  public INTEGER NOT NULL DEFAULT 0 CHECK (public IN (0, 1)),
  created_at TEXT NOT NULL
);

-- Before the triggers exist: they compare an entry with the present state of its target. The copied ids set the next id.
INSERT INTO audit_log
  (id, actor_id, action, target_type, target_id, subject_id, reason, before, after, ip, public, created_at)
SELECT id, actor_id, action, target_type, target_id, subject_id, reason, before, after, ip, public, created_at
FROM audit_log_before;

DROP TABLE audit_log_before;

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
