-- The default folder is made regardless of the hundred: saving a post must not fail for want of it.
DROP TRIGGER folders_hundred_at_most;

CREATE TRIGGER folders_hundred_at_most
BEFORE INSERT ON folders
WHEN NEW.is_default = 0 AND (SELECT COUNT(*) FROM folders WHERE user_id = NEW.user_id) >= 100
BEGIN
  SELECT RAISE(ABORT, 'validation_failed');
END;

-- Of the items, those whose post is not public at the moment: their number is for the owner alone.
ALTER TABLE folders ADD COLUMN hidden_items_count INTEGER NOT NULL DEFAULT 0 CHECK (hidden_items_count >= 0);

UPDATE folders SET hidden_items_count = (
  SELECT COUNT(*) FROM folder_items i JOIN posts p ON p.id = i.post_id
  WHERE i.folder_id = folders.id AND p.status <> 'approved'
);

CREATE TRIGGER folder_items_hidden_new
AFTER INSERT ON folder_items
WHEN (SELECT status FROM posts WHERE id = NEW.post_id) <> 'approved'
BEGIN
  UPDATE folders SET hidden_items_count = hidden_items_count + 1 WHERE id = NEW.folder_id;
END;

CREATE TRIGGER folder_items_hidden_gone
AFTER DELETE ON folder_items
WHEN (SELECT status FROM posts WHERE id = OLD.post_id) <> 'approved'
BEGIN
  UPDATE folders SET hidden_items_count = hidden_items_count - 1 WHERE id = OLD.folder_id;
END;

CREATE TRIGGER posts_hide_in_folders
AFTER UPDATE OF status ON posts
WHEN (OLD.status = 'approved') <> (NEW.status = 'approved')
BEGIN
  UPDATE folders SET hidden_items_count = hidden_items_count + iif(NEW.status = 'approved', -1, 1)
  WHERE id IN (SELECT folder_id FROM folder_items WHERE post_id = NEW.id);
END;
