-- Earlier states of a post, for its author to look at and to bring back: src/features/posts/revision-rows.ts.
CREATE TABLE post_revisions (
  post_id INTEGER NOT NULL REFERENCES posts (id),
  version INTEGER NOT NULL,
  saved_at TEXT NOT NULL,
  status TEXT NOT NULL,
  title TEXT NOT NULL,
  -- The keys of the stored images it shows: they are not cleaned up while it is there.
  image_keys TEXT NOT NULL CHECK (json_valid(image_keys)),
  -- The whole content as JSON, packed. Last, so that lists do not read past it.
  content TEXT NOT NULL,
  PRIMARY KEY (post_id, version)
) WITHOUT ROWID;

-- Fifty states a post: these, and the one that it is in.
CREATE TRIGGER post_revisions_oldest_goes
AFTER INSERT ON post_revisions
BEGIN
  DELETE FROM post_revisions
  WHERE post_id = NEW.post_id AND version <= (
    SELECT version FROM post_revisions WHERE post_id = NEW.post_id ORDER BY version DESC LIMIT 1 OFFSET 49);
END;

-- A post in its first version has none.
CREATE TRIGGER posts_leave_revisions
AFTER UPDATE OF deleted_at ON posts
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL AND OLD.version > 1
BEGIN
  DELETE FROM post_revisions WHERE post_id = NEW.id;
END;
