-- Posts that their authors have just published or submitted and can still take back for some seconds. The timer HoldTimer, or the
-- minute cron, publishes them at the end (src/features/publishing/schedule/hold.ts).
CREATE TABLE post_holds (
  post_id INTEGER PRIMARY KEY REFERENCES posts (id),
  author_id INTEGER NOT NULL REFERENCES users (uid),
  publish_at TEXT NOT NULL
);

CREATE INDEX post_holds_due ON post_holds (publish_at, post_id);

CREATE TRIGGER post_holds_before_publication
BEFORE INSERT ON post_holds
WHEN NOT EXISTS (
  SELECT 1 FROM posts
  WHERE id = NEW.post_id AND author_id = NEW.author_id AND status IN ('draft', 'rejected') AND deleted_at IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'post_not_submittable');
END;

-- Every move ends the hold, but not an edit, which makes a rejected post a draft.
CREATE TRIGGER posts_leave_hold
AFTER UPDATE OF status, deleted_at ON posts
WHEN OLD.status IN ('draft', 'rejected') AND (NEW.deleted_at IS NOT NULL OR NEW.status NOT IN ('draft', 'rejected'))
BEGIN
  DELETE FROM post_holds WHERE post_id = NEW.id;
END;
