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

CREATE TRIGGER posts_leave_schedule
AFTER UPDATE OF status, deleted_at ON posts
WHEN OLD.status = 'draft' AND (NEW.status <> 'draft' OR NEW.deleted_at IS NOT NULL)
BEGIN
  DELETE FROM post_schedules WHERE post_id = NEW.id;
END;
