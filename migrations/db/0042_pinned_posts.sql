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

-- What is deleted is pinned no more, also if it comes back. What is locked may be unlocked, and is where it was.
CREATE TRIGGER posts_leave_pins
AFTER UPDATE OF deleted_at ON posts
WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL
BEGIN
  DELETE FROM pinned_posts WHERE post_id = NEW.id;
END;
