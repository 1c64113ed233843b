-- What those who liked or saved a post liked and saved too, the most telling first: written by the cron for all likes since its last
-- run (src/features/posts/read-next.ts). Only what at least two readers have in common is in it, and nothing of who they are.
CREATE TABLE read_next (
  post_id INTEGER PRIMARY KEY REFERENCES posts (id),
  -- JSON: the ids of posts.
  ids TEXT NOT NULL CHECK (json_array_length(ids) <= 6)
);

CREATE TRIGGER posts_leave_read_next
AFTER UPDATE OF deleted_at ON posts
WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL
BEGIN
  DELETE FROM read_next WHERE post_id = NEW.id;
END;
