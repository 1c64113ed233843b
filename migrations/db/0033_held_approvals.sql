-- Approvals of several posts at once, which an admin can still take back. The posts stay pending until the cron applies the
-- approvals, so an approval that was taken back has had no effect.
CREATE TABLE held_approvals (
  post_id INTEGER PRIMARY KEY REFERENCES posts (id),
  -- The version that the admin approves.
  version INTEGER NOT NULL,
  admin_id INTEGER NOT NULL REFERENCES users (uid),
  -- The posts of one request are taken back together. A random text.
  batch TEXT NOT NULL,
  due_at TEXT NOT NULL
);

CREATE INDEX held_approvals_due ON held_approvals (due_at, post_id);

CREATE TRIGGER held_approvals_are_of_pending_posts
BEFORE INSERT ON held_approvals
WHEN NOT EXISTS (
  SELECT 1 FROM posts WHERE id = NEW.post_id AND status = 'pending' AND deleted_at IS NULL AND version = NEW.version)
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;

-- Every decision, a withdrawal and a deletion end the held approval.
CREATE TRIGGER posts_leave_held_approvals
AFTER UPDATE OF version ON posts
WHEN OLD.status = 'pending' AND NEW.version <> OLD.version
BEGIN
  DELETE FROM held_approvals WHERE post_id = NEW.id;
END;
