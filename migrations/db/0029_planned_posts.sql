-- The version that an admin approved before the publishing time. The cron publishes this version without another review; an edit
-- makes a newer version.
ALTER TABLE post_schedules ADD COLUMN approved_version INTEGER;

-- The publishing times of posts that were submitted. post_schedules has only drafts that the cron publishes or submits, so that
-- its index of due posts contains nothing else. After a rejection or a withdrawal the row stays and has no effect: the author
-- sees the time and can choose it again.
CREATE TABLE post_plans (
  post_id INTEGER PRIMARY KEY REFERENCES posts (id),
  author_id INTEGER NOT NULL REFERENCES users (uid),
  publish_at TEXT NOT NULL,
  -- 1 while the post is in review and an approval before the time schedules it.
  waits INTEGER NOT NULL DEFAULT 0 CHECK (waits IN (0, 1))
);

CREATE INDEX post_plans_of_author ON post_plans (author_id, post_id);
CREATE INDEX post_plans_waiting ON post_plans (author_id, publish_at, post_id) WHERE waits = 1;

CREATE TRIGGER post_plans_wait_in_review
BEFORE UPDATE OF waits ON post_plans
WHEN NEW.waits = 1 AND NOT EXISTS (
  SELECT 1 FROM posts
  WHERE id = NEW.post_id AND author_id = NEW.author_id AND status = 'pending' AND deleted_at IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;

CREATE TRIGGER post_plans_wait_in_review_new
BEFORE INSERT ON post_plans
WHEN NEW.waits = 1 AND NOT EXISTS (
  SELECT 1 FROM posts
  WHERE id = NEW.post_id AND author_id = NEW.author_id AND status = 'pending' AND deleted_at IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;

DROP TRIGGER posts_leave_schedule;

-- A submitted post keeps its time as a plan.
CREATE TRIGGER posts_leave_schedule
AFTER UPDATE OF status, deleted_at ON posts
WHEN OLD.status = 'draft' AND (NEW.status <> 'draft' OR NEW.deleted_at IS NOT NULL)
BEGIN
  INSERT INTO post_plans (post_id, author_id, publish_at)
  SELECT post_id, author_id, publish_at FROM post_schedules
  WHERE post_id = NEW.id AND NEW.status = 'pending' AND NEW.deleted_at IS NULL
  ON CONFLICT (post_id) DO UPDATE SET publish_at = excluded.publish_at;
  DELETE FROM post_schedules WHERE post_id = NEW.id;
END;

CREATE TRIGGER posts_leave_plan
AFTER UPDATE OF status, deleted_at ON posts
WHEN NEW.status IN ('approved', 'locked') AND OLD.status <> NEW.status
  OR NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL
BEGIN
  DELETE FROM post_plans WHERE post_id = NEW.id;
END;

CREATE TRIGGER posts_stop_waiting
AFTER UPDATE OF status ON posts
WHEN OLD.status = 'pending' AND NEW.status IN ('draft', 'rejected')
BEGIN
  UPDATE post_plans SET waits = 0 WHERE post_id = NEW.id AND waits = 1;
END;
