-- 1: the image shows the title of a post without a cover on share cards (src/features/publishing/posts/share-image.ts).
ALTER TABLE post_images ADD COLUMN is_share INTEGER NOT NULL DEFAULT 0 CHECK (is_share IN (0, 1));

CREATE UNIQUE INDEX post_images_share ON post_images (post_id) WHERE is_share = 1;

-- A share image shows the title and the name of the author, and a cover replaces it.
CREATE TRIGGER posts_leave_share_images
AFTER UPDATE OF title, cover_url ON posts
WHEN NEW.title <> OLD.title OR NEW.cover_url IS NOT OLD.cover_url
BEGIN
  DELETE FROM post_images WHERE post_id = NEW.id AND is_share = 1;
END;

CREATE TRIGGER users_leave_share_images
AFTER UPDATE OF username, status ON users
WHEN NEW.username IS NOT OLD.username OR NEW.status = 'deleted'
BEGIN
  DELETE FROM post_images
  WHERE is_share = 1 AND image_key IN (SELECT key FROM images WHERE user_id = NEW.uid AND purpose = 'post');
END;
