-- redirects -----------------------------------------------------------------------------------------------------------

-- Old addresses of posts that were imported from another site. An unknown path that is listed here redirects to the post.
CREATE TABLE redirects (
  -- In the form of oldPathOf. 350 bytes fit into the cursor of a list.
  path TEXT PRIMARY KEY CHECK (path GLOB '/[^/]*' AND length(CAST(path AS BLOB)) <= 350),
  post_id INTEGER NOT NULL REFERENCES posts (id),
  created_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX redirects_of_post ON redirects (post_id);

-- A post in the bin can be restored, so it keeps its redirects.
CREATE TRIGGER posts_leave_redirects
AFTER UPDATE OF deleted_at ON posts
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM post_bin WHERE deleted_at = NEW.deleted_at AND post_id = NEW.id)
BEGIN
  DELETE FROM redirects WHERE post_id = NEW.id;
END;
